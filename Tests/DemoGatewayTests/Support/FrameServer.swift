import NIOCore
import NIOPosix
import NIOSSL

/// A server of HTTP/2 with TLS that answers the first request with this status, byte for byte.
final class FrameServer: Sendable {
    let port: Int
    private let channel: any Channel

    init(status: String, _ authority: TestAuthority) async throws {
        let (certificate, key) = try authority.issue()
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
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
        private var hasGreeted = false

        init(_ status: String) { self.status = status }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received += unwrapInboundIn(data).readableBytesView
            if !hasGreeted {
                hasGreeted = true
                // Settings, and the acknowledgement of the client's.
                send([0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0], context)
            }
            // After the preface.
            var place = 24
            while received.count >= place + 9 {
                let length = received[place..<place + 3].reduce(0) { $0 << 8 | Int($1) }
                if received[place + 3] == 1 {
                    received = []
                    // A literal field with the name of the static table's eighth: RFC 7541 section 6.2.2.
                    let block = [0x08, UInt8(status.utf8.count)] + Array(status.utf8)
                    return send([0, 0, UInt8(block.count), 1, 5, 0, 0, 0, 1] + block, context)
                }
                place += 9 + length
            }
        }

        private func send(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        }
    }
}
