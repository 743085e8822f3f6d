import HTTPTypes
import NIOCore
import NIOHPACK
import NIOHTTP1
import NIOHTTP2

/// A stream of HTTP/2: one request, and its response.
final class HTTP2Stream: ConnectionHandler.Wire {
    let handler: ConnectionHandler
    private let id: HTTP2StreamID
    private let connection: HTTP2Connection
    /// The number of bytes that the client may still send.
    var window: Int?
    /// The number of bytes missing from the body's announced length; nil without one.
    private var missing: Int?
    /// The frame that is not yet written, because the last one must end the stream.
    private var kept: Frame?
    /// The number of response bytes that wait for the client.
    private var unsent = 0
    /// True from too many waiting bytes until there are few.
    private var isFull = false
    private var hasWrittenEnd = false
    /// True once the end of the response was sent.
    private var hasSentEnd = false

    private enum Frame {
        case head(HPACKHeaders)
        case data(ByteBuffer)
    }

    /// The number of body bytes that a client may send ahead.
    static let window = 256 << 10
    private static let most = 64 << 10

    init(_ id: HTTP2StreamID, of connection: HTTP2Connection) {
        (self.id, self.connection) = (id, connection)
        handler = ConnectionHandler(connection.service, connection.transport, connection.clock, on: connection.loop)
        handler.wire = self
    }

    var channel: (any Channel)? { connection.channel }
    var isWritable: Bool { !isFull && connection.isWritable }
    var address: String? { connection.address }

    // MARK: Reading

    /// - Parameter isWhole: true if no body follows.
    func begin(_ fields: HPACKHeaders, isWhole: Bool) {
        let (scheme, limits) = (connection.transport.scheme, connection.service.limits)
        let head = Result { () throws(HeadProblem) in
            try RequestHead(fields, isWhole: isWhole, scheme: scheme, limits)
        }
        switch head {
        case .failure(.malformed): return connection.reset(id, .protocolError)
        case .failure: break
        case .success(let head): if !isWhole { missing = head.request.headerFields[.contentLength].flatMap { Int($0) } }
        }
        read {
            handler.begin(head, isWhole: isWhole)
            if isWhole { handler.receive(.end(nil)) }
        }
    }

    func receive(_ bytes: ByteBuffer, isLast: Bool) {
        if let left = missing.map({ $0 - bytes.readableBytes }) {
            guard isLast ? left == 0 : left >= 0 else { return connection.reset(id, .protocolError) }
            missing = left
        }
        read {
            if bytes.readableBytes > 0 { handler.receive(.body(bytes)) }
            if isLast { handler.receive(.end(nil)) }
        }
    }

    func receive(trailers: HPACKHeaders) {
        let isValid = trailers.allSatisfy { field in
            !field.name.utf8.contains { $0 == UInt8(ascii: ":") || (0x41...0x5A).contains($0) }
        }
        guard isValid else { return connection.reset(id, .protocolError) }
        receive(ByteBuffer(), isLast: true)
    }

    private func read(_ take: () -> Void) {
        handler.isGathering = true
        take()
        handler.readEnded()
    }

    /// Lets the client send more after it has used half of the window.
    func readOn() {
        guard let window, window <= Self.window / 2, handler.takesMore else { return }
        self.window = Self.window
        connection.write(.windowUpdate(windowSizeIncrement: Self.window - window), on: id)
        connection.flush()
    }

    // MARK: Writing

    func write(_ head: ResponseHead, _ body: [UInt8]) {
        write(.head(head.fields(date: connection.date.now())))
        if !body.isEmpty { write(.data(ByteBuffer(bytes: body))) }
    }

    func write(_ bytes: ByteBuffer, isChunk: Bool) { write(.data(bytes)) }

    func writeContinue() { write(.head([":status": "100"])) }

    func writeEnd(isChunked: Bool) {
        if kept == nil { kept = .data(ByteBuffer()) }
        hasWrittenEnd = true
        writeKept(isLast: true)
    }

    /// Writes a frame once the next one, or a flush, shows that it is not the last.
    private func write(_ frame: Frame) {
        writeKept()
        kept = frame
    }

    private func writeKept(isLast: Bool = false) {
        switch kept {
        case .head(let fields): connection.write(.headers(.init(headers: fields, endStream: isLast)), on: id)
        case .data(let bytes):
            unsent += bytes.readableBytes
            isFull = isFull || unsent > Self.most
            connection.write(.data(.init(data: .byteBuffer(bytes), endStream: isLast)), on: id)
        case nil: break
        }
        kept = nil
    }

    func flush() {
        writeKept()
        connection.flush(self)
    }

    /// A client may never accept the end of its stream.
    func flushed() {
        if hasWrittenEnd, !hasSentEnd { handler.expect(.reader, after: connection.service.limits.silence) }
    }

    /// Counts the sent bytes. Returns true if the client accepts more again.
    @discardableResult func sent(_ count: Int, isLast: Bool) -> Bool {
        unsent -= count
        if isLast {
            hasSentEnd = true
            handler.answerLeft()
        }
        guard isFull, unsent < Self.most / 2 else { return false }
        isFull = false
        return true
    }

    func writeOn() {
        if isWritable, let turn = handler.turn { handler.writeOn(turn) }
    }

    // MARK: Closing

    /// Asks the client to stop sending, because its response is complete (RFC 9113 section 8.1).
    func stop() {
        if hasSentEnd { connection.reset(id, .noError) }
    }

    /// Resets the stream, after the currently running code.
    func close() {
        connection.loop.assumeIsolated().execute { [connection, id] in connection.reset(id, .cancel) }
    }

    func reset() { close() }
}
