import NIOCore
import NIOHTTP2

/// Observes the bytes in front of NIO's HTTP/2. NIO does not report that an error ends the connection. It obeys its own
/// settings only when the client has acknowledged them; until then it refuses headers over 16 KiB.
final class HTTP2Bytes: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The reason for ending the connection, if the last frame said so.
    private(set) var failure: HTTP2ErrorCode?
    /// True once the connection is over: further bytes are discarded.
    var isOver = false
    private var settings: Settings? = Settings()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isOver { return }
        guard settings != nil else { return context.fireChannelRead(data) }
        let bytes = settings?.take(unwrapInboundIn(data)) ?? ByteBuffer()
        if settings?.isOver == true { settings = nil }
        context.fireChannelRead(wrapInboundOut(bytes))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        failure = if case .byteBuffer(let bytes) = unwrapOutboundIn(data) { Self.failure(bytes) } else { nil }
        context.write(data, promise: promise)
    }

    /// The error of a GOAWAY frame (RFC 9113 section 6.8).
    private static func failure(_ bytes: ByteBuffer) -> HTTP2ErrorCode? {
        let start = bytes.readerIndex
        guard bytes.readableBytes == 17, bytes.getBytes(at: start, length: 9) == [0, 0, 8, 7, 0, 0, 0, 0, 0],
            let code = bytes.getInteger(at: start + 13, as: UInt32.self), code != 0
        else { return nil }
        return HTTP2ErrorCode(networkCode: Int(code))
    }

    /// Acknowledges the gateway's settings right after those of the client, and drops the client's own acknowledgement.
    /// All of them only allow more than is usual.
    private struct Settings {
        private(set) var isOver = false
        /// Bytes up to the next frame: at first, the preface.
        private var skipped = 24
        private var header: [UInt8] = []
        private var isInSettings = false
        private var isAcknowledged = false

        mutating func take(_ bytes: ByteBuffer) -> ByteBuffer {
            var rest = bytes
            var result = ByteBuffer()
            while !isOver, rest.readableBytes > 0 {
                if skipped > 0 {
                    let count = min(skipped, rest.readableBytes)
                    if let part = rest.readSlice(length: count) { result.writeImmutableBuffer(part) }
                    skipped -= count
                } else {
                    header += rest.readBytes(length: min(9 - header.count, rest.readableBytes)) ?? []
                    if header.count == 9 { beginFrame(&result) }
                }
                if isInSettings, skipped == 0 {
                    isInSettings = false
                    isAcknowledged = true
                    result.writeBytes([0, 0, 0, 4, 1, 0, 0, 0, 0])
                }
            }
            result.writeImmutableBuffer(rest)
            return result
        }

        private mutating func beginFrame(_ result: inout ByteBuffer) {
            let length = header[..<3].reduce(0) { $0 << 8 | Int($1) }
            let isSettings = header[3] == 4
            let isAnswer = header[4] & 1 == 1
            isOver = isSettings && isAnswer
            isInSettings = isSettings && !isAnswer && !isAcknowledged
            skipped = length
            if !isOver || !isAcknowledged { result.writeBytes(header) }
            header = []
        }
    }
}
