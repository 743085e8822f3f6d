import DemoManager
import WireFormats

/// Reading recorded streams.
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
    /// True if its body is sent event by event.
    package var isStream: Bool { maker?.events != nil }

    /// True if both stream the same events at the same times, or neither streams any.
    package func hasEvents(of other: Reply) -> Bool { maker?.events == other.maker?.events }
}
