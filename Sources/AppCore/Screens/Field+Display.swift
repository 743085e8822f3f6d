import APIDocument
import JSONText

extension Field {
    /// The value as a person wants to read it, in one line: dates as "31 Jan 2026", money with two decimals, "yes" and
    /// "no", choices in words, lists and objects in short. Nothing and `null` are "-".
    public func display(_ value: JSONValue?) -> String {
        switch value {
        case nil, .null: "-"
        case .bool(let flag): flag ? "yes" : "no"
        case .number(let number): isMoney ? Field.money(number) : number.text
        case .string(let text): display(text)
        case .array(let items): Field.summary(of: items)
        case .object(let object): Field.summary(of: object)
        }
    }

    private func display(_ text: String) -> String {
        switch kind {
        case .secret: String(repeating: "*", count: 8)
        case .date: CalendarText(date: text)?.display ?? text
        case .dateTime: CalendarText(dateTime: text)?.display ?? text
        case .choice: Field.words(of: text)
        default: text
        }
    }

    /// "in_progress" and "IN_PROGRESS" are "In progress"; what is no such name, as "EUR" or "v1.2", stays.
    private static func words(of text: String) -> String {
        guard text.utf8.allSatisfy({ $0 < 0x80 && ($0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || $0.isLetter) })
        else { return text }
        let isConstant = text.utf8.contains(UInt8(ascii: "_"))
        if !isConstant, text == text.uppercased() { return text }
        return HumanName.sentence(isConstant ? text.lowercased() : text)
    }

    /// Two decimals at least, thousands parted by commas: `-1234.5` is "-1,234.50".
    private static func money(_ number: JSONNumber) -> String {
        let text = number.text
        guard text.utf8.allSatisfy({ (0x2D...0x39).contains($0) }) else { return text }
        let parts = text.split(separator: ".")
        let sign = text.hasPrefix("-") ? "-" : ""
        let digits = Array(parts[0].drop { $0 == "-" })
        var whole = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place) % 3 == 0 { whole += "," }
            whole.append(digit)
        }
        let decimals = parts.count > 1 ? String(parts[1]) : ""
        return sign + whole + "." + decimals + String(repeating: "0", count: max(0, 2 - decimals.count))
    }

    private static func summary(of items: [JSONValue]) -> String {
        let shown = items.prefix(8).compactMap { item -> String? in
            if item.isScalar { return plain(item) }
            return item.objectValue.flatMap { name(of: $0) }
        }
        guard !items.isEmpty else { return "none" }
        guard shown.count == min(items.count, 8) else { return items.count == 1 ? "1 entry" : "\(items.count) entries" }
        return shown.joined(separator: ", ") + (items.count > 8 ? ", ... (\(items.count))" : "")
    }

    private static func summary(of object: JSONObject) -> String {
        if let name = name(of: object) { return name }
        let scalars = object.members.filter { $0.value.isScalar }
        guard !scalars.isEmpty, scalars.count == object.count, object.count <= 4 else {
            return object.count == 1 ? "1 member" : "\(object.count) members"
        }
        return scalars.map { "\(HumanName.sentence($0.key)): \(plain($0.value))" }.joined(separator: ", ")
    }

    /// What an object is called by its own member for that.
    private static func name(of object: JSONObject) -> String? {
        for key in ["name", "title", "label", "displayName", "username"] {
            if let name = object[key]?.stringValue { return name }
        }
        return nil
    }

    private static func plain(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        case .bool(let flag): flag ? "yes" : "no"
        default: value.text()
        }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
