import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix

/// The least an HTTP server on SwiftNIO does: its parser, one handler, the same answer to everything. What the gateway
/// costs above it is the gateway's own.
@main
struct BareServer {
    static func main() async throws {
        let arguments = CommandLine.arguments
        let isHTTP2 = arguments.last == "--http2"
        guard arguments.count == (isHTTP2 ? 3 : 2), let port = Int(arguments[1]) else {
            print("Usage: BareServer PORT [--http2]")
            return
        }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                guard !isHTTP2 else { return Self.addHTTP2(to: channel) }
                return channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.configureHTTPServerPipeline(withErrorHandling: false)
                    try pipeline.addHandler(SameAnswer())
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        try await channel.closeFuture.get()
    }

    private static func addHTTP2(to channel: any Channel) -> EventLoopFuture<Void> {
        channel.configureHTTP2Pipeline(
            mode: .server, connectionConfiguration: .init(), streamConfiguration: .init()
        ) { stream in
            stream.eventLoop.makeCompletedFuture {
                let pipeline = stream.pipeline.syncOperations
                try pipeline.addHandlers(HTTP2FramePayloadToHTTP1ServerCodec(), SameAnswer())
            }
        }.map { _ in }
    }
}

/// Answers every request with one row of JSON.
private final class SameAnswer: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let body = ByteBuffer(string: #"{"id":7,"name":"Number 7","status":"available","price":7.5}"#)

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        let headers: HTTPHeaders = [
            "Content-Type": "application/json", "Content-Length": String(body.readableBytes),
        ]
        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
