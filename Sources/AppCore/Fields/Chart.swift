import APIModel
import WireFormats

/// A list of labels with numbers, such as `[{"category": "food", "amount": 12.5, "share": 0.4}]`, as bars.
public struct Chart: Sendable {
    /// An entry of the list.
    public struct Bar: Sendable, Hashable {
        /// The entry's label.
        public let label: String
        /// The bar's length, 0...1 of the longest.
        public let length: Double
        /// The entry's numbers, each for people.
        public let texts: [String]
    }

    /// One for each entry, in order.
    public let bars: [Bar]

    private static let counts = 2...40

    /// Reads a list; nil unless every entry has the same members: one string, and one or two numbers of zero or more.
    public init?(_ items: [JSONValue]) {
        guard Self.counts.contains(items.count), let first = items[0].objectValue, (2...4).contains(first.count) else {
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
        bars = zip(items, zip(columns, values)).map { item, row in
            Bar(
                label: row.0[strings[0]].plainText, length: row.1[0] / most,
                texts: zip(fields, numbers).map { $0.display(row.0[$1], beside: item.objectValue) })
        }
    }
}
