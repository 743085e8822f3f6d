/// Reads server-sent events as their bytes arrive (HTML standard, section 9.2).
package struct EventStreamReader: Sendable {
    /// An event that is complete.
    package struct Event: Sendable, Hashable {
        /// Nil without a name.
        package var name: String?
        package var data = ""
        package var id: String?
    }

    /// The id to go on behind: that of the last event that had one.
    package private(set) var lastID: String?
    private var line: [UInt8] = []
    private var event = Event()
    /// Counts with its event, not before (HTML standard, section 9.2.6).
    private var nextID: String?
    private var hasData = false
    private var endedWithReturn = false
    private var isAtStart = true

    /// - Parameter lastID: the id of an earlier connection.
    package init(behind lastID: String? = nil) { self.lastID = lastID }

    /// The events that these bytes complete.
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
