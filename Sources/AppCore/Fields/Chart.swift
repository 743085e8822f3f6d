import APIModel
import WireFormats

/// A chart of a short list: labels with numbers, such as `[{"category": "food", "amount": 12.5, "share": 0.4}]`, as
/// bars, and numbers alone as a line.
package struct Chart: Sendable {
    package struct Bar: Sendable, Hashable {
        package let label: String
        /// The bar's length as a fraction of the longest.
        package let length: Double
        package let texts: [String]
    }

    /// One bar per entry, in order; empty for numbers alone.
    package let bars: [Bar]
    /// The numbers as ``line(of:from:)``; empty for bars.
    package let line: String

    private static let counts = 2...40
    /// The fewest numbers of a line: two or three are a position, a size or a range.
    private static let leastNumbers = 4
    private static let longestLine = 60

    /// Reads a list; nil unless all entries are numbers, or objects with the same members: one string, and one or two
    /// non-negative numbers.
    ///
    /// - Parameters:
    ///   - name: the list's name; ids are not quantities.
    ///   - choices: the enum values of the entries' members, by name.
    package init?(_ items: [JSONValue], named name: String = "", choices: [String: [JSONValue]] = [:]) {
        guard items.count >= Self.counts.lowerBound else { return nil }
        if case .number = items[0] {
            guard items.count >= Self.leastNumbers, !Self.areIDs(name) else { return nil }
            let step = (items.count + Self.longestLine - 1) / Self.longestLine
            let numbers = stride(from: 0, to: items.count, by: step).compactMap { items[$0].numberValue?.double }
            guard numbers.count == (items.count + step - 1) / step, let least = numbers.min() else { return nil }
            bars = []
            line = Self.line(of: numbers, from: least)
        } else {
            guard let bars = Self.bars(items, choices) else { return nil }
            self.bars = bars
            line = ""
        }
    }

    private static func areIDs(_ name: String) -> Bool {
        guard let last = name.nameWords.last?.lowercased() else { return false }
        return NameClass.idWords.hasKey(last)
            || last.hasSuffix("s") && NameClass.idWords.hasKey(String(last.dropLast()))
    }

    /// Draws numbers as bars of one to eight eighths of a cell.
    ///
    /// - Parameter low: the value of the lowest bar.
    package static func line(of numbers: [Double], from low: Double) -> String {
        let range = (numbers.max() ?? low) - low
        return String(numbers.map { eighths[range > 0 ? max(0, min(7, Int(($0 - low) / range * 7.5))) : 0] })
    }

    private static let eighths = Array("▁▂▃▄▅▆▇█")

    private static func bars(_ items: [JSONValue], _ choices: [String: [JSONValue]]) -> [Bar]? {
        guard counts.contains(items.count), let first = items[0].objectValue, (2...4).contains(first.count) else {
            return nil
        }
        let names = first.members.map(\.key)
        var columns: [[JSONValue]] = []
        for item in items {
            guard let object = item.objectValue, object.members.map(\.key) == names else { return nil }
            columns.append(object.members.map(\.value))
        }
        let numbers = names.indices.filter { column in columns.allSatisfy { $0[column].numberValue != nil } }
        let strings = names.indices.filter { column in
            !NameClass.isCurrency(names[column]) && columns.allSatisfy { $0[column].stringValue != nil }
        }
        guard strings.count == 1, (1...2).contains(numbers.count), Field(first.members[strings[0]]).kind != .secret,
            !numbers.contains(where: { NameClass.identity.has(names[$0]) || EpochName.isNamed(names[$0]) })
        else { return nil }
        let values = columns.map { row in numbers.map { Double(row[$0].numberValue?.text ?? "") ?? -1 } }
        guard values.allSatisfy({ $0.allSatisfy { $0 >= 0 } }), let most = values.map({ $0[0] }).max(), most > 0 else {
            return nil
        }
        let fields = numbers.enumerated().map { place, column in
            var field = Field(JSONObject.Member(key: names[column], value: columns[0][column]))
            let isOfOne = values.allSatisfy { $0[place] <= 1 }
            let isFractional = columns.contains { $0[column].numberValue?.isWhole == false }
            field.isMoney = isFractional && NameClass.money.has(names[column])
            field.measure = Measure(name: names[column], maximum: isOfOne ? JSONNumber(1) : nil)
            return field
        }
        var label = Field(first.members[strings[0]])
        if let values = choices[label.name] { label.kind = .choice(values) }
        return zip(items, zip(columns, values)).map { item, row in
            Bar(
                label: label.display(row.0[strings[0]]), length: row.1[0] / most,
                texts: zip(fields, numbers).map { $0.display(row.0[$1], beside: item.objectValue) })
        }
    }
}
