import NIOCore
import NIOHTTP2

/// Ends a connection of HTTP/2 that failed, whose client half-closed, or that has no streams for long. Its manager says
/// goodbye first, but waits for the client to answer.
final class HTTP2Ending: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    private let log: RequestLog
    private let patience: TimeAmount
    private var streams = 0
    private var idleSince = NIODeadline.now()
    private var timer: Scheduled<Void>?
    private var context: ChannelHandlerContext?

    /// - Parameter patience: without streams.
    init(_ log: RequestLog, patience: TimeAmount) {
        self.log = log
        self.patience = patience
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        schedule()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        self.context = nil
    }

    func streamBegan() { streams += 1 }

    func streamEnded() {
        streams -= 1
        guard streams == 0 else { return }
        idleSince = .now()
        // A running timer looks at the time when it fires.
        if timer == nil { schedule() }
    }

    private func schedule() {
        guard let context else { return }
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(deadline: idleSince + patience) { bound.value.look() }
    }

    private func look() {
        timer = nil
        guard streams == 0 else { return }
        if idleSince + patience > .now() { schedule() } else { context?.close(promise: nil) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    /// Errors of HTTP/2 are answered already, with GOAWAY or for their stream alone.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let words = TLSProblem.words(error) { log.line("- - refused  \(words)") }
        guard !(error is any NIOHTTP2Error) else { return }
        context.close(promise: nil)
    }
}

/// Tells both about the streams of a connection.
struct HTTP2Streams: NIOHTTP2StreamDelegate {
    let manager: NIOHTTP2ServerConnectionManagementHandler.HTTP2StreamDelegate
    let ending: NIOLoopBound<HTTP2Ending>

    func streamCreated(_ id: HTTP2StreamID, channel: any Channel) {
        manager.streamCreated(id, channel: channel)
        ending.value.streamBegan()
    }

    func streamClosed(_ id: HTTP2StreamID, channel: any Channel) {
        manager.streamClosed(id, channel: channel)
        ending.value.streamEnded()
    }
}
