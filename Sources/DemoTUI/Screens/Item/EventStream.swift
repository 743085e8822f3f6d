import AppCore
import HTTPTypes
import Terminal
import WireFormats

/// A reply of server-sent events, as far as it came; over several connections, if it was continued.
struct EventStream: Sendable {
    private var reader = EventStreamReader()
    /// The events, oldest first.
    private(set) var events: [JSONValue] = []
    /// All bytes, for a file.
    private(set) var bytes: [UInt8] = []
    /// The bytes of this connection that were read.
    private var count = 0
    private(set) var headers = HTTPFields()

    /// The newest events that a screen shows.
    static let mostShown = 1_000

    /// The id of the last event that had one.
    var lastID: String? { reader.lastID }

    /// True for replies of this kind.
    static func isOne(_ response: APIResponse) -> Bool {
        MediaTypeName(response.head.headerFields[.contentType]).text == "text/event-stream"
    }

    /// Reads what is new in a reply.
    ///
    /// - Parameter response: the reply of this connection from its beginning.
    mutating func read(_ response: APIResponse) {
        headers = response.head.headerFields
        let new = response.body[min(count, response.body.count)...]
        count = response.body.count
        bytes += new
        events += reader.events(in: new).map(Self.value)
    }

    /// The stream with another connection behind it. An event that was cut off is sent again by the server.
    var continued: EventStream {
        var next = self
        (next.reader, next.count) = (EventStreamReader(behind: lastID), 0)
        return next
    }

    var title: String { events.count == 1 ? "1 event" : "\(TextLayout.grouped(events.count)) events" }

    /// The data with the event's name before its members. Ids serve the connection alone.
    private static func value(of event: EventStreamReader.Event) -> JSONValue {
        var data: JSONValue = .string(event.data)
        do {
            data = try JSONValue(parsing: Array(event.data.utf8))
        } catch {
            // It is text.
        }
        guard let name = event.name else { return data }
        let members = data.objectValue?.members ?? [.init(key: "data", value: data)]
        return .object(JSONObject([.init(key: "event", value: .string(name))] + members))
    }
}
