/// Parses server-sent events (HTML standard, section 9.2) or JSON lines as their bytes arrive.
package struct EventStreamReader: Sendable {
    /// A complete event.
    package struct Event: Sendable, Equatable {
        /// Nil without a name.
        package var name: String?
        package var data = ""
        package var id: String?
    }

    /// True if each line is an event without fields.
    package var isOfLines = false
    /// The id to resume after: that of the last event with one.
    package private(set) var lastID: String?
    private var line: [UInt8] = []
    private var event = Event()
    /// Takes effect with its event (HTML standard, section 9.2.6).
    private var nextID: String?
    private var hasData = false
    private var endedWithReturn = false
    private var isAtStart = true
    /// The number of bytes of the incomplete event.
    package var pendingCount: Int { line.count + event.data.utf8.count }

    /// - Parameter lastID: the last id of an earlier connection.
    package init(behind lastID: String? = nil) { self.lastID = lastID }

    /// The events that are completed by these bytes.
    package mutating func events(in bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            let isSecondOfPair = endedWithReturn && byte == UInt8(ascii: "\n")
            endedWithReturn = byte == UInt8(ascii: "\r")
            if isSecondOfPair { continue }
            guard byte == UInt8(ascii: "\n") || endedWithReturn else {
                line.append(byte)
                continue
            }
            if let event = takeLine() { events.append(event) }
            line.removeAll(keepingCapacity: true)
        }
        return events
    }

    private mutating func takeLine() -> Event? {
        if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        isAtStart = false
        if isOfLines {
            // Each value of a JSON text sequence begins with a record separator (RFC 7464).
            let value = line.drop { $0 == 0x1E }
            return value.allSatisfy(\.isBlank) ? nil : Event(data: String(decoding: value, as: UTF8.self))
        }
        guard !line.isEmpty else {
            defer { (event, hasData) = (Event(), false) }
            lastID = nextID ?? lastID
            return hasData ? event : nil
        }
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        var value = line[(colon.map { $0 + 1 } ?? line.endIndex)...]
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        let text = String(decoding: value, as: UTF8.self)
        switch String(decoding: line[..<(colon ?? line.endIndex)], as: UTF8.self) {
        case "event": event.name = text
        case "data":
            event.data += hasData ? "\n" + text : text
            hasData = true
        case "id" where !text.contains("\0"): (event.id, nextID) = (text, text)
        default: break
        }
        return nil
    }
}

/// Formats values as server-sent events (HTML standard, section 9.2), one event per value.
package enum EventStreamText {
    /// The events, each followed by an empty line.
    package static func of(_ values: [JSONValue]) -> String { values.map(event).joined() }

    /// An event. An object with only the fields of an event provides them (OpenAPI 3.2.0); any other value is data.
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
    ///   - members: `data`, `event`, `id` and `retry`; data other than strings is written as JSON.
    ///   - id: an id to write first.
    package static func of(_ members: [JSONObject.Member], id: String? = nil) -> String {
        let all = (id.map { line("id", .string($0)) } ?? []) + members.flatMap { line($0.key, $0.value) }
        return all.map { $0 + "\n" }.joined() + "\n"
    }

    package static let fields: Set<String> = ["data", "event", "id", "retry"]

    /// Other line separators, such as U+2028, are text.
    private static func isLineEnd(_ character: Character) -> Bool { ["\n", "\r", "\r\n"].contains(character) }

    /// A field, with one line per line of its text.
    private static func line(_ name: String, _ value: JSONValue) -> [String] {
        let text = value.stringValue ?? value.text(.compact)
        return text.split(omittingEmptySubsequences: false, whereSeparator: isLineEnd).map { "\(name): \($0)" }
    }
}
