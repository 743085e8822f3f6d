import HTTPTypes
import WireFormats

/// A WebSocket message, as the journal keeps it.
package struct SocketMessage: Sendable, Equatable {
    /// The side that sent a message.
    package enum Sender: String, Sendable, Equatable {
        /// The client.
        case client
        /// The server, or the stub that replaces it.
        case server
    }

    package enum Kind: Sendable, Hashable {
        /// UTF-8 text.
        case text
        case binary
        /// The close of the connection, with its code; nil if there was none.
        case close(code: Int?)
    }

    /// The side that sent it.
    package let sender: Sender
    package let kind: Kind
    /// The beginning of the content; for a close, of the reason.
    package internal(set) var bytes: [UInt8]
    /// The size of the whole content in bytes.
    package let size: Int
    /// The time since the connection opened.
    package let time: Duration

    /// The maximum number of bytes kept of a message.
    package static let keptBytes = 4 << 10

    /// Creates a message that keeps only the beginning of long content.
    package init(from sender: Sender, _ kind: Kind, _ content: some Collection<UInt8>, at time: Duration) {
        (self.sender, self.kind, self.time) = (sender, kind, time)
        bytes = Array(content.prefix(Self.keptBytes))
        size = content.count
    }

    /// True if only the beginning of the content was kept.
    package var isCut: Bool { bytes.count < size }
}

/// The newest messages of a WebSocket, and the number of all.
package struct SocketMessages: Sendable, Equatable {
    /// The newest messages, oldest first.
    package internal(set) var newest: [SocketMessage] = []
    /// The number of all messages, including those no longer kept.
    package private(set) var count = 0
    private(set) var bytes = 0

    /// The maximum number of messages kept of a connection.
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
            // Truncated JSON is read as text.
            copy.newest[index].bytes = redactor.body(copy.newest[index].bytes, contentType: "application/json")
        }
        return copy
    }
}

extension DemoManager {
    /// Records a message of an exchange that opened a WebSocket. Unknown and forgotten exchanges are ignored.
    package func note(_ message: SocketMessage, of exchange: ExchangeID) {
        update(exchange) { exchange in
            var messages = exchange.messages.take() ?? SocketMessages()
            messages.append(message)
            exchange.messages = messages
        }
    }

    /// True if an open connection may continue, because a call that begins now would have its mode.
    ///
    /// - Parameters:
    ///   - call: the call that opened it.
    ///   - policy: the policy when it was opened, if it connects to a server; nil if a stub answers.
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
    /// True if it asks for an upgrade to a WebSocket.
    var asksForWebSocket: Bool {
        headerFields[values: .upgrade].contains { value in
            value.split(separator: ",").contains { $0.filter { !$0.isWhitespace }.lowercased() == "websocket" }
        }
    }
}
