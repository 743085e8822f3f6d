import HTTPTypes
import WireFormats

/// A message of a WebSocket, as the journal keeps it.
package struct SocketMessage: Sendable, Equatable {
    /// The side that sends.
    package enum Sender: String, Sendable, Equatable {
        /// The client.
        case client
        /// The server, or the stub in its place.
        case server
    }

    /// The kind of a message.
    package enum Kind: Sendable, Hashable {
        /// UTF-8.
        case text
        /// Bytes.
        case binary
        /// The end of the connection: its code, or nil if none was given.
        case close(code: Int?)
    }

    /// The side that sent it.
    package let sender: Sender
    /// Its kind.
    package let kind: Kind
    /// The beginning of its content; of an end, the reason.
    package internal(set) var bytes: [UInt8]
    /// The length of the whole content in bytes.
    package let size: Int
    /// The time since the connection was opened.
    package let time: Duration

    /// Bytes of a message that are kept.
    package static let keptBytes = 4 << 10

    /// A message; of long content only the beginning is kept.
    package init(from sender: Sender, _ kind: Kind, _ content: some Collection<UInt8>, at time: Duration) {
        (self.sender, self.kind, self.time) = (sender, kind, time)
        bytes = Array(content.prefix(Self.keptBytes))
        size = content.count
    }

    /// True if only the beginning of its content was kept.
    package var isCut: Bool { bytes.count < size }
}

/// The messages of a WebSocket: the newest, and the number of all.
package struct SocketMessages: Sendable, Equatable {
    /// The newest messages, oldest first.
    package internal(set) var newest: [SocketMessage] = []
    /// The number of all messages, with those no longer kept.
    package private(set) var count = 0
    private(set) var bytes = 0

    /// Messages of one connection that are kept.
    package static let most = 200

    mutating func append(_ message: SocketMessage) {
        if newest.count >= Self.most { bytes -= newest.removeFirst().bytes.count }
        newest.append(message)
        bytes += message.bytes.count
        count += 1
    }

    mutating func dropAll() { (newest, bytes) = ([], 0) }

    /// The messages without their secrets.
    func redacted(by redactor: Redactor) -> SocketMessages {
        var copy = self
        for index in copy.newest.indices {
            // Cut JSON is read as text.
            copy.newest[index].bytes = redactor.body(copy.newest[index].bytes, contentType: "application/json")
        }
        return copy
    }
}

extension DemoManager {
    /// Notes a message of an exchange that opened a WebSocket. Unknown and forgotten exchanges are ignored.
    package func note(_ message: SocketMessage, of exchange: ExchangeID) {
        update(exchange) { exchange in
            var messages = exchange.messages.take() ?? SocketMessages()
            messages.append(message)
            exchange.messages = messages
        }
    }

    /// True if an open connection may go on: a call that begins now would have the mode of this one.
    ///
    /// - Parameters:
    ///   - call: the one that opened it.
    ///   - policy: the one when it was opened, if it leads to a server; nil if a stub answers.
    package func keepsOpen(_ call: Call, passedUnder policy: UnmatchedPolicy?) -> Bool {
        lock.withLock { state in
            guard policy == nil || state.seeds == nil else { return false }
            if call.isBypassed { return true }
            guard state.isDemo(call.screen) == (call.mode == .demo) else { return false }
            return policy == nil || call.mode == .live || state.unmatched == policy
        }
    }
}

extension HTTPRequest {
    /// True if it asks to go on as a WebSocket.
    var asksForWebSocket: Bool {
        headerFields[values: .upgrade].contains { value in
            value.split(separator: ",").contains { $0.filter { !$0.isWhitespace }.lowercased() == "websocket" }
        }
    }
}
