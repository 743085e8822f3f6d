import DemoManager
import NIOCore
import NIOHTTP1
import NIOHTTP2

/// A client's connection, or one stream of HTTP/2: takes its requests one after another and answers each.
///
/// Everything runs on the connection's event loop. A stub's reply without a delay is sent at once, without a task.
/// While an answer is pending at most the next bytes are read, so that the socket slows down a client that sends faster
/// than it reads.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    /// The meaning of a deadline.
    enum Wait {
        /// No request for a while.
        case idle
        /// A head is incomplete.
        case head
        /// A body is incomplete.
        case body
        /// The client does not read its reply.
        case reader
        /// The connection was ended and drains.
        case lingering
        /// The client has half-closed, and nothing moves.
        case halfClosed
    }

    let service: GatewayService
    let transport: Transport
    /// Nil for a stream.
    let watch: ByteWatch?
    /// Writes a stream's frames at its place; nil for HTTP/1.1.
    let codec: ChannelHandlerContext?
    let loop: any EventLoop
    var context: ChannelHandlerContext?
    var turn: Turn?
    /// Parts of later requests, while one is being answered.
    private var waiting = CircularBuffer<HTTPServerRequestPart>()
    private var wantsRead = false
    /// True while output waits for a flush: during a read, and during a whole answer.
    var isGathering = false
    var needsFlush = false
    /// The frame of a stream that was not written yet. The last one ends the stream.
    var keptFrame: HTTP2Frame.FramePayload?
    /// True once the end of a stream's answer has left.
    var hasSentEnd = false
    var isEnding = false
    var isInputClosed = false
    let date: DateText
    /// Of a stream's connection; nil for HTTP/1.1.
    let clock: StreamClock?
    /// The one deadline, and the timer that checks it.
    var deadline: (at: NIODeadline, wait: Wait)?
    var timer: (at: NIODeadline, task: Scheduled<Void>)?
    private var isCounted = false

    init(_ service: GatewayService, _ transport: Transport, watch: ByteWatch, on loop: any EventLoop) {
        self.service = service
        self.transport = transport
        self.watch = watch
        codec = nil
        clock = nil
        date = DateText()
        self.loop = loop
    }

    /// A stream.
    ///
    /// - Parameters:
    ///   - date: that of its connection.
    ///   - clock: that of its connection.
    init(
        _ service: GatewayService, _ transport: Transport, codec: ChannelHandlerContext, date: DateText,
        clock: StreamClock, on loop: any EventLoop
    ) {
        self.service = service
        self.transport = transport
        watch = nil
        self.codec = codec
        self.clock = clock
        self.date = date
        self.loop = loop
    }

    var isStream: Bool { codec != nil }

    // MARK: Life

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        // After a TLS handshake the event is over.
        if context.channel.isActive { begin() }
    }

    /// Another protocol takes the connection, or it is over.
    func handlerRemoved(context: ChannelHandlerContext) {
        end()
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        begin()
        context.fireChannelActive()
    }

    private func begin() {
        // A stream begins with its head; its connection was counted.
        guard !isStream, !isCounted, turn == nil else { return }
        isCounted = service.admit()
        if isCounted {
            expectRequest()
        } else {
            let turn = Turn(nil)
            turn.failure = "too many connections"
            self.turn = turn
            answer(turn, .problem(503, "The gateway has too many connections. Try again later."))
        }
    }

    private func end() {
        if isCounted { service.release() }
        isCounted = false
        deadline = nil
        clock?.forget(self)
        timer?.task.cancel()
        timer = nil
    }

    /// Leaves the count to the connection, which stays open without this handler.
    func stayCounted() {
        guard isCounted else { return }
        isCounted = false
        context?.channel.closeFuture.whenComplete { [service] _ in service.release() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        if let turn { abandon(turn) }
        turn = nil
        waiting.removeAll()
        service.log.flush()
        context.fireChannelInactive()
    }

    // MARK: Reading

    /// Waits for the next request, or for the rest of its head.
    private func expectRequest() {
        let hasBegun = watch?.hasBegunHead == true
        expect(hasBegun ? .head : .idle, after: hasBegun ? service.limits.headTime : service.limits.idle)
    }

    func read(context: ChannelHandlerContext) {
        if takesMore { context.read() } else { wantsRead = true }
    }

    /// True if bytes of the client are wanted now.
    private var takesMore: Bool {
        guard let turn, !isEnding else { return true }
        // One read ahead costs less than to stop and start reading at each request.
        if turn.hasWholeRequest { return !isStream && waiting.isEmpty && turn.head?.asksForUpgrade == false }
        if turn.isUndecided { return false }
        if case .uploading(let passage) = turn.intake { return passage.takesMore }
        return true
    }

    /// Resumes reading that was held back.
    func readOn() {
        guard wantsRead, takesMore else { return }
        wantsRead = false
        context?.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isGathering = true
        let part = unwrapInboundIn(data)
        switch part {
        case .head: watch?.headEnded()
        case .body(let bytes): if let turn, turn.awaitsBody, bytes.readableBytes > 0 { bodyBegan(turn) }
        case .end: watch?.requestEnded()
        }
        let isNext = turn.map { !part.isHead && !$0.isUndecided } ?? true
        if waiting.isEmpty, isNext { take(part) } else { waiting.append(part) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isGathering = false
        if turn == nil, watch?.hasBegunHead == true, !isEnding, deadline?.wait != .head { expectRequest() }
        flushIfNeeded()
        service.log.flush()
        context.fireChannelReadComplete()
    }

    private func take(_ part: HTTPServerRequestPart) {
        guard !isEnding else { return }
        switch part {
        case .head(let head): begin(head)
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
        // A stream has one request.
        if isStream { return stopStream(turn) }
        guard turn.keepsAlive, !isInputClosed || !waiting.isEmpty else {
            // Unread bytes would end the connection before the client has read its answer.
            return turn.hasWholeRequest && waiting.isEmpty && !isLingering(turn) ? closeWhenWritten() : endSoftly()
        }
        guard turn.hasWholeRequest else { return expectBody(turn) }
        self.turn = nil
        expectRequest()
        takeWaiting()
    }

    /// Takes the parts that arrived meanwhile, and continues reading.
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

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed {
            isInputClosed = true
            if isEnding || turn == nil {
                closeNow()
            } else if isBrokenOff {
                turn?.failure = "the client broke off its request"
                closeNow()
            } else if case .fault = turn?.act?.kind {
                closeNow()
            } else if let held = turn?.heldAs, service.decider.journal.heldCall(held) != nil {
                // Nobody is to decide about a client that has most likely left.
                closeNow()
            } else {
                expectHalfClosed()
            }
        }
        if event is ChannelShouldQuiesceEvent {
            if let turn { turn.keepsAlive = false } else { closeNow() }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isEnding, let problem = HeadProblem(parsing: error) else {
            if transport == .tls, let words = TLSProblem.words(error) { service.log.line("- - refused  \(words)") }
            return closeNow()
        }
        if let turn, turn.hasWholeRequest {
            // Invalid bytes follow a valid request, which is answered first.
            if turn.isDone { closeNow() } else { turn.keepsAlive = false }
            return
        }
        if let turn { return breakOff(turn, problem) }
        refuse(problem)
        flushIfNeeded()
    }

    /// Answers a request without a valid head.
    func refuse(_ problem: HeadProblem) {
        let turn = Turn(nil)
        turn.failure = problem.message
        self.turn = turn
        answer(turn, GatewayReply(problem))
    }

    // MARK: Writing

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if let turn, context.channel.isWritable { writeOn(turn) }
        context.fireChannelWritabilityChanged()
    }
}

extension HTTPServerRequestPart {
    fileprivate var isHead: Bool { if case .head = self { true } else { false } }
}
