import DemoManager
import HTTPTypes
import WireFormats

/// The events of a streamed reply with their times: server-sent events, or one JSON value per line.
struct EventScript: Sendable, Hashable {
    struct Event: Sendable, Hashable {
        /// The pause before the event.
        var after = Duration.zero
        /// The number of times it is sent.
        var count = 1
        /// The fields `data`, `event`, `id` and `retry`.
        var fields = JSONObject()
    }

    /// The format of events in the body.
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
    /// The events of the reply.
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

    /// The events in the format of stub files.
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
