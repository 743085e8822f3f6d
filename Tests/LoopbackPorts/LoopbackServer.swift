import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix

/// A request as it came over the wire.
package struct Received: Sendable {
    package var method: String
    package var uri: String
    package var headers: HTTPHeaders
    package var body: [UInt8] = []

    package var text: String { String(decoding: body, as: UTF8.self) }
    /// `PUT /me?a=1 body`.
    package var line: String { "\(method) \(uri) \(text)" }
}

/// A real HTTP server on a port of its own that writes down what it is asked.
package final class LoopbackServer: Sendable {
    /// Its reply.
    package struct Reply: Sendable {
        var status: Int
        var headers: [(String, String)]
        package var body: [UInt8]
        /// True if it never answers.
        var isSilent: Bool

        package init(
            status: Int = 200, headers: [(String, String)] = [], body: String = "live", isSilent: Bool = false
        ) {
            (self.status, self.headers, self.body, self.isSilent) = (status, headers, Array(body.utf8), isSilent)
        }
    }

    private let log: NIOLockedValueBox<[Received]>
    private let channel: any Channel

    private init(_ log: NIOLockedValueBox<[Received]>, _ channel: any Channel) {
        self.log = log
        self.channel = channel
    }

    /// Runs `body` with a server that answers with `reply`.
    package static func run(
        _ reply: @escaping @Sendable (Received) -> Reply = { _ in Reply() },
        _ body: (LoopbackServer) async throws -> Void
    ) async throws {
        let log = NIOLockedValueBox<[Received]>([])
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.backlog, value: 1_024)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Handler(log, reply))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let server = LoopbackServer(log, channel)
        do {
            try await body(server)
        } catch {
            try await channel.close()
            throw error
        }
        try await channel.close()
    }

    /// Everything it was asked, in order.
    package var requests: [Received] { log.withLockedValue(\.self) }

    package var port: Int { channel.localAddress?.port ?? 0 }

    /// An URL of it.
    package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Waits until it was asked something.
    package func firstRequest() async throws {
        while requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    }
}

private final class Handler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let log: NIOLockedValueBox<[Received]>
    private let reply: @Sendable (Received) -> LoopbackServer.Reply
    private var request: Received?

    init(_ log: NIOLockedValueBox<[Received]>, _ reply: @escaping @Sendable (Received) -> LoopbackServer.Reply) {
        self.log = log
        self.reply = reply
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            request = Received(method: "\(head.method)", uri: head.uri, headers: head.headers)
        case .body(let buffer): request?.body += buffer.readableBytesView
        case .end:
            guard let request else { return }
            log.withLockedValue { $0.append(request) }
            let reply = reply(request)
            if !reply.isSilent { write(reply, context) }
        }
    }

    private func write(_ reply: LoopbackServer.Reply, _ context: ChannelHandlerContext) {
        var headers = HTTPHeaders(reply.headers)
        headers.replaceOrAdd(name: "Content-Length", value: "\(reply.body.count)")
        let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: reply.status), headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if request?.method != "HEAD" {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: reply.body)))), promise: nil)
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
