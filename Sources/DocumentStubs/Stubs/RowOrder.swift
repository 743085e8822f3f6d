import APIModel
import WireFormats

/// The order that a query selects: by one member, then by the next among equal rows. The order of equal rows is stable;
/// rows without the member, or with null, come last.
struct RowOrder {
    struct Key {
        let member: JSONPointer
        /// True if the member is a text with an amount, such as "12.50".
        let isAmount: Bool
        /// The values of an enum, whose order counts; nil for another member.
        let values: [JSONValue]?
        fileprivate(set) var isDescending = false

        init(member: JSONPointer, isAmount: Bool = false, values: [JSONValue]? = nil) {
            (self.member, self.isAmount, self.values) = (member, isAmount, values)
        }

        fileprivate func value(of row: JSONValue) -> JSONValue? {
            guard let value = row[member], !value.isNull else { return nil }
            if let place = values?.firstIndex(of: value) { return .number(JSONNumber(place)) }
            return isAmount ? value.stringValue.flatMap { JSONNumber(text: $0) }.map(JSONValue.number) : value
        }
    }

    private var keys: [Key] = []

    var isEmpty: Bool { keys.isEmpty }

    /// Takes one item of a query: `price`, `-price`, `price:desc`, `price desc` or `-price,name`. In Spring's
    /// `price,desc` the direction applies to the members before it.
    ///
    /// - Parameters:
    ///   - name: the key of the item's name.
    ///   - key: returns the key for a member by its name.
    /// - Returns: true if it sets an order.
    mutating func take(_ text: String, of name: String, where key: (String) -> Key?) -> Bool {
        guard NameClass.order.hasKey(name) else { return false }
        let first = keys.count
        var open = first
        for part in text.split(separator: ",") {
            let part = part.drop { $0 == " " }
            let words = part.drop { "-+".contains($0) }.split { $0 == ":" || $0 == " " }
            guard let word = words.first else { continue }
            if keys.count > first, words.count == 1, let isDown = Self.isDescending(word) {
                for place in open..<keys.count { keys[place].isDescending = isDown }
                open = keys.count
            } else if var key = key(String(word)) {
                let isDown = words.dropFirst().first.flatMap(Self.isDescending)
                key.isDescending = isDown ?? part.hasPrefix("-")
                keys.append(key)
            }
        }
        return keys.count > first
    }

    /// Takes the direction from an item of its own: `direction=desc`.
    mutating func turn(by query: [(name: String, value: String)]) {
        guard let text = query.last(where: { NameClass.direction.has($0.name) })?.value,
            text == "-1" || Self.isDescending(text[...]) == true
        else { return }
        for place in keys.indices { keys[place].isDescending = true }
    }

    func sorted(_ rows: [JSONValue]) -> [JSONValue] {
        guard !keys.isEmpty else { return rows }
        return rows.enumerated()
            .map { place, row in
                (place: place, row: row, values: keys.map { $0.value(of: row) })
            }
            .sorted { isBefore($0.values, $1.values) ?? ($0.place < $1.place) }
            .map(\.row)
    }

    /// True if a row with these values comes first; nil if they are equal.
    private func isBefore(_ left: [JSONValue?], _ right: [JSONValue?]) -> Bool? {
        for (place, key) in keys.enumerated() {
            guard let one = left[place], let other = right[place] else {
                if (left[place] == nil) != (right[place] == nil) { return right[place] == nil }
                continue
            }
            if one.isBefore(other) { return !key.isDescending }
            if other.isBefore(one) { return key.isDescending }
        }
        return nil
    }

    private static func isDescending(_ word: Substring) -> Bool? {
        NameClass.descending.has(String(word)) ? true : NameClass.ascending.has(String(word)) ? false : nil
    }
}

extension JSONValue {
    /// True if this value comes first in a sorted list. Types are sorted one after the other.
    fileprivate func isBefore(_ other: JSONValue) -> Bool {
        guard rank == other.rank else { return rank < other.rank }
        return switch (self, other) {
        case (.number(let left), .number(let right)): left.isLess(than: right)
        case (.string(let left), .string(let right)): left.lowercased() < right.lowercased()
        case (.bool(let left), .bool(let right)): !left && right
        default: false
        }
    }

    private var rank: Int {
        switch self {
        case .number: 0
        case .string: 1
        case .bool: 2
        case .array, .object, .null: 3
        }
    }
}
