import NIOCore
import NIOPosix
import NIOSSL
import NIOWebSocket

/// A WebSocket client that sends what it is told, also what breaks the rules, and keeps what comes.
struct SocketClient: Sendable {
    enum Event: Hashable, Sendable {
        case text(String)
        case binary([UInt8])
        case ping(String)
        case pong(String)
        case close(Int?, String)
        /// The connection is over.
        case end

        /// The code of a close.
        var code: Int? { if case .close(let code, _) = self { code } else { nil } }
    }

    private let channel: any Channel
    private let stream: AsyncStream<Event>
    /// The reply to the handshake, up to its empty line; its status and headers.
    let head: String

    var status: Int { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }

    func header(_ name: String) -> String? {
        head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
            .map { String($0.dropFirst(name.count + 2)) }
    }

    /// - Parameters:
    ///   - headers: beside the usual ones, or in their place; nil values leave one out.
    ///   - body: sent behind the head, at once.
    ///   - tls: of a connection to localhost.
    init(
        port: Int, _ path: String, method: String = "GET", headers: [String: String?] = [:],
        body: [UInt8] = [], tls: NIOSSLContext? = nil
    ) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
        let group = MultiThreadedEventLoopGroup.singleton
        let answered = group.any().makePromise(of: String.self)
        var fields: [String: String?] = [
            "Host": "localhost:\(port)", "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        ]
        for (name, value) in headers { fields.updateValue(value, forKey: name) }
        let lines = fields.sorted { $0.key < $1.key }.map { name, value in value.map { "\(name): \($0)\r\n" } ?? "" }
            .joined()
        channel = try await ClientBootstrap(group: group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls {
                        try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: "localhost"))
                    }
                    try pipeline.addHandler(Handshake(answered, continuation))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        // A message that never comes fails its test, and does not hold it for ever.
        let end = channel.eventLoop.scheduleTask(in: .minutes(2)) { [channel] in channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in end.cancel() }
        self.stream = stream
        let request = "\(method) \(path) HTTP/1.1\r\n\(lines)\r\n"
        try await channel.writeAndFlush(ByteBuffer(bytes: Array(request.utf8) + body)).get()
        head = try await answered.futureResult.get()
    }

    /// The next event.
    func next() async -> Event {
        for await event in stream { return event }
        return .end
    }

    /// The next events; fewer if the connection ends.
    func next(_ count: Int) async -> [Event] {
        var events: [Event] = []
        while events.count < count, events.last != .end { events.append(await next()) }
        return events
    }

    func send(_ text: String) { send(1, Array(text.utf8)) }

    func send(
        _ opcode: UInt8, _ bytes: [UInt8], fin: Bool = true, isMasked: Bool = true, rsv1: Bool = false
    ) {
        var frame = ByteBuffer()
        frame.writeInteger((fin ? 0x80 : 0) | (rsv1 ? 0x40 : 0) | opcode)
        let mark: UInt8 = isMasked ? 0x80 : 0
        switch bytes.count {
        case ..<126: frame.writeInteger(mark | UInt8(bytes.count))
        case ..<65_536:
            frame.writeInteger(mark | 126)
            frame.writeInteger(UInt16(bytes.count))
        default:
            frame.writeInteger(mark | 127)
            frame.writeInteger(UInt64(bytes.count))
        }
        let mask: [UInt8] = [7, 11, 13, 17]
        if isMasked { frame.writeBytes(mask) }
        frame.writeBytes(isMasked ? bytes.enumerated().map { $1 ^ mask[$0 % 4] } : bytes)
        channel.writeAndFlush(frame, promise: nil)
    }

    func close(_ code: UInt16? = nil, _ reason: String = "") {
        let bytes = code.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] + Array(reason.utf8) } ?? []
        send(8, bytes)
    }

    func setReading(_ isReading: Bool) async throws { try await channel.setOption(.autoRead, value: isReading).get() }

    /// Ends the connection without a close frame.
    func leave() async { try? await channel.close() }
}

/// Reads the head of the reply, and frames behind it.
private final class Handshake: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let answered: EventLoopPromise<String>
    private let events: AsyncStream<SocketClient.Event>.Continuation
    private var received = ByteBuffer()

    init(_ answered: EventLoopPromise<String>, _ events: AsyncStream<SocketClient.Event>.Continuation) {
        (self.answered, self.events) = (answered, events)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.writeImmutableBuffer(unwrapInboundIn(data))
        guard let end = received.readableBytesView.firstRange(of: "\r\n\r\n".utf8) else { return }
        guard let head = received.readString(length: end.upperBound - received.readerIndex) else { return }
        do {
            let decoder = ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: 64 << 20))
            try context.pipeline.syncOperations.addHandlers(decoder, Collector(events))
            answered.succeed(head)
            if head.contains(" 101 ") { context.fireChannelRead(wrapInboundOut(received)) }
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        } catch {
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        // A connection that ends without a reply has an empty one.
        answered.succeed("")
        events.finish()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

private final class Collector: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    private let events: AsyncStream<SocketClient.Event>.Continuation

    init(_ events: AsyncStream<SocketClient.Event>.Continuation) { self.events = events }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        var bytes = frame.data
        switch frame.opcode {
        case .text: events.yield(.text(String(buffer: bytes)))
        case .binary: events.yield(.binary(Array(bytes.readableBytesView)))
        case .ping: events.yield(.ping(String(buffer: bytes)))
        case .pong: events.yield(.pong(String(buffer: bytes)))
        case .connectionClose:
            let code = bytes.readInteger(as: UInt16.self).map { Int($0) }
            events.yield(.close(code, String(buffer: bytes)))
        default: break
        }
    }

    func channelInactive(context: ChannelHandlerContext) { events.finish() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
