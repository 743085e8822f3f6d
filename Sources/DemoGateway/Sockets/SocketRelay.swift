import DemoManager
import NIOCore
import NIOWebSocket

/// Passes messages between a client and a server. Neither side is read faster than the other accepts the data.
final class SocketRelay: SocketReceiver {
    private let routed: RoutedRequest
    private let service: GatewayService
    private let notes: SocketNotes
    private let policy: UnmatchedPolicy
    private weak var client: SocketEnd?
    private weak var server: SocketEnd?
    /// The close of one side that the other has not answered yet.
    private var pending: SocketClose?

    /// - Parameter policy: the policy under which the request passed.
    init(_ turn: Turn, _ routed: RoutedRequest, _ policy: UnmatchedPolicy, _ service: GatewayService) {
        (self.routed, self.policy, self.service) = (routed, policy, service)
        notes = SocketNotes(turn, service)
    }

    func begin(client: SocketEnd, server: SocketEnd) { (self.client, self.server) = (client, server) }

    private func other(_ end: SocketEnd) -> SocketEnd? { end === client ? server : client }

    private func sender(_ end: SocketEnd) -> SocketMessage.Sender { end === client ? .client : .server }

    func takesMore(from end: SocketEnd) -> Bool { other(end)?.isWritable ?? false }

    func receive(_ bytes: ByteBuffer, _ opcode: WebSocketOpcode, from end: SocketEnd) {
        // Checked here, too: the notification of a changed switch may be pending, and no message may be sent then.
        guard service.decider.keepsOpen(routed, passedUnder: policy) else { return close(.switched) }
        notes.message(bytes, opcode, from: sender(end))
        other(end)?.send(bytes, opcode)
    }

    func receiveClose(_ close: SocketClose, from end: SocketEnd) {
        notes.end(close, by: sender(end))
        // The other side answers it.
        guard let other = other(end), !other.isOver else { return end.close(close) }
        pending = close
        other.close(close)
    }

    func endDrained(_ end: SocketEnd) { other(end)?.readOn() }

    func endFailed(_ end: SocketEnd, _ failure: SocketFailure) {
        let side = sender(end)
        switch failure {
        case .gone, .silent:
            notes.end(failure.close, by: side, why: failure.close.reason)
            if let pending { other(end)?.close(pending) } else { other(end)?.drop() }
        case .broken:
            notes.end(failure.close, by: .server, why: "\(failure.close.reason), from the \(side.rawValue)")
            other(end)?.close(failure.close)
        }
    }

    func switchesChanged() {
        if !service.decider.keepsOpen(routed, passedUnder: policy) { close(.switched) }
    }

    func gatewayEnds() { close(.gatewayEnds) }

    /// Closes both sides on behalf of the gateway.
    private func close(_ close: SocketClose) {
        notes.end(close, by: .server, why: close.reason)
        client?.close(close)
        // A server is not informed about demo mode.
        server?.close(SocketClose(code: 1_001))
    }
}

/// Records the messages of a WebSocket in the journal, and its end there and in the log.
final class SocketNotes {
    private let record: Act.Record?
    private let service: GatewayService
    private let path: String
    private let began = ContinuousClock.now
    private var counts: [SocketMessage.Sender: Int] = [:]
    private var hasEnded = false

    init(_ turn: Turn, _ service: GatewayService) {
        record = turn.act?.record
        path = turn.head?.request.path ?? "/"
        self.service = service
    }

    /// Records a message, but not pings and pongs.
    func message(_ bytes: ByteBuffer, _ opcode: WebSocketOpcode, from sender: SocketMessage.Sender) {
        guard opcode == .text || opcode == .binary else { return }
        counts[sender, default: 0] += 1
        note(SocketMessage(from: sender, opcode == .text ? .text : .binary, bytes.readableBytesView, at: time))
    }

    /// Records the end, once.
    ///
    /// - Parameter why: the reason, for the log.
    func end(_ close: SocketClose, by sender: SocketMessage.Sender, why: String = "") {
        guard !hasEnded else { return }
        hasEnded = true
        note(SocketMessage(from: sender, .close(code: close.code), close.reason.utf8, at: time))
        let (received, sent) = (counts[.client] ?? 0, counts[.server] ?? 0)
        let reason = [why, close.reason].first { !$0.isEmpty }.map { ": " + $0 } ?? ""
        service.log.note(
            "GET", path, status: close.code.map { String($0) } ?? "-", outcome: "closed", duration: time,
            redactor: service.decider.journal.redactor,
            why: "\(received) received, \(sent) sent, by the \(sender.rawValue)\(reason)")
        service.log.flush()
    }

    private var time: Duration { began.duration(to: .now) }

    private func note(_ message: SocketMessage) {
        guard let record else { return }
        record.manager.note(message, of: record.exchange)
    }
}
