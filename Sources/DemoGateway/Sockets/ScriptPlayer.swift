import DemoManager
import DemoManagerFiles
import NIOCore
import NIOWebSocket

/// Plays the script of a stub: messages at the start, and replies to messages of the client.
final class ScriptPlayer: SocketReceiver {
    /// A sequence of steps at the start, or of a reply.
    private final class Run {
        var steps: ArraySlice<SocketScript.Step>
        /// The number of times the first step was sent.
        var sent = 0
        /// The message that is replied to.
        let message: [UInt8]
        /// The current pause.
        var pause: Scheduled<Void>?

        init(_ steps: [SocketScript.Step], _ message: [UInt8]) {
            self.steps = steps[...]
            self.message = message
        }
    }

    private let script: SocketScript
    private let routed: RoutedRequest
    private let service: GatewayService
    private let notes: SocketNotes
    private let loop: any EventLoop
    private weak var end: SocketEnd?
    /// Runs that are pausing, and runs that wait for the client.
    private var pausing: [ObjectIdentifier: Run] = [:]
    private var blocked: [Run] = []

    /// The maximum number of concurrent runs, above which nothing is read.
    private static let most = 100
    /// The number of messages sent in one turn, so that a script with thousands does not block others.
    private static let batch = 100

    init(
        _ script: SocketScript, _ turn: Turn, _ routed: RoutedRequest, _ service: GatewayService, on loop: any EventLoop
    ) {
        (self.script, self.routed, self.service, self.loop) = (script, routed, service, loop)
        notes = SocketNotes(turn, service)
    }

    func begin(_ end: SocketEnd) {
        self.end = end
        play(Run(script.opening, []))
    }

    func takesMore(from end: SocketEnd) -> Bool { end.isWritable && pausing.count < Self.most }

    func receive(_ bytes: ByteBuffer, _ opcode: WebSocketOpcode, from end: SocketEnd) {
        if opcode == .ping { return end.send(bytes, .pong) }
        guard opcode != .pong else { return }
        notes.message(bytes, opcode, from: .client)
        let message = Array(bytes.readableBytesView)
        play(Run(script.steps(answering: message), message))
    }

    func receiveClose(_ close: SocketClose, from end: SocketEnd) {
        stop()
        notes.end(close, by: .client)
        end.close(close)
    }

    func endDrained(_ end: SocketEnd) {
        let runs = blocked
        blocked = []
        for run in runs { play(run) }
        end.readOn()
    }

    func endFailed(_ end: SocketEnd, _ failure: SocketFailure) {
        stop()
        notes.end(failure.close, by: failure.isByGateway ? .server : .client)
    }

    func switchesChanged() {
        guard !service.decider.keepsOpen(routed, passedUnder: nil) else { return }
        close(.switched)
    }

    func gatewayEnds() { close(.gatewayEnds) }

    private func close(_ close: SocketClose) {
        guard let end, !end.isOver else { return }
        stop()
        notes.end(close, by: .server)
        end.close(close)
    }

    private func stop() {
        for run in pausing.values { run.pause?.cancel() }
        (pausing, blocked) = ([:], [])
    }

    // MARK: Steps

    /// Continues with the current step, without its pause if that has passed.
    private func play(_ run: Run, isPaused: Bool = true) {
        var isPaused = isPaused
        var rest = Self.batch
        defer { end?.flush() }
        while let step = run.steps.first {
            guard let end, !end.isOver else { return }
            if isPaused, step.after > .zero { return wait(run, step.after) }
            guard rest > 0 else { return wait(run, .zero) }
            rest -= 1
            guard end.isWritable else { return blocked.append(run) }
            isPaused = true
            guard send(step, run.message, on: end) else { return }
            run.sent += 1
            if run.sent == step.count {
                run.sent = 0
                run.steps.removeFirst()
            }
        }
    }

    private func wait(_ run: Run, _ pause: Duration) {
        pausing[ObjectIdentifier(run)] = run
        run.pause = loop.assumeIsolated().scheduleTask(in: TimeAmount(pause)) { [self] in
            pausing[ObjectIdentifier(run)] = nil
            play(run, isPaused: false)
            end?.readOn()
        }
    }

    /// Sends a message; false if it was the last one.
    private func send(_ step: SocketScript.Step, _ message: [UInt8], on end: SocketEnd) -> Bool {
        do {
            switch try script.output(of: step, to: routed.request, message: message) {
            case .text(let text): send(ByteBuffer(string: text), .text, on: end)
            case .binary(let bytes): send(ByteBuffer(bytes: bytes), .binary, on: end)
            case .close(let code, let reason):
                close(SocketClose(code: code, reason: reason))
                return false
            }
            return true
        } catch {
            // Reported in the log, but not to the client.
            notes.end(SocketClose(code: 1_011), by: .server, why: "\(error)")
            close(SocketClose(code: 1_011, reason: "the template of a message cannot be completed"))
            return false
        }
    }

    private func send(_ bytes: ByteBuffer, _ opcode: WebSocketOpcode, on end: SocketEnd) {
        notes.message(bytes, opcode, from: .server)
        end.write(bytes, opcode)
    }
}

extension SocketClose {
    /// The switches changed; clients reconnect (RFC 6455 section 7.4.1 and the registry).
    static let switched = SocketClose(code: 1_012, reason: "switched between demo and live")
    static let gatewayEnds = SocketClose(code: 1_001, reason: "the gateway ends")
}

extension SocketFailure {
    var isByGateway: Bool { if case .broken = self { true } else { false } }
}
