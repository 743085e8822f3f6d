import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A server on the loopback interface that answers with what it was asked: `PUT /me?a=1 [X-Twice values] body`.
final class EchoServer: Sendable {
    private let channel: any Channel
    private let log: Log

    init() async throws {
        let log = Log()
        self.log = log
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Echo(log))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    /// Where it listens: `http://127.0.0.1:54321`.
    var url: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)" }
    /// What it was asked so far.
    var requests: [String] { log.lines.withLock { $0 } }

    func stop() async throws {
        try await channel.close().get()
    }

    private final class Log: Sendable {
        let lines = Mutex<[String]>([])
    }

    private final class Echo: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let log: Log
        private var line = ""

        init(_ log: Log) {
            self.log = log
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                line = "\(head.method) \(head.uri) [\(head.headers["X-Twice"].joined(separator: ","))] "
            case .body(let bytes):
                line += String(buffer: bytes)
            case .end:
                log.lines.withLock { $0.append(line) }
                let headers: HTTPHeaders = ["Content-Length": "\(line.utf8.count)"]
                let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
                context.write(wrapOutboundOut(.head(head)), promise: nil)
                context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: line)))), promise: nil)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }
    }
}
