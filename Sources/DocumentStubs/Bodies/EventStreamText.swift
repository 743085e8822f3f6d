import WireFormats

/// Values as server-sent events (HTML standard, section 9.2), one event for each.
enum EventStreamText {
    /// The events, each with an empty line behind it.
    static func of(_ values: [JSONValue]) -> String { values.map(event).joined() }

    /// An event. An object that has nothing but the fields of one says them itself (OpenAPI 3.2.0); everything else is data.
    private static func event(_ value: JSONValue) -> String {
        var lines: [String] = []
        if let object = value.objectValue, object["data"] != nil, object.keys.allSatisfy(fields.contains) {
            for member in object.members { lines += line(member.key, member.value) }
        } else {
            if let id = value["id"]?.scalarText { lines += line("id", .string(id)) }
            lines += line("data", value)
        }
        return lines.map { $0 + "\n" }.joined() + "\n"
    }

    private static let fields: Set<String> = ["data", "event", "id", "retry"]

    /// A field, on as many lines as its text has.
    private static func line(_ name: String, _ value: JSONValue) -> [String] {
        let text = value.stringValue ?? value.text(.compact)
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { "\(name): \($0)" }
    }
}
