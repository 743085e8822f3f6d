import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// A real HTTP server that keeps what it was sent and answers as it is told.
package final class LoopbackServer: Sendable {
    /// A request as it came over the wire.
    package struct Request: Sendable {
        package let head: HTTPRequestHead
        package let body: [UInt8]
        /// True if the client showed a certificate.
        package let isIdentified: Bool

        package var uri: String { head.uri }
        package var headers: HTTPHeaders { head.headers }
        package var text: String { String(decoding: body, as: UTF8.self) }
        /// `PUT /me?a=1 body`.
        package var line: String { "\(head.method) \(uri) \(text)" }
    }

    package struct Reply: Sendable {
        /// The connection after a reply.
        package enum End: Sendable {
            case keep, close
            /// Closes with RST instead of FIN.
            case reset
            /// The body goes on, a byte every few milliseconds, for as long as the client listens.
            case drip
        }

        fileprivate let status: Int
        fileprivate let headers: [(String, String)]
        fileprivate let body: [UInt8]
        fileprivate let raw: String?
        fileprivate let end: End

        /// - Parameters:
        ///   - bytes: the body where it is no text.
        ///   - raw: sent instead of everything else, byte for byte.
        ///   - end: nil closes the connection after a raw reply and keeps it after others.
        package init(
            status: Int = 200, headers: [(String, String)] = [], body: String = "", bytes: [UInt8]? = nil,
            raw: String? = nil, then end: End? = nil
        ) {
            (self.status, self.headers, self.body) = (status, headers, bytes ?? Array(body.utf8))
            (self.raw, self.end) = (raw, end ?? (raw == nil ? .keep : .close))
        }

        /// No answer at all.
        package static let none = Reply(raw: "", then: .keep)
    }

    package typealias Answer = @Sendable (Request) -> Reply

    fileprivate typealias Log = NIOLockedValueBox<(requests: [Request], connections: Int)>

    package let port: Int
    private let channel: any Channel
    private let log: Log

    private init(_ channel: any Channel, _ log: Log) {
        (port, self.channel, self.log) = (channel.localAddress?.port ?? 0, channel, log)
    }

    /// - Parameters:
    ///   - tls: of a server for HTTPS; it asks for a certificate and takes any.
    ///   - socket: the path to listen on instead of a port.
    ///   - early: sent at the head of each request, byte for byte, in place of an answer.
    ///   - greeting: sent on each connection instead of HTTP, whatever the client says.
    package static func start(
        tls: NIOSSLContext? = nil, socket: String? = nil, early: String? = nil, greeting: String? = nil,
        _ answer: @escaping Answer = { _ in Reply(body: "live") }
    ) async throws -> LoopbackServer {
        let log = Log(([], 0))
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 1_024)
            .childChannelInitializer { channel in
                log.withLockedValue { $0.connections += 1 }
                return channel.eventLoop.makeCompletedFuture {
                    if let greeting { return try channel.pipeline.syncOperations.addHandler(Greeting(greeting)) }
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
        return LoopbackServer(channel, log)
    }

    /// Runs `body` with a server, which ends with it.
    package static func run(
        _ answer: @escaping Answer = { _ in Reply(body: "live") }, _ body: (LoopbackServer) async throws -> Void
    ) async throws {
        let server = try await start(answer)
        do {
            try await body(server)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    package func stop() async { try? await channel.close() }

    /// The received requests, in order.
    package var requests: [Request] { log.withLockedValue { $0.requests } }
    /// The number of connections that were opened.
    package var connections: Int { log.withLockedValue { $0.connections } }

    package var authority: String { "127.0.0.1:\(port)" }

    /// An URL of it.
    package func url(_ path: String) -> String { "http://\(authority)\(path)" }

    /// Waits until it was asked something.
    package func firstRequest() async throws {
        while requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    }

    private final class Greeting: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private let text: String

        init(_ text: String) { self.text = text }

        func channelActive(context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
    }

    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart
        private let log: Log
        private let early: String?
        private let answer: Answer
        private var head: HTTPRequestHead?
        private var body: [UInt8] = []

        init(_ log: Log, _ early: String?, _ answer: @escaping Answer) {
            (self.log, self.early, self.answer) = (log, early, answer)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                self.head = head
                body = []
                if let early { send(early, context) }
            case .body(let bytes): body += bytes.readableBytesView
            case .end:
                guard let head else { return }
                let certificate = try? context.channel.pipeline.syncOperations.nioSSL_peerCertificate()
                let request = Request(head: head, body: body, isIdentified: certificate != nil)
                log.withLockedValue { $0.requests.append(request) }
                if early == nil { write(answer(request), to: head, context) }
            }
        }

        private func write(_ reply: Reply, to request: HTTPRequestHead, _ context: ChannelHandlerContext) {
            if let raw = reply.raw {
                send(raw, context)
                return end(reply.end, context)
            }
            var headers = HTTPHeaders(reply.headers)
            if reply.status != 204, headers["content-length"].isEmpty, headers["transfer-encoding"].isEmpty {
                headers.add(name: "Content-Length", value: "\(reply.body.count)")
            }
            let status = HTTPResponseStatus(statusCode: reply.status)
            let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            if !reply.body.isEmpty, request.method != .HEAD {
                context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: reply.body)))), promise: nil)
            }
            if reply.end != .drip { context.write(wrapOutboundOut(.end(nil)), promise: nil) }
            context.flush()
            end(reply.end, context)
        }

        private func end(_ end: Reply.End, _ context: ChannelHandlerContext) {
            let channel = context.channel
            switch end {
            case .keep: break
            case .close: context.close(promise: nil)
            case .reset:
                let linger = linger(l_onoff: 1, l_linger: 0)
                (channel as? any SocketOptionProvider)?.setSoLinger(linger).whenComplete { _ in
                    channel.close(promise: nil)
                }
            case .drip:
                channel.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(5)) { task in
                    guard channel.isActive else { return task.cancel() }
                    let byte = HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: "x")))
                    channel.writeAndFlush(byte, promise: nil)
                }
            }
        }

        /// Past the encoder.
        private func send(_ raw: String, _ context: ChannelHandlerContext) {
            guard let encoder = try? context.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
            else {
                return
            }
            encoder.writeAndFlush(NIOAny(IOData.byteBuffer(ByteBuffer(string: raw))), promise: nil)
        }
    }
}
