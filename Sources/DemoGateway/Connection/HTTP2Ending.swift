import NIOCore
import NIOHTTP2

/// Ends a connection of HTTP/2 that failed, whose client half-closed, or that has no streams for long. Its manager can say
/// goodbye, but waits for the client to answer, and would need a timer for each pause between streams.
final class HTTP2Ending: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    private let bytes: HTTP2Bytes
    private let log: RequestLog
    private let limits: GatewayLimits
    private var streams: [HTTP2StreamID: any Channel] = [:]
    /// With the first stream the idle time begins to count.
    private var hasHadStreams = false
    private var isInputClosed = false
    private var isEnding = false
    private var hasSaidGoodbye = false
    private var since = NIODeadline.now()
    private var timer: Scheduled<Void>?
    private var headTimer: Scheduled<Void>?
    private var context: ChannelHandlerContext?

    init(_ bytes: HTTP2Bytes, _ log: RequestLog, _ limits: GatewayLimits) {
        self.bytes = bytes
        self.log = log
        self.limits = limits
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        schedule()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        headTimer?.cancel()
        self.context = nil
    }

    /// Bounds the time for a head, as on a connection of HTTP/1.1.
    func channelReadComplete(context: ChannelHandlerContext) {
        if !bytes.isInHead {
            headTimer?.cancel()
            headTimer = nil
        } else if headTimer == nil {
            let bound = NIOLoopBound((ending: self, context: context), eventLoop: context.eventLoop)
            headTimer = context.eventLoop.scheduleTask(in: TimeAmount(limits.headTime)) {
                bound.value.ending.log.line("- 408 refused  \(HeadProblem.late.message)")
                bound.value.ending.log.flush()
                bound.value.context.close(promise: nil)
            }
        }
        context.fireChannelReadComplete()
    }

    func streamBegan(_ id: HTTP2StreamID, _ channel: any Channel) {
        streams[id] = channel
        guard !hasHadStreams else { return }
        hasHadStreams = true
        timer?.cancel()
        timer = nil
    }

    func streamEnded(_ id: HTTP2StreamID) {
        streams[id] = nil
        guard streams.isEmpty else { return }
        since = .now()
        if isInputClosed { return end() }
        // A running timer looks at the time when it fires.
        if timer == nil { schedule() }
    }

    /// The time without streams.
    private var patience: TimeAmount {
        guard hasHadStreams else { return TimeAmount(limits.headTime) }
        return TimeAmount(limits.idle) + (hasSaidGoodbye ? TimeAmount(limits.halfClosed) : .zero)
    }

    private func schedule() {
        guard let context, !isEnding else { return }
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(deadline: since + patience) { bound.value.look() }
    }

    private func look() {
        timer = nil
        guard streams.isEmpty, !isEnding else { return }
        if since + patience > .now() { return schedule() }
        guard hasHadStreams, !hasSaidGoodbye else {
            context?.close(promise: nil)
            return
        }
        hasSaidGoodbye = true
        schedule()
        context?.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }

    /// Ends the sending side once everything is written; the client may still read it.
    private func end() {
        guard !isEnding, let context else { return }
        isEnding = true
        bytes.isOver = true
        timer?.cancel()
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: TimeAmount(limits.halfClosed)) { bound.value.close(promise: nil) }
        // The last frames of a stream are flushed after its end.
        context.eventLoop.execute { [isInputClosed] in
            let ended = bound.value.eventLoop.makePromise(of: Void.self)
            if isInputClosed { ended.futureResult.whenComplete { _ in bound.value.close(promise: nil) } }
            bound.value.close(mode: .output, promise: ended)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed {
            isInputClosed = true
            if isEnding { return context.close(promise: nil) }
            if streams.isEmpty { end() }
            // Each stream decides about its answer, as a connection of HTTP/1.1 does.
            for stream in streams.values { stream.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Errors of a stream are answered already, for it alone.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isEnding else { return }
        if error is any NIOHTTP2Error {
            guard let failure = bytes.failure else { return }
            log.line("- - refused  \(words(failure))")
            log.flush()
            return end()
        }
        if let words = TLSProblem.words(error) { log.line("- - refused  \(words)") }
        context.close(promise: nil)
    }

    private func words(_ failure: HTTP2ErrorCode) -> String {
        switch failure {
        case .compressionError: "the request's headers are larger than \(limits.headerList) bytes, or not valid HTTP/2"
        case .enhanceYourCalm: "the client sends too many frames of one kind"
        default: "the client sent what is not valid HTTP/2"
        }
    }
}

/// Tells both about the streams of a connection.
struct HTTP2Streams: NIOHTTP2StreamDelegate {
    let manager: NIOHTTP2ServerConnectionManagementHandler.HTTP2StreamDelegate
    let ending: NIOLoopBound<HTTP2Ending>

    func streamCreated(_ id: HTTP2StreamID, channel: any Channel) {
        manager.streamCreated(id, channel: channel)
        ending.value.streamBegan(id, channel)
    }

    func streamClosed(_ id: HTTP2StreamID, channel: any Channel) {
        manager.streamClosed(id, channel: channel)
        ending.value.streamEnded(id)
    }
}
