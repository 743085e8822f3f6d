import DemoManager
import HTTPTypes
import NIOCore
import NIOHTTP1

/// One connection of a client: takes its requests one after the other and answers each.
///
/// Everything here runs on the connection's event loop. A request that a stub answers without a delay is answered there and
/// then, without a task; nothing is read while an answer is under way, so that a client that sends faster than it reads is
/// slowed down by its own socket.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    /// What a deadline means for the connection.
    enum Wait {
        /// Nothing was asked for a while.
        case idle
        /// A head is not finished.
        case head
        /// A body is not finished.
        case body
        /// The client takes nothing of what it is sent.
        case reader
        /// What is left of a connection that was ended.
        case lingering
        /// The client ended its side, and nothing moves any more.
        case halfClosed
    }

    let service: GatewayService
    let watch: ByteWatch
    let loop: any EventLoop
    var context: ChannelHandlerContext?
    var turn: Turn?
    /// Parts of requests that came before the one under way was answered.
    private var waiting = CircularBuffer<HTTPServerRequestPart>()
    private var wantsRead = false
    private var isReading = false
    private var needsFlush = false
    var isEnding = false
    var isInputClosed = false
    /// Whether the gateway itself ends.
    private(set) var isLast = false
    var date = DateText()
    /// The one deadline, and the timer that looks at it.
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
            answer(turn, .problem(503, "The gateway has all the connections it takes. Try again."))
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

    /// Whether bytes of the client are of use now.
    private var takesMore: Bool {
        guard let turn, !isEnding else { return true }
        if turn.hasWholeRequest || turn.isUndecided { return false }
        if case .uploading(let passage) = turn.intake { return passage.takesMore }
        return true
    }

    /// Asks for bytes that were not wanted before.
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

    /// Goes on with the next request, if the one under way is over.
    func turnEnded(_ turn: Turn) {
        guard self.turn === turn else { return }
        guard turn.keepsAlive, !isInputClosed || !waiting.isEmpty else {
            // What the client still sends would otherwise end the connection before it has read its answer.
            return turn.hasWholeRequest && waiting.isEmpty && !isLingering(turn) ? closeWhenWritten() : endSoftly()
        }
        guard turn.hasWholeRequest else { return expectBody(turn) }
        self.turn = nil
        expect(.idle, after: service.limits.idle)
        takeWaiting()
    }

    /// Takes the parts that came meanwhile, and goes on reading.
    func takeWaiting() {
        while turn.map({ !$0.hasWholeRequest && !$0.isUndecided }) ?? true, let part = waiting.popFirst() { take(part) }
        readOn()
        guard isBrokenOff, turn?.isDone == false else { return }
        turn?.failure = "the client broke off its request"
        closeNow()
    }

    /// Whether the client has ended its side within the request under way.
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
            // What is no request stands behind one: that is answered first.
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

    /// Writes; what is written while the client is being read goes out with the end of that.
    func write(_ buffer: ByteBuffer) {
        guard let context else { return }
        context.write(wrapOutboundOut(buffer), promise: nil)
        needsFlush = true
        if !isReading { flushIfNeeded() }
    }

    /// Hands on what was logged, unless the end of reading does.
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
