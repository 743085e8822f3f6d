import NIOCore
import NIOHPACK
import NIOHTTP2

/// Keeps both names of a request's host, `:authority` and `Host` (RFC 9113 section 8.3.1): NIO's codec ignores one and
/// needs the other.
final class StreamAuthority: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload

    private let scheme: String
    private var hasHead = false

    /// - Parameter scheme: of the connection.
    init(scheme: String) { self.scheme = scheme }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasHead, case .headers(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        hasHead = true
        let host = head.headers.first(name: "host")
        guard let authority = head.headers.first(name: ":authority") else {
            head.headers.add(name: ":authority", value: host ?? "")
            return context.fireChannelRead(wrapInboundOut(.headers(head)))
        }
        guard let host, host != authority, let path = head.headers.first(name: ":path"), path.hasPrefix("/") else {
            return context.fireChannelRead(data)
        }
        // In absolute form, the target is compared with the header.
        head.headers.replaceOrAdd(name: ":path", value: "\(scheme)://\(authority)\(path)")
        context.fireChannelRead(wrapInboundOut(.headers(head)))
    }
}
