import NIOCore
import NIOPosix
import Synchronization

/// A proxy as companies have them: tunnels for CONNECT, and forwards requests in absolute form.
final class TestProxy: Sendable {
    let port: Int
    private let channel: any Channel
    private let log: Log

    final class Log: Sendable {
        let heads = Mutex<[String]>([])
    }

    /// The first lines of the received requests.
    var lines: [String] { log.heads.withLock { $0 }.map { String($0.prefix { $0 != "\r\n" }) } }

    /// - Parameter credentials: as in `Proxy-Authorization`; requests without them get 407.
    init(credentials: String? = nil) async throws {
        let log = Log()
        self.log = log
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Front(log, credentials))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
    }

    func stop() async { try? await channel.close() }

    /// Reads a head, connects to its server, and passes bytes on.
    private final class Front: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private let log: Log
        private let credentials: String?
        private var received = ByteBuffer()
        private var server: (any Channel)?
        private var isConnecting = false

        init(_ log: Log, _ credentials: String?) {
            self.log = log
            self.credentials = credentials
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if let server { return server.writeAndFlush(unwrapInboundIn(data), promise: nil) }
            received.writeImmutableBuffer(unwrapInboundIn(data))
            let text = String(buffer: received)
            guard !isConnecting, let end = text.firstRange(of: "\r\n\r\n") else { return }
            isConnecting = true
            let head = String(text[..<end.lowerBound])
            log.heads.withLock { $0.append(head) }
            if let credentials, !head.contains("Basic \(credentials)") {
                return refuse("407 Proxy Authentication Required", context)
            }
            let words = head.prefix { $0 != "\r\n" }.split(separator: " ")
            let isTunnel = words[0] == "CONNECT"
            let rest = isTunnel ? words[1] : words[1].dropFirst("http://".count)
            let authority = rest.prefix { $0 != "/" }.split(separator: ":")
            let bound = NIOLoopBound((front: self, context: context), eventLoop: context.eventLoop)
            ClientBootstrap(group: context.eventLoop)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Back(bound.value.context.channel))
                    }
                }
                .connect(host: String(authority[0]), port: Int(authority[1]) ?? 0)
                .whenComplete { result in
                    let (front, context) = bound.value
                    guard case .success(let server) = result else { return front.refuse("502 Bad Gateway", context) }
                    front.server = server
                    guard !isTunnel else {
                        let reply = ByteBuffer(string: "HTTP/1.1 200 OK\r\n\r\n")
                        return context.writeAndFlush(front.wrapOutboundOut(reply), promise: nil)
                    }
                    let path = rest.drop { $0 != "/" }
                    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false).dropFirst()
                        .filter { !$0.lowercased().hasPrefix("proxy-") }
                    let request = "\(words[0]) \(path) HTTP/1.1\r\n" + lines.joined(separator: "\r\n")
                    server.writeAndFlush(ByteBuffer(string: request), promise: nil)
                }
        }

        private func refuse(_ status: String, _ context: ChannelHandlerContext) {
            let reply = ByteBuffer(string: "HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            context.writeAndFlush(wrapOutboundOut(reply), promise: nil)
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) { server?.close(promise: nil) }
    }

    private final class Back: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let client: any Channel

        init(_ client: any Channel) { self.client = client }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            client.writeAndFlush(unwrapInboundIn(data), promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) { client.close(promise: nil) }
    }
}
