import DemoManager
import NIOCore
import NIOWebSocket

/// Passes messages between a client and a server. Neither side is read faster than the other one takes it.
final class SocketRelay: SocketReceiver {
    private let inquiry: Inquiry
    private let service: GatewayService
    private let notes: SocketNotes
    private let policy: UnmatchedPolicy
    private weak var client: SocketEnd?
    private weak var server: SocketEnd?
    /// The close of one side that the other one has not answered yet.
    private var pending: SocketClose?

    /// - Parameter policy: the one under which the request passed.
    init(_ turn: Turn, _ inquiry: Inquiry, _ policy: UnmatchedPolicy, _ service: GatewayService) {
        (self.inquiry, self.policy, self.service) = (inquiry, policy, service)
        notes = SocketNotes(turn, service)
    }

    func begin(client: SocketEnd, server: SocketEnd) { (self.client, self.server) = (client, server) }

    private func other(_ end: SocketEnd) -> SocketEnd? { end === client ? server : client }

    private func sender(_ end: SocketEnd) -> SocketMessage.Sender { end === client ? .client : .server }

    func takesMore(from end: SocketEnd) -> Bool { other(end)?.isWritable ?? false }

    func receive(_ bytes: ByteBuffer, _ opcode: WebSocketOpcode, from end: SocketEnd) {
        // Checked here, too: the news of a switch may still be on its way, and nothing may leave.
        guard service.decider.keepsOpen(inquiry, passedUnder: policy) else { return close(.switched) }
        notes.message(bytes, opcode, from: sender(end))
        other(end)?.send(bytes, opcode)
    }

    func receiveClose(_ close: SocketClose, from end: SocketEnd) {
        notes.end(close, by: sender(end))
        // The answer to it comes from the other side.
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
        if !service.decider.keepsOpen(inquiry, passedUnder: policy) { close(.switched) }
    }

    func gatewayEnds() { close(.gatewayEnds) }

    /// The gateway itself ends the connection, to both sides.
    private func close(_ close: SocketClose) {
        notes.end(close, by: .server, why: close.reason)
        client?.close(close)
        // A server is not told about demo mode.
        server?.close(SocketClose(code: 1_001))
    }
}
