import NIOCore

/// Observes the bytes in front of the parser, which reports neither that a head has begun nor how long its first line
/// is.
final class ByteWatch: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// True if bytes of an incomplete head arrived.
    private(set) var hasBegunHead = false
    /// True once the connection is over: further bytes are discarded.
    var isOver = false
    private var isInBody = false
    private var lineLength = 0
    private var lineEnded = false
    private let longestLine: Int

    struct LineTooLong: Error {}

    init(longestLine: Int) { self.longestLine = longestLine }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isOver { return }
        if !isInBody {
            hasBegunHead = true
            if !lineEnded, countLine(unwrapInboundIn(data)) > longestLine {
                isOver = true
                context.fireErrorCaught(LineTooLong())
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

    /// The head is complete; its body follows, perhaps empty.
    func headEnded() {
        isInBody = true
        hasBegunHead = false
    }

    /// The request is complete.
    func requestEnded() {
        isInBody = false
        hasBegunHead = false
        lineLength = 0
        lineEnded = false
    }
}
