import WireFormats

/// Rows as comma-separated values (RFC 4180): a line with the names of their members, then one for each.
enum CSVText {
    /// The lines of a value: of a list its items, of an object its list of objects, else itself.
    static func of(_ value: JSONValue) -> String {
        let rows = (rows(of: value) ?? [value]).map { flat($0) }
        var names: [String] = []
        var known: Set<String> = []
        for name in rows.joined().map(\.key) where known.insert(name).inserted { names.append(name) }
        let lines = rows.map { row in
            names.map { name in row.first { $0.key == name }.map { text($0.value) } ?? "" }
        }
        return ([names] + lines).map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func rows(of value: JSONValue) -> [JSONValue]? {
        value.arrayValue
            ?? value.objectValue?.members.lazy.compactMap { $0.value.arrayValue }.first { $0.first?.objectValue != nil }
    }

    /// The members of a row; those of objects in it under both names.
    private static func flat(_ row: JSONValue) -> [JSONObject.Member] {
        guard let object = row.objectValue else { return [.init(key: "value", value: row)] }
        return object.members.flatMap { member in
            guard case .object(let inner) = member.value else { return [member] }
            return inner.members.map { .init(key: "\(member.key).\($0.key)", value: $0.value) }
        }
    }

    /// A cell: a list of plain values with semicolons between them, what is nested as JSON.
    private static func text(_ value: JSONValue) -> String {
        if value.isNull { return "" }
        if let items = value.arrayValue, items.allSatisfy({ $0.scalarText != nil }) {
            return items.compactMap(\.scalarText).joined(separator: ";")
        }
        return value.scalarText ?? value.text(.compact)
    }

    private static func field(_ text: String) -> String {
        let isPlain = !text.utf8.contains { [UInt8(ascii: ","), UInt8(ascii: "\""), 10, 13].contains($0) }
        return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
