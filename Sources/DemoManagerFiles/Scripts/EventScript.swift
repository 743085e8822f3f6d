import DemoManager
import HTTPTypes
import WireFormats

/// The events of a streamed reply with their times: server-sent events, or one JSON value per line.
struct EventScript: Sendable, Hashable {
    struct Event: Sendable, Hashable {
        var after = Duration.zero
        var count = 1
        var fields = JSONObject()
    }

    enum Format: Sendable, Hashable {
        case events, lines, sequence

        /// - Parameter contentType: nil for server-sent events.
        init?(contentType: String?) {
            let type = contentType.map { MediaTypeName($0) }
            switch type?.text {
            case nil, "text/event-stream": self = .events
            case "application/json-seq": self = .sequence
            case _ where type?.isJSONLines == true: self = .lines
            default: return nil
            }
        }
    }

    let events: [Event]
    let format: Format

    static let contentType = "text/event-stream"
    private static let lastID = HTTPField.Name("Last-Event-ID")

    /// Writes the body with its pauses.
    ///
    /// - Parameter id: the id of the client's last event; only later events are written.
    func write(to reply: inout StubReply, behind id: String? = nil) {
        let last = id.flatMap { id in events.lastIndex { $0.fields["id"]?.scalarText == id } }
        let rest = events[(last.map { $0 + 1 } ?? 0)...]
        guard !rest.isEmpty else {
            // A client that gets 204 does not reconnect.
            (reply.status, reply.body, reply.pacing) = (.noContent, [], nil)
            reply.headers[.contentType] = nil
            return
        }
        var body: [UInt8] = []
        var pieces: [Pacing.Piece] = []
        for event in rest {
            let bytes = bytes(of: event)
            for _ in 0..<event.count {
                body += bytes
                pieces.append(Pacing.Piece(pause: event.after, count: bytes.count))
            }
        }
        (reply.body, reply.pacing) = (body, .pieces(pieces))
    }

    /// The maker of a reply that resumes after the client's last event.
    var maker: ReplyMaker {
        var maker = ReplyMaker(needsBody: false) { request, reply in
            guard let id = Self.lastID.flatMap({ request.request.headerFields[$0] }) else { return }
            write(to: &reply, behind: id)
        }
        maker.script = self
        return maker
    }

    private func bytes(of event: Event) -> [UInt8] {
        let data = event.fields["data"] ?? .null
        return switch format {
        case .events: Array(EventStreamText.of(event.fields.members).utf8)
        case .lines: data.bytes(.compact) + [0x0A]
        case .sequence: [0x1E] + data.bytes(.compact) + [0x0A]
        }
    }
}

extension ReplyMaker {
    var events: EventScript? { script as? EventScript }
}

// MARK: - Stub files

extension EventScript {
    private static let mostBytes = 16 << 20
    private static let keys = EventStreamText.fields.union(["after", "repeat"])

    /// Reads the `events` of a response; reports errors as flaws.
    ///
    /// - Parameter contentType: the content type of the response.
    init?(_ node: Node, contentType: String?) {
        guard let format = Format(contentType: contentType) else {
            node.flaw("events need the Content-Type text/event-stream, application/jsonl or application/json-seq")
            return nil
        }
        guard let items = node.items("events") else { return nil }
        if items.isEmpty { node.flaw("events need at least one event") }
        var known = Self.keys
        if format != .events { known.subtract(["event", "id", "retry"]) }
        let events = items.compactMap { Self.event($0, known) }
        let count = events.reduce(0) { $0 + $1.count }
        let most = DelayReader.mostRepeats
        if count > most { node.flaw("a reply has at most \(most) events, not \(count)") }
        guard events.count == items.count, (1...most).contains(count) else { return nil }
        (self.events, self.format) = (events, format)
        guard events.reduce(0, { $0 + $1.count * bytes(of: $1).count }) <= Self.mostBytes else {
            node.flaw("the events of a reply have at most \(Self.mostBytes >> 20) MB together")
            return nil
        }
    }

    private static func event(_ node: Node, _ known: Set<String>) -> Event? {
        guard let members = node.members(of: "an event", known) else { return nil }
        var event = Event()
        (event.after, event.count) = DelayReader.timing(members)
        for name in ["event", "id", "retry", "data"] {
            guard let member = members[name] else { continue }
            guard name != "data", let text = member.text(name) else {
                event.fields[name] = member.value
                continue
            }
            if text.contains(where: \.isNewline) { member.flaw("\(name) of an event is one line") }
            event.fields[name] = .string(text)
        }
        return event
    }

    func written() throws(Unwritable) -> JSONValue {
        var items: [JSONValue] = []
        for event in events {
            var object = try JSONObject(after: event.after, count: event.count)
            for member in event.fields.members { object[member.key] = member.value }
            items.append(.object(object))
        }
        return .array(items)
    }
}

extension EventScript {
    /// A complete event in a body: its end, and its bytes.
    private typealias Part = (end: Int, bytes: ArraySlice<UInt8>)

    /// The complete events of a body; bytes after the last one are ignored.
    private static func parts(of body: [UInt8], _ format: Format) -> [Part] {
        var parts: [Part] = []
        var start = 0
        var lineStart = 0
        for (place, byte) in body.enumerated() where byte == 0x0A {
            let line = body[lineStart..<place]
            lineStart = place + 1
            // An event ends with an empty line, a JSON value with its line.
            guard format != .events || line.isEmpty || line.elementsEqual([0x0D]) else { continue }
            parts.append((place + 1, body[start..<place]))
            start = place + 1
        }
        return parts
    }

    /// Parses an event; nil if there is none, as in a comment that keeps the connection alive.
    private static func event(_ bytes: [UInt8], _ format: Format) throws(JSONError) -> Event? {
        guard format == .events else {
            let value = bytes.filter { $0 != 0x1E }
            guard value.contains(where: { $0 > 0x20 }) else { return nil }
            return Event(fields: JSONObject([.init(key: "data", value: try JSONValue(parsing: value))]))
        }
        var fields: [String: String] = [:]
        // Other characters that Unicode considers newlines are data.
        for bytes in bytes.split(separator: 0x0A) {
            let line = String(decoding: bytes.last == 0x0D ? bytes.dropLast() : bytes, as: UTF8.self)
            let name = String(line.prefix { $0 != ":" })
            guard EventStreamText.fields.contains(name) else { continue }
            let rest = line.dropFirst(name.count + 1)
            let value = String(rest.hasPrefix(" ") ? rest.dropFirst() : rest)
            fields[name] = name == "data" ? (fields[name].map { $0 + "\n" } ?? "") + value : value
        }
        guard !fields.isEmpty else { return nil }
        let members = ["id", "event", "retry", "data"].compactMap { name in
            fields[name].map { JSONObject.Member(key: name, value: name == "data" ? data($0) : .string($0)) }
        }
        return Event(fields: JSONObject(members))
    }

    /// The data as JSON, if encoding it gives the same text.
    private static func data(_ text: String) -> JSONValue {
        guard text.hasPrefix("{") || text.hasPrefix("["), let value = try? JSONValue(parsing: text),
            value.text(.compact) == text
        else { return .string(text) }
        return value
    }

    /// Parses a recorded body.
    ///
    /// - Parameters:
    ///   - arrivals: the arrival times of its parts since the head; empty if unknown.
    ///   - redact: removes secrets from an event.
    fileprivate init?(
        recorded body: [UInt8], arrivals: [RecordedStream.Arrival], format: Format, redact: ([UInt8]) -> [UInt8]
    ) {
        var events: [Event] = []
        var before = Duration.zero
        var rest = arrivals[...]
        for part in Self.parts(of: body, format).prefix(DelayReader.mostRepeats) {
            while let first = rest.first, first.end < part.end { rest.removeFirst() }
            do throws(JSONError) {
                guard var event = try Self.event(redact(Array(part.bytes)), format) else { continue }
                let time = rest.first?.time ?? before
                event.after = .milliseconds(max(0, (time - before).inMilliseconds))
                before = time
                events.append(event)
            } catch {
                return nil
            }
        }
        guard !events.isEmpty else { return nil }
        (self.events, self.format) = (events, format)
    }
}

/// A streamed reply during its recording, with the arrival times of its parts.
package struct RecordedStream: Sendable {
    package struct Arrival: Sendable, Hashable {
        /// The number of body bytes received by then.
        package let end: Int
        /// The time since the head.
        package let time: Duration

        package init(end: Int, time: Duration) { (self.end, self.time) = (end, time) }
    }

    package var arrivals: [Arrival] = []
    private let format: EventScript.Format

    /// Nil for a reply that streams neither events nor JSON values.
    package init?(contentType: String?) {
        guard let contentType, let format = EventScript.Format(contentType: contentType) else { return nil }
        self.format = format
    }

    /// Makes `reply` stream the body's events with their pauses; false if the body has none.
    ///
    /// - Parameter redact: removes secrets from an event.
    package func write(_ body: [UInt8], to reply: inout Reply, redact: ([UInt8]) -> [UInt8]) -> Bool {
        guard let script = EventScript(recorded: body, arrivals: arrivals, format: format, redact: redact) else {
            return false
        }
        var whole = StubReply()
        script.write(to: &whole)
        (reply.body, reply.pacing, reply.maker) = (whole.body, whole.pacing, script.maker)
        return true
    }
}

extension Reply {
    package var isStream: Bool { maker?.events != nil }

    /// True if both stream the same events at the same times, or neither streams any.
    package func hasEvents(of other: Reply) -> Bool { maker?.events == other.maker?.events }
}
