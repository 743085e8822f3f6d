import NIOCore

/// Stands in front of the parser and sees what the parser does not tell: that a head has begun, and how long its first line
/// is.
final class ByteWatch: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// Whether bytes of a head came that is not whole yet.
    private(set) var hasBegunHead = false
    /// Whether the connection is over: what still comes is thrown away unread.
    var isOver = false
    private var isInBody = false
    private var lineLength = 0
    private var lineEnded = false
    private let longestLine: Int

    /// A request line that is too long.
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

    /// A head was read whole: its body comes, which may be empty.
    func headEnded() {
        isInBody = true
        hasBegunHead = false
    }

    /// A request was read whole: the next one begins.
    func requestEnded() {
        isInBody = false
        hasBegunHead = false
        lineLength = 0
        lineEnded = false
    }
}
