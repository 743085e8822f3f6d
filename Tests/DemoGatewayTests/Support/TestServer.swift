import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// A server to pass requests to: keeps what it was sent and answers as it is told.
final class TestServer: Sendable {
    struct Request: Sendable {
        let head: HTTPRequestHead
        let body: [UInt8]
        /// True if the client showed a certificate.
        var isIdentified = false
    }

    struct Reply: Sendable {
        var status = 200
        var headers: [(String, String)] = []
        var body = ""
        /// The body where it is no text.
        var bytes: [UInt8]?
        /// Sent instead of everything else, byte for byte; then the connection ends, if it is not kept.
        var raw: String?
        var keepsAlive = false
    }

    let port: Int
    private let channel: any Channel
    private let log: Log

    private init(port: Int, channel: any Channel, log: Log) {
        self.port = port
        self.channel = channel
        self.log = log
    }

    final class Log: Sendable {
        let requests = Mutex<[Request]>([])
        let connections = Atomic(0)
    }

    /// The received requests.
    var received: [Request] { log.requests.withLock { $0 } }
    /// How many connections were opened.
    var connections: Int { log.connections.load(ordering: .relaxed) }

    /// - Parameters:
    ///   - tls: of a server for HTTPS; it asks for a certificate and takes any.
    ///   - socket: the path to listen on instead of a port.
    ///   - early: sent at the head of each request, byte for byte, in place of an answer.
    static func start(
        tls: NIOSSLContext? = nil, socket: String? = nil, early: String? = nil,
        _ answer: @escaping @Sendable (Request) -> Reply = { _ in Reply(body: "live") }
    ) async throws -> TestServer {
        let log = Log()
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                log.connections.add(1, ordering: .relaxed)
                return channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        let handler = NIOSSLServerHandler(context: tls) { _, promise in
                            promise.succeed(.certificateVerified)
                        }
                        try channel.pipeline.syncOperations.addHandler(handler)
                    }
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                        withPipeliningAssistance: early == nil)
                    try channel.pipeline.syncOperations.addHandler(Answering(log, early, answer))
                }
            }
        let channel = try await
            (socket.map { bootstrap.bind(unixDomainSocketPath: $0) } ?? bootstrap.bind(host: "127.0.0.1", port: 0))
            .get()
        return TestServer(port: channel.localAddress?.port ?? 0, channel: channel, log: log)
    }

    func stop() async { try? await channel.close() }

    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart
        private let log: Log
        private let early: String?
        private let answer: @Sendable (Request) -> Reply
        private var head: HTTPRequestHead?
        private var body: [UInt8] = []

        init(_ log: Log, _ early: String?, _ answer: @escaping @Sendable (Request) -> Reply) {
            self.log = log
            self.early = early
            self.answer = answer
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                self.head = head
                body = []
                if let early { send(early, keepsAlive: true, context) }
            case .body(let bytes): body += bytes.readableBytesView
            case .end:
                guard let head else { return }
                let certificate = try? context.channel.pipeline.syncOperations.nioSSL_peerCertificate()
                let request = Request(head: head, body: body, isIdentified: certificate != nil)
                log.requests.withLock { $0.append(request) }
                if early != nil { return }
                let reply = answer(request)
                if let raw = reply.raw { return send(raw, keepsAlive: reply.keepsAlive, context) }
                let bytes = reply.bytes ?? Array(reply.body.utf8)
                var headers = HTTPHeaders(reply.headers)
                if reply.status != 204, headers["content-length"].isEmpty, headers["transfer-encoding"].isEmpty {
                    headers.add(name: "Content-Length", value: "\(bytes.count)")
                }
                let status = HTTPResponseStatus(statusCode: reply.status)
                context.write(
                    wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))),
                    promise: nil)
                if !bytes.isEmpty, head.method != .HEAD {
                    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil)
                }
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }

        /// Past the encoder.
        private func send(_ raw: String, keepsAlive: Bool, _ context: ChannelHandlerContext) {
            guard let encoder = try? context.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
            else {
                return
            }
            encoder.writeAndFlush(NIOAny(IOData.byteBuffer(ByteBuffer(string: raw))), promise: nil)
            if !keepsAlive { context.close(promise: nil) }
        }
    }
}
