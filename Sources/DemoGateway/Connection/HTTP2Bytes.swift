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
    private var frames = FrameReader()
    private var settings = SettingsAnswer.open

    /// True while a head is incomplete, or the beginning of a frame.
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
}

/// Acknowledges the gateway's settings right after those of the client, and drops the client's own acknowledgement. All
/// of them only allow more than is usual.
private enum SettingsAnswer {
    case open, inSettings, acknowledged, over

    mutating func take(_ part: FrameReader.Part, _ result: inout ByteBuffer, isFrameComplete: Bool) {
        switch part {
        case .header(let header):
            let isSettings = header[3] == 4
            let isAnswer = isSettings && header[4] & 1 == 1
            if isSettings, !isAnswer, self == .open { self = .inSettings }
            let isDropped = isAnswer && self == .acknowledged
            if isAnswer { self = .over }
            if !isDropped { result.writeBytes(header) }
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
        case header([UInt8])
        /// A part of the preface or of a frame's payload.
        case payload(ByteBuffer)
    }

    /// Bytes up to the next frame: at first, the preface.
    private(set) var missing = 24
    private var header: [UInt8] = []
    private var isInBlock = false
    private var isLastOfBlock = false

    var isInHead: Bool { isInBlock || !header.isEmpty }

    /// The next part; nil once all bytes are read.
    mutating func next(_ bytes: inout ByteBuffer) -> Part? {
        if missing > 0 {
            guard let part = bytes.readSlice(length: min(missing, bytes.readableBytes)), part.readableBytes > 0 else {
                return nil
            }
            missing -= part.readableBytes
            endFrame()
            return .payload(part)
        }
        header += bytes.readBytes(length: min(9 - header.count, bytes.readableBytes)) ?? []
        guard header.count == 9 else { return nil }
        defer { header = [] }
        missing = header[..<3].reduce(0) { $0 << 8 | Int($1) }
        // HEADERS and CONTINUATION; the flag END_HEADERS.
        if header[3] == 1 || header[3] == 9 {
            isInBlock = true
            isLastOfBlock = header[4] & 4 != 0
        }
        endFrame()
        return .header(header)
    }

    private mutating func endFrame() {
        if missing == 0, isLastOfBlock { (isInBlock, isLastOfBlock) = (false, false) }
    }
}
