/// Values as server-sent events (HTML standard, section 9.2), one event for each.
package enum EventStreamText {
    /// The events, each with an empty line behind it.
    package static func of(_ values: [JSONValue]) -> String { values.map(event).joined() }

    /// An event. An object that has nothing but the fields of one says them itself (OpenAPI 3.2.0); everything else is data.
    private static func event(_ value: JSONValue) -> String {
        guard let object = value.objectValue, object["data"] != nil, object.keys.allSatisfy(fields.contains) else {
            let id = value["id"]?.scalarText
            return of([JSONObject.Member(key: "data", value: value)], id: id)
        }
        return of(object.members)
    }

    /// An event with these fields.
    ///
    /// - Parameters:
    ///   - members: `data`, `event`, `id` and `retry`; data that is no text is written as JSON.
    ///   - id: an id before them.
    package static func of(_ members: [JSONObject.Member], id: String? = nil) -> String {
        let all = (id.map { line("id", .string($0)) } ?? []) + members.flatMap { line($0.key, $0.value) }
        return all.map { $0 + "\n" }.joined() + "\n"
    }

    /// The fields of an event.
    package static let fields: Set<String> = ["data", "event", "id", "retry"]

    /// Other ends of lines, such as U+2028, are text.
    private static func isLineEnd(_ character: Character) -> Bool { ["\n", "\r", "\r\n"].contains(character) }

    /// A field, on as many lines as its text has.
    private static func line(_ name: String, _ value: JSONValue) -> [String] {
        let text = value.stringValue ?? value.text(.compact)
        return text.split(omittingEmptySubsequences: false, whereSeparator: isLineEnd).map { "\(name): \($0)" }
    }
}
