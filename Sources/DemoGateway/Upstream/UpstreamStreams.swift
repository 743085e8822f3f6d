import NIOCore
import NIOHTTP2
import ReplyHeads

/// A connection of HTTP/2 to a server: each forwarded has a stream. Confined to the loop.
final class UpstreamStreams: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    private let connections: UpstreamConnections
    private let server: UpstreamConnections.Server
    private let channel: any Channel
    private let multiplexer: NIOHTTP2Handler.StreamMultiplexer
    private var open = 0
    /// True once a stream has ended: the server may close the connection at any time.
    private var isUsed = false
    private var isGone = false
    private var idleSince = NIODeadline.now()
    /// The time for the remaining streams of a failed connection.
    private let patience: TimeAmount

    init(
        _ connections: UpstreamConnections, _ server: UpstreamConnections.Server, on channel: any Channel,
        patience: TimeAmount
    ) throws {
        self.patience = patience
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.targetWindowSize = 4 * Self.window
        connection.initialSettings = [
            HTTP2Setting(parameter: .enablePush, value: 0),
            HTTP2Setting(parameter: .initialWindowSize, value: Self.window),
        ]
        var stream = NIOHTTP2Handler.StreamConfiguration()
        stream.targetWindowSize = Self.window
        let http2 = NIOHTTP2Handler(
            mode: .client, eventLoop: channel.eventLoop, connectionConfiguration: connection,
            streamConfiguration: stream
        ) { $0.close() }
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(http2)
        multiplexer = try http2.syncMultiplexer()
        (self.connections, self.server, self.channel) = (connections, server, channel)
        try pipeline.addHandler(self)
        look()
    }

    /// The number of body bytes that a server may send ahead.
    private static let window = 256 << 10

    func begin(_ forwarded: UpstreamRequest) {
        open += 1
        let opened = channel.eventLoop.makePromise(of: (any Channel).self)
        multiplexer.createStreamChannel(promise: opened) { [isUsed] stream in
            stream.eventLoop.makeCompletedFuture {
                try stream.pipeline.syncOperations.addHandlers(
                    StreamGuard(), HTTP2FramePayloadToHTTP1ClientCodec(httpProtocol: .https),
                    UpstreamEnd(streamOn: stream.eventLoop, isUsed: isUsed))
            }
        }
        opened.futureResult.assumeIsolated().whenComplete { [self] result in
            do {
                let stream = try result.get()
                stream.closeFuture.assumeIsolated().whenComplete { [self] _ in ended() }
                forwarded.begin(on: try stream.pipeline.syncOperations.handler(type: UpstreamEnd.self))
            } catch {
                if case .failure = result { ended() }
                forwarded.fail(error)
            }
        }
    }

    private func ended() {
        open -= 1
        isUsed = true
        idleSince = .now()
        if isGone, open == 0 { channel.close(promise: nil) }
    }

    /// Closes the connection after it had no streams for a while.
    private func look() {
        let time = UpstreamConnections.idle
        channel.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in
            guard channel.isActive else { return }
            if open == 0, idleSince + time <= .now() { channel.close(promise: nil) } else { look() }
        }
    }

    /// Called when the server accepts no further streams; it still answers the existing ones.
    private func leave() {
        isGone = true
        connections.drop(self, server)
        if open == 0 { channel.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .goAway = unwrapInboundIn(data).payload { leave() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    /// NIO does not report if an error ends the connection or a stream, so the other streams get some time.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is any NIOHTTP2Error else { return context.close(promise: nil) }
        leave()
        context.eventLoop.scheduleTask(in: patience) { [channel] in channel.close(promise: nil) }
    }
}
