import NIOCore
import NIOHTTP1

/// Observes the bytes before the parser, which reports neither that a head has begun nor how long its first line is. It
/// also recognizes clients that start with HTTP/2 (RFC 9113 section 3.3).
final class ByteWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// True if bytes of an incomplete head arrived.
    private(set) var hasBegunHead = false
    /// True once the connection is over; further bytes are discarded.
    var isOver = false
    private var isInBody = false
    private var lineLength = 0
    private var lineEnded = false
    private let longestLine: Int
    /// Nil once the first bytes are known to be HTTP/1.1.
    private var opening: Opening?

    private struct Opening {
        let pipeline: ConnectionPipeline
        let transport: Transport
        /// The first bytes, while they are too few to decide.
        var held: ByteBuffer?
        var isHTTP2 = false
    }

    /// - Parameter upgrade: sets up HTTP/2 for clients that start with it; nil for HTTP/1.1 only.
    init(longestLine: Int, upgradingTo upgrade: (ConnectionPipeline, Transport)?) {
        self.longestLine = longestLine
        opening = upgrade.map { Opening(pipeline: $0, transport: $1) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isOver { return }
        guard opening == nil else { return readFirst(unwrapInboundIn(data), context) }
        read(data, context)
    }

    private func read(_ data: NIOAny, _ context: ChannelHandlerContext) {
        if !isInBody {
            hasBegunHead = true
            if !lineEnded, countLine(unwrapInboundIn(data)) > longestLine {
                isOver = true
                context.fireErrorCaught(HeadProblem.longLine)
                return
            }
        }
        context.fireChannelRead(data)
    }

    private func countLine(_ bytes: ByteBuffer) -> Int {
        bytes.withUnsafeReadableBytes { view in
            let end = view.firstIndex(of: UInt8(ascii: "\n"))
            lineLength += end ?? view.count
            lineEnded = end != nil
        }
        return lineLength
    }

    /// Called when the head is complete; its body follows, possibly empty.
    func headEnded() {
        isInBody = true
        hasBegunHead = false
    }

    /// Called when the request is complete.
    func requestEnded() {
        isInBody = false
        hasBegunHead = false
        lineLength = 0
        lineEnded = false
    }

    // MARK: HTTP/2

    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// Buffers bytes as long as they may be the preface of HTTP/2, at most 24.
    private func readFirst(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        var first = opening?.held ?? bytes
        if opening?.held != nil { first.writeImmutableBuffer(bytes) }
        if TLSOpening.isHello(first) {
            isOver = true
            return context.fireErrorCaught(HeadProblem.secure)
        }
        if opening?.isHTTP2 == false, !zip(first.readableBytesView, Self.preface).allSatisfy({ $0 == $1 }) {
            opening = nil
            return read(NIOAny(first), context)
        }
        hasBegunHead = true
        opening?.held = first
        guard opening?.isHTTP2 == false, first.readableBytes >= Self.preface.count else { return }
        opening?.isHTTP2 = true
        changeToHTTP2(context)
    }

    /// Replaces the handlers of HTTP/1.1. The parser is removed later, so bytes are buffered until then.
    private func changeToHTTP2(_ context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let parser = try pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let handler = try pipeline.context(handlerType: HTTP1Connection.self)
            pipeline.removeHandler(context: handler, promise: nil)
            pipeline.removeHandler(context: parser).assumeIsolated().whenComplete { [self] _ in beginHTTP2(context) }
        } catch {
            context.close(promise: nil)
        }
    }

    private func beginHTTP2(_ context: ChannelHandlerContext) {
        guard let opening, let bytes = opening.held else { return }
        let channel = context.channel
        let pipeline = context.pipeline.syncOperations
        pipeline.removeHandler(context: context, promise: nil)
        do {
            try opening.pipeline.addHTTP2(to: channel, opening.transport)
            pipeline.fireChannelRead(NIOAny(bytes))
            pipeline.fireChannelReadComplete()
        } catch {
            channel.close(promise: nil)
        }
    }
}
