import DemoManager
import NIOCore
import NIOHTTP1

/// Receives the requests of a client one after another and responds to each.
///
/// All code runs on the connection's event loop. A stub's reply without a delay is sent at once, without a task. While
/// a response is pending, little is read ahead, so that the socket slows down clients that send faster than they read.
final class ConnectionHandler {
    /// The connection to the client: HTTP/1, or a stream of HTTP/2 with one request.
    protocol Wire: AnyObject {
        /// The connection; nil once it is over.
        var channel: (any Channel)? { get }
        /// False while the client reads its response too slowly.
        var isWritable: Bool { get }
        /// The client's address.
        var address: String? { get }
        /// Resumes suspended reading.
        func readOn()
        /// Writes the head of a response, with its body if that is short and complete.
        func write(_ head: ResponseHead, _ body: [UInt8])
        /// Writes a part of a body.
        func write(_ bytes: ByteBuffer, isChunk: Bool)
        func writeContinue()
        func writeEnd(isChunked: Bool)
        func flush()
        func close()
        /// Closes it with a reset.
        func reset()
    }

    /// The meaning of a deadline.
    enum Wait {
        /// No request for a while.
        case idle
        /// A head is incomplete.
        case head
        /// A body is incomplete.
        case body
        /// The client does not read its response.
        case reader
        /// The connection was ended and drains.
        case lingering
        /// The client has half-closed, and there is no progress.
        case halfClosed
    }

    let service: GatewayService
    let transport: Transport
    /// Nil for a stream.
    let watch: ByteWatch?
    let loop: any EventLoop
    /// Nil once the client is gone.
    var wire: (any Wire)?
    var turn: Turn?
    /// Parts of later requests, received while one is being answered.
    private var waiting = CircularBuffer<HTTPServerRequestPart>(initialCapacity: 1)
    /// True while output is collected for one flush: during a read, and during a whole response.
    var isGathering = false
    var needsFlush = false
    /// True once no more data of the client is needed.
    var isEnding = false { didSet { watch?.isOver = isEnding } }
    var isInputClosed = false
    let clock: DeadlineClock
    var deadline: (at: NIODeadline, wait: Wait)?

    /// - Parameter watch: nil for a stream.
    init(
        _ service: GatewayService, _ transport: Transport, _ clock: DeadlineClock, watch: ByteWatch? = nil,
        on loop: any EventLoop
    ) {
        (self.service, self.transport, self.clock, self.watch, self.loop) = (service, transport, clock, watch, loop)
    }

    var isStream: Bool { watch == nil }

    // MARK: Life

    /// Starts a new connection.
    ///
    /// - Parameter isAdmitted: false if there are too many.
    func begin(isAdmitted: Bool) {
        guard !isAdmitted else { return expectRequest() }
        let turn = Turn(nil)
        turn.failure = "too many connections"
        self.turn = turn
        answer(turn, .problem(503, "The gateway has too many connections. Try again later."))
    }

    /// Called when the client disconnected, or another protocol takes over its connection.
    func end() {
        wire = nil
        deadline = nil
    }

    /// Called when the client disconnected.
    func leave() {
        end()
        if let turn { abandon(turn) }
        turn = nil
        waiting.removeAll()
    }

    // MARK: Reading

    /// Waits for the next request, or for the rest of its head.
    private func expectRequest() {
        let hasBegun = watch?.hasBegunHead == true
        expect(hasBegun ? .head : .idle, after: hasBegun ? service.limits.headTime : service.limits.idle)
    }

    /// True if bytes of the client are needed now.
    var takesMore: Bool {
        guard let turn, !isEnding else { return true }
        // Reading one part ahead costs less than to stop and restart at each request.
        if turn.hasWholeRequest { return !isStream && waiting.isEmpty && turn.head?.asksForUpgrade == false }
        if turn.isUndecided { return false }
        if case .uploading(let forwarded) = turn.intake { return forwarded.takesMore }
        return true
    }

    /// Resumes suspended reading.
    func readOn() {
        if takesMore { wire?.readOn() }
    }

    /// Receives a part of a request. The next request waits for the end of this one.
    func receive(_ part: HTTPServerRequestPart) {
        if case .body(let bytes) = part, let turn, turn.awaitsBody, bytes.readableBytes > 0 { bodyBegan(turn) }
        let isNext = turn.map { !part.isHead && !$0.isUndecided } ?? true
        if waiting.isEmpty, isNext { take(part) } else { waiting.append(part) }
    }

    /// Called when the available bytes were read.
    func readEnded() {
        isGathering = false
        if turn == nil, watch?.hasBegunHead == true, !isEnding, deadline?.wait != .head { expectRequest() }
        flushIfNeeded()
    }

    private func take(_ part: HTTPServerRequestPart) {
        guard !isEnding else { return }
        switch part {
        case .head(let head):
            begin(Result { () throws(HeadProblem) in try RequestHead(head, scheme: transport.scheme) })
        case .body(let bytes):
            guard let turn else { return }
            receive(bytes, turn)
        case .end:
            guard let turn else { return }
            turn.hasWholeRequest = true
            requestEnded(turn)
        }
    }

    /// Continues with the next request, if the current one is over.
    func turnEnded(_ turn: Turn) {
        guard self.turn === turn else { return }
        if let stream = wire as? HTTP2Stream { return stream.stop() }
        guard turn.keepsAlive, !isInputClosed || !waiting.isEmpty else {
            // Unread bytes would end the connection before the client has read its response.
            return turn.hasWholeRequest && waiting.isEmpty && !isLingering(turn) ? closeWhenWritten() : endSoftly()
        }
        guard turn.hasWholeRequest else { return expectBody(turn) }
        self.turn = nil
        expectRequest()
        takeWaiting()
    }

    /// Handles the parts that arrived meanwhile, and continues reading.
    func takeWaiting() {
        while turn.map({ !$0.hasWholeRequest && !$0.isUndecided }) ?? true, let part = waiting.popFirst() { take(part) }
        readOn()
        guard isBrokenOff, turn?.isDone == false else { return }
        turn?.failure = "the client broke off its request"
        closeNow()
    }

    /// True if the client has half-closed within its request.
    private var isBrokenOff: Bool {
        guard isInputClosed, !isEnding, let turn else { return false }
        return !turn.hasWholeRequest && !turn.isUndecided
    }

    private func isLingering(_ turn: Turn) -> Bool { turn.head == nil }

    /// Called when the client sends no more.
    func inputClosed() {
        isInputClosed = true
        if isEnding || turn == nil {
            closeNow()
        } else if isBrokenOff {
            turn?.failure = "the client broke off its request"
            closeNow()
        } else if case .fault = turn?.act?.kind {
            closeNow()
        } else if let held = turn?.heldAs, service.decider.journal.heldCall(held) != nil {
            // The client has most likely disconnected, so the user need not decide.
            closeNow()
        } else {
            expectHalfClosed()
        }
    }

    /// Ends the connection after the current response.
    func quiesce() {
        if let turn { turn.keepsAlive = false } else { closeNow() }
    }

    /// Called for bytes that are not HTTP/1.1, and if the connection failed.
    func fail(_ error: any Error) {
        guard !isEnding, let problem = HeadProblem(parsing: error) else {
            if transport == .tls, let words = TLSProblem.words(error) { service.log.line("- - refused  \(words)") }
            return closeNow()
        }
        if let turn, turn.hasWholeRequest {
            // Invalid bytes after a valid request, which is answered first.
            if turn.isDone { closeNow() } else { turn.keepsAlive = false }
            return
        }
        if let turn { return breakOff(turn, problem) }
        refuse(problem)
        flushIfNeeded()
    }

    /// Responds to a request without a valid head.
    func refuse(_ problem: HeadProblem) {
        let turn = Turn(nil)
        turn.failure = problem.message
        self.turn = turn
        answer(turn, GatewayReply(problem))
    }
}

extension HTTPServerRequestPart {
    fileprivate var isHead: Bool { if case .head = self { true } else { false } }
}
