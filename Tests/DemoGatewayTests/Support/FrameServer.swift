import NIOCore
import NIOPosix
import NIOSSL

/// A server of HTTP/2 with TLS that answers the first request of a connection with this status, byte for byte, and ends
/// the connection at the second.
final class FrameServer: Sendable {
    let port: Int
    private let channel: any Channel

    init(status: String, _ authority: TestAuthority) async throws {
        var tls = try authority.serverTLS()
        tls.applicationProtocols = ["h2"]
        let context = try NIOSSLContext(configuration: tls)
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        NIOSSLServerHandler(context: context), Frames(status))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
    }

    func stop() async { try? await channel.close() }

    private final class Frames: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private let status: String
        private var received: [UInt8] = []
        /// The preface of the client, until it was read.
        private var missing = 24
        private var hasGreeted = false
        private var hasAnswered = false

        init(_ status: String) { self.status = status }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received += unwrapInboundIn(data).readableBytesView
            if !hasGreeted {
                hasGreeted = true
                // Settings, and the acknowledgement of the client's.
                send([0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0], context)
            }
            while received.count >= missing + 9 {
                let length = received[missing..<missing + 3].reduce(0) { $0 << 8 | Int($1) }
                let isHeaders = received[missing + 3] == 1
                guard received.count >= missing + 9 + length else { return }
                received.removeFirst(missing + 9 + length)
                missing = 0
                guard isHeaders else { continue }
                if hasAnswered { return context.close(promise: nil) }
                hasAnswered = true
                // A literal field with the name of the static table's eighth: RFC 7541 section 6.2.2.
                let block = [0x08, UInt8(status.utf8.count)] + Array(status.utf8)
                send([0, 0, UInt8(block.count), 1, 5, 0, 0, 0, 1] + block, context)
            }
        }

        private func send(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        }
    }
}
