import DemoManager
import NIOCore
import NIOWebSocket

/// Notes the messages of a WebSocket in the journal, and its end there and in the log.
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

    /// Notes a message; pings and pongs are none.
    func message(_ bytes: ByteBuffer, _ opcode: WebSocketOpcode, from sender: SocketMessage.Sender) {
        guard opcode == .text || opcode == .binary else { return }
        counts[sender, default: 0] += 1
        note(SocketMessage(from: sender, opcode == .text ? .text : .binary, bytes.readableBytesView, at: time))
    }

    /// Notes the end, once.
    ///
    /// - Parameter why: words for the log.
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
