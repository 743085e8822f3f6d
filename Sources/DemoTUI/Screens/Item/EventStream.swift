import AppCore
import HTTPTypes
import Terminal
import WireFormats

/// A reply of server-sent events or JSON lines, as received so far; over several connections, if it was resumed.
struct EventStream: Sendable {
    private var reader = EventStreamReader()
    /// The newest events, oldest first.
    private(set) var events: [JSONValue] = []
    /// The number of all events.
    private var count = 0
    /// All bytes, for a file.
    private(set) var bytes: [UInt8] = []
    private(set) var headers = HTTPFields()
    /// The bytes that this connection sent.
    private var received = 0
    private var isCut = false
    /// True if an event is too long. Its stream is to be ended: the event may have no end.
    private(set) var isTooLong = false

    static let mostShown = 1_000
    private static let pieceSize = 1 << 16
    /// Documentation/Reference/Limits.md, "Memory".
    private static let mostOfEvent = 8 << 20

    /// The id of the last event that had one.
    var lastID: String? { reader.lastID }

    /// Reads the next bytes of this connection.
    mutating func read(_ new: some Collection<UInt8>, _ headers: HTTPFields) {
        self.headers = headers
        let type = MediaTypeName(headers[.contentType])
        reader.isOfLines = type.isStream && !type.isEventStream
        received += new.count
        bytes += new
        // In pieces: all events of a fast server together would need much more memory than their bytes.
        var rest = new[...]
        while !rest.isEmpty, !isTooLong {
            add(reader.events(in: rest.prefix(Self.pieceSize)))
            rest = rest.dropFirst(Self.pieceSize)
            isTooLong = reader.pendingCount > Self.mostOfEvent
        }
    }

    private mutating func add(_ read: [EventStreamReader.Event]) {
        count += read.count
        events += read.suffix(Self.mostShown).map(Self.value)
        if events.count > Self.mostShown { events.removeFirst(events.count - Self.mostShown) }
    }

    /// Reads the rest of a reply that is complete.
    mutating func end(with response: APIResponse) {
        read(response.body.dropFirst(received), response.head.headerFields)
        isCut = response.isTruncated
        // The last line may lack its end.
        if reader.isOfLines, !isCut, !isTooLong { add(reader.events(in: [0x0A])) }
    }

    /// The stream before its next connection. An event that was cut off is sent again by the server.
    var resumed: EventStream {
        var next = self
        (next.reader, next.received, next.isCut, next.isTooLong) = (EventStreamReader(behind: lastID), 0, false, false)
        return next
    }

    /// The name of one of its values.
    var valueName: String { reader.isOfLines ? "line" : "event" }

    var title: String {
        let end = isTooLong ? ", ended: one is over \(Self.longest)" : isCut ? ", cut off" : ""
        return "\(TextLayout.grouped(count)) \(valueName)\(count == 1 ? "" : "s")\(end)"
    }

    /// The reason why nothing is shown.
    func reasonForNone(isOpen: Bool) -> String {
        if isOpen { return "No \(valueName) came yet." }
        if isTooLong { return "The first \(valueName) is over \(Self.longest), so the stream was ended." }
        return isCut ? "The stream was cut off inside its first \(valueName)." : "No \(valueName) came."
    }

    private static var longest: String { "\(mostOfEvent >> 20) MB" }

    /// The data with the event's name before its members. Ids serve the connection alone.
    private static func value(of event: EventStreamReader.Event) -> JSONValue {
        let data = (try? JSONValue(parsing: event.data)) ?? .string(event.data)
        guard let name = event.name else { return data }
        let members = data.objectValue?.members ?? [.init(key: "data", value: data)]
        return .object(JSONObject([.init(key: "event", value: .string(name))] + members))
    }
}
