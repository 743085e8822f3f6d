import DemoManager
import HTTPTypes
import NIOCore
import NIOHTTP1

/// A client's connection: takes its requests one after another and answers each.
///
/// Everything runs on the connection's event loop. A stub's reply without a delay is sent at once, without a task.
/// Nothing is read while an answer is pending, so that the socket slows down a client that sends faster than it reads.
final class ConnectionHandler: ChannelDuplexHandler {
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
    let watch: ByteWatch
    let loop: any EventLoop
    var context: ChannelHandlerContext?
    var turn: Turn?
    /// Parts of later requests, while one is being answered.
    private var waiting = CircularBuffer<HTTPServerRequestPart>()
    private var wantsRead = false
    private var isReading = false
    private var needsFlush = false
    var isEnding = false
    var isInputClosed = false
    /// True if the gateway is stopping.
    private(set) var isLast = false
    var date = DateText()
    /// The one deadline, and the timer that checks it.
    var deadline: (at: NIODeadline, wait: Wait)?
    var timer: (at: NIODeadline, task: Scheduled<Void>)?
    private var isCounted = false

    init(_ service: GatewayService, watch: ByteWatch, on loop: any EventLoop) {
        self.service = service
        self.watch = watch
        self.loop = loop
    }

    // MARK: Life

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        isCounted = service.admit()
        if isCounted {
            expect(.idle, after: service.limits.idle)
        } else {
            let turn = Turn(nil)
            self.turn = turn
            answer(turn, .problem(503, "The gateway has too many connections. Try again later."))
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        if isCounted { service.release() }
        isCounted = false
        deadline = nil
        timer?.task.cancel()
        timer = nil
        if let turn { abandon(turn) }
        turn = nil
        waiting.removeAll()
        service.log.flush()
        context.fireChannelInactive()
    }

    // MARK: Reading

    func read(context: ChannelHandlerContext) {
        if takesMore { context.read() } else { wantsRead = true }
    }

    /// True if bytes of the client are wanted now.
    private var takesMore: Bool {
        guard let turn, !isEnding else { return true }
        if turn.hasWholeRequest || turn.isUndecided { return false }
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
        isReading = true
        let part = unwrapInboundIn(data)
        switch part {
        case .head: watch.headEnded()
        case .body: break
        case .end: watch.requestEnded()
        }
        let isNext = turn.map { !part.isHead && !$0.isUndecided } ?? true
        if waiting.isEmpty, isNext { take(part) } else { waiting.append(part) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        if turn == nil, watch.hasBegunHead, !isEnding, deadline?.wait != .head {
            expect(.head, after: service.limits.headTime)
        }
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
        guard turn.keepsAlive, !isInputClosed || !waiting.isEmpty else {
            // Unread bytes would end the connection before the client has read its answer.
            return turn.hasWholeRequest && waiting.isEmpty && !isLingering(turn) ? closeWhenWritten() : endSoftly()
        }
        guard turn.hasWholeRequest else { return expectBody(turn) }
        self.turn = nil
        expect(.idle, after: service.limits.idle)
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
            } else {
                expectHalfClosed()
            }
        }
        if event is GatewayEnds {
            isLast = true
            if let turn { turn.keepsAlive = false } else { closeNow() }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isEnding, let problem = HeadProblem(parsing: error) else { return closeNow() }
        if let turn, turn.hasWholeRequest {
            // Invalid bytes follow a valid request, which is answered first.
            if turn.isDone { closeNow() } else { turn.keepsAlive = false }
            return
        }
        if let turn { return breakOff(turn, problem) }
        let turn = Turn(nil)
        self.turn = turn
        answer(turn, GatewayReply(problem))
        flushIfNeeded()
    }

    // MARK: Writing

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if let turn, context.channel.isWritable { writeOn(turn) }
        context.fireChannelWritabilityChanged()
    }

    /// Writes; output during a read is flushed at its end.
    func write(_ buffer: ByteBuffer) {
        guard let context else { return }
        context.write(wrapOutboundOut(buffer), promise: nil)
        needsFlush = true
        if !isReading { flushIfNeeded() }
    }

    /// Flushes the log, unless the end of a read does.
    func flushLog() {
        if !isReading { service.log.flush() }
    }

    func flushIfNeeded() {
        guard needsFlush else { return }
        needsFlush = false
        context?.flush()
    }
}

extension HTTPServerRequestPart {
    fileprivate var isHead: Bool { if case .head = self { true } else { false } }
}
