import NIOCore
import NIOHTTP2

/// Observes the bytes before NIO's HTTP/2, which applies its own settings only after the client has acknowledged them.
/// Until then it refuses headers over 16 KiB.
final class HTTP2Bytes: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// True once the connection is over; further bytes are discarded.
    var isOver = false
    private var frames = FrameReader()
    private var settings = SettingsAnswer.open

    /// True while a head, or the header of a frame, is incomplete.
    var isInHead: Bool { frames.isInHead }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isOver { return }
        var rest = unwrapInboundIn(data)
        if settings == .over {
            while frames.next(&rest) != nil {}
            return context.fireChannelRead(data)
        }
        var bytes = ByteBuffer()
        while let part = frames.next(&rest) { settings.take(part, &bytes, isFrameComplete: frames.missing == 0) }
        context.fireChannelRead(wrapInboundOut(bytes))
    }
}

/// Acknowledges the gateway's settings right after those of the client, and drops the client's own acknowledgement.
/// This is safe because all settings only permit more than the defaults.
private enum SettingsAnswer {
    case open, inSettings, acknowledged, over

    mutating func take(_ part: FrameReader.Part, _ result: inout ByteBuffer, isFrameComplete: Bool) {
        switch part {
        case .header(let header, let type, let flags):
            let isSettings = type == 4
            let isAnswer = isSettings && flags & 1 == 1
            if isSettings, !isAnswer, self == .open { self = .inSettings }
            let isDropped = isAnswer && self == .acknowledged
            if isAnswer { self = .over }
            if !isDropped { result.writeImmutableBuffer(header) }
        case .payload(let bytes): result.writeImmutableBuffer(bytes)
        }
        guard self == .inSettings, isFrameComplete else { return }
        self = .acknowledged
        result.writeBytes([0, 0, 0, 4, 1, 0, 0, 0, 0])
    }
}

/// Finds the frames in a connection's bytes (RFC 9113 section 4.1).
private struct FrameReader {
    enum Part {
        case header(ByteBuffer, type: UInt8, flags: UInt8)
        /// A part of the preface or of a frame's payload.
        case payload(ByteBuffer)
    }

    /// The number of bytes before the next frame; initially those of the preface.
    private(set) var missing = 24
    /// The received part of a frame's header.
    private var begun = ByteBuffer()
    private var isInBlock = false
    private var isLastOfBlock = false

    var isInHead: Bool { isInBlock || begun.readableBytes > 0 }

    /// The next part; nil after all bytes are read.
    mutating func next(_ bytes: inout ByteBuffer) -> Part? {
        if missing > 0 {
            guard let part = bytes.readSlice(length: min(missing, bytes.readableBytes)), part.readableBytes > 0 else {
                return nil
            }
            missing -= part.readableBytes
            endFrame()
            return .payload(part)
        }
        guard var header = bytes.readSlice(length: min(9 - begun.readableBytes, bytes.readableBytes)) else {
            return nil
        }
        if header.readableBytes < 9 {
            begun.writeBuffer(&header)
            guard begun.readableBytes == 9 else { return nil }
            (header, begun) = (begun, ByteBuffer())
        }
        guard
            let (high, low, type, flags) = header.getMultipleIntegers(
                at: header.readerIndex, as: (UInt8, UInt16, UInt8, UInt8).self)
        else { return nil }
        missing = Int(high) << 16 | Int(low)
        // HEADERS and CONTINUATION; the flag END_HEADERS.
        if type == 1 || type == 9 {
            isInBlock = true
            isLastOfBlock = flags & 4 != 0
        }
        endFrame()
        return .header(header, type: type, flags: flags)
    }

    private mutating func endFrame() {
        if missing == 0, isLastOfBlock { (isInBlock, isLastOfBlock) = (false, false) }
    }
}
