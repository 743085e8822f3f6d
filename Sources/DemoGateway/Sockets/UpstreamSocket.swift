import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
import ReplyHeads

/// The server's end of a WebSocket until the handshake completes. Confined to the loop of the client's connection.
final class UpstreamSocket: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    enum Answer {
        /// The server accepts.
        case agreed(PassedReply)
        /// The server responds with HTTP.
        case refused(PassedReply, [UInt8])
        case failed(any Error)
    }

    struct Failure: Error, Hashable {
        let reason: String
    }

    private let offer: SocketOffer
    private let limits: GatewayLimits
    private let upstream: UpstreamServer?
    private var done: ((Answer) -> Void)?
    private var channel: (any Channel)?
    private var timer: Scheduled<Void>?
    private var head: HTTPResponseHead?
    private var body: [UInt8] = []

    private let encoder = HTTPRequestEncoder()
    private let decoder = ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .forwardBytes))

    /// - Parameter done: called once with the answer.
    init(_ offer: SocketOffer, _ configuration: GatewayConfiguration, done: @escaping (Answer) -> Void) {
        (self.offer, self.done) = (offer, done)
        (limits, upstream) = (configuration.limits, configuration.upstream)
    }

    /// Connects and sends the handshake.
    func open(_ connection: ServerConnection, _ request: HTTPRequestHead, on loop: any EventLoop) {
        connection.open(on: loop, within: TimeAmount(limits.connect)).assumeIsolated().whenComplete { [self] result in
            switch result {
            case .success(let channel):
                guard done != nil else { return channel.close(promise: nil) }
                self.channel = channel
                send(request, on: channel)
            case .failure(let error): finish(.failed(error))
            }
        }
    }

    private func send(_ request: HTTPRequestHead, on channel: any Channel) {
        do {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandlers(encoder, decoder, self)
            let context = try pipeline.context(handler: self)
            context.write(wrapOutboundOut(.head(request)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            timer = channel.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.firstByte)) { [self] in
                finish(.failed(HTTPClientError.readTimeout))
            }
        } catch {
            finish(.failed(error))
        }
    }

    /// Adds an end after HTTP. It sends nothing before `receive()`, because the decoder observes written data.
    func become(_ end: SocketEnd) throws {
        guard let channel else { return }
        try end.install(on: channel)
        let pipeline = channel.pipeline.syncOperations
        pipeline.removeHandler(encoder, promise: nil)
        pipeline.removeHandler(self, promise: nil)
    }

    /// Removes the rest of HTTP, and gives the server's messages to the end; the first may have arrived already.
    func receive() {
        channel?.pipeline.syncOperations.removeHandler(decoder, promise: nil)
        channel?.read()
    }

    /// Called when the client disconnected.
    func cancel() {
        done = nil
        finish(.failed(HTTPClientError.cancelled))
    }

    private func finish(_ answer: Answer) {
        timer?.cancel()
        let done = done
        self.done = nil
        if case .agreed = answer {} else { channel?.close(promise: nil) }
        done?(answer)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body(let bytes):
            guard body.count + bytes.readableBytes <= limits.unwantedBody else {
                return finish(.failed(Failure(reason: "its refusal of the WebSocket is too long")))
            }
            body += bytes.readableBytesView
        case .end:
            guard let answer = head.map(answer) else { return }
            guard case .agreed = answer else { return finish(answer) }
            // The decoder is removed immediately only while it decodes nothing.
            context.eventLoop.assumeIsolated().execute { [self] in finish(answer) }
        }
    }

    private func answer(_ head: HTTPResponseHead) -> Answer {
        let reply = PassedReply(head, from: upstream)
        guard head.status == .switchingProtocols else {
            guard (200...999).contains(head.status.code) else {
                return .failed(Failure(reason: "its reply is not valid HTTP"))
            }
            return .refused(reply, body)
        }
        guard reply.headers[.secWebSocketAccept] == offer.accept, reply.headers[.secWebSocketExtensions] == nil,
            reply.headers[.secWebSocketProtocol].map(offer.subprotocols.contains) ?? true
        else { return .failed(Failure(reason: "its answer to the WebSocket is not valid")) }
        return .agreed(reply)
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish(.failed(HTTPClientError.remoteConnectionClosed))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { finish(.failed(error)) }
}
