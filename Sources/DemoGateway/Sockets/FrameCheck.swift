import NIOCore
import NIOWebSocket

/// Refuses frames that NIO lets through: with the wrong masking, of unknown kinds, with bits that no extension explains.
final class FrameCheck: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let isMasked: Bool
    private var hasFailed = false

    /// - Parameter isMasked: true for the frames of a client.
    init(isMasked: Bool) { self.isMasked = isMasked }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasFailed else { return }
        let frame = unwrapInboundIn(data)
        guard let flaw = flaw(of: frame) else { return context.fireChannelRead(data) }
        hasFailed = true
        context.fireErrorCaught(Failure(description: flaw))
    }

    private func flaw(of frame: WebSocketFrame) -> String? {
        // RFC 6455 section 5.1.
        if (frame.maskKey != nil) != isMasked { return isMasked ? "a frame is not masked" : "a frame is masked" }
        if frame.rsv1 || frame.rsv2 || frame.rsv3 { return "a frame has bits of an extension; none was agreed on" }
        switch frame.opcode {
        case .continuation, .text, .binary, .connectionClose, .ping, .pong: return nil
        default: return "a frame has an unknown kind"
        }
    }
}
