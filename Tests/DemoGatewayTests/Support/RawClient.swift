import NIOCore
import NIOPosix
import Synchronization

/// A client that sends bytes as they are and keeps what comes.
final class RawClient: Sendable {
    private let channel: any Channel
    private let received: Received

    init(port: Int) async throws {
        let received = Received()
        self.received = received
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Collector(received))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        // A reply that never comes fails its test, and does not hold it for ever.
        let end = channel.eventLoop.scheduleTask(in: .minutes(2)) { [channel] in channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in end.cancel() }
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) { channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil) }

    /// Ends the sending side alone.
    func finish() { channel.close(mode: .output, promise: nil) }

    func close() async { try? await channel.close() }

    /// Stops or goes on taking what comes.
    func setReading(_ isReading: Bool) async throws { try await channel.setOption(.autoRead, value: isReading).get() }

    /// The received text, once it is sufficient or the connection has ended.
    func text(until isEnough: (@Sendable (String) -> Bool)? = nil) async -> String {
        await received.text(until: isEnough)
    }

    /// The received bytes.
    var bytes: [UInt8] { received.bytes }

    /// True if the other side reset the connection.
    var wasReset: Bool { received.wasReset }

    /// Sends bytes on a connection of their own and gives what comes until that is sufficient, else until its end.
    static func exchange(
        _ bytes: [UInt8], port: Int, until isEnough: (@Sendable (String) -> Bool)? = nil
    ) async throws -> String {
        let client = try await RawClient(port: port)
        client.send(bytes)
        let reply = await client.text(until: isEnough)
        await client.close()
        return reply
    }
}

private final class Received: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var isOver = false
        var wasReset = false
        /// Without a condition, what waits for the end.
        var waiters: [((@Sendable (String) -> Bool)?, CheckedContinuation<String, Never>)] = []
    }
    private let state = Mutex(State())

    var bytes: [UInt8] { state.withLock { $0.bytes } }
    var wasReset: Bool { state.withLock { $0.wasReset } }

    func reset() { state.withLock { $0.wasReset = true } }

    func add(_ bytes: [UInt8], isOver: Bool) {
        let ready = state.withLock { state -> [(CheckedContinuation<String, Never>, String)] in
            state.bytes += bytes
            state.isOver = state.isOver || isOver
            guard state.isOver || state.waiters.contains(where: { $0.0 != nil }) else { return [] }
            let text = String(decoding: state.bytes, as: UTF8.self)
            let isReady = state.waiters.map { state.isOver || $0.0?(text) == true }
            let ready = zip(state.waiters, isReady).filter(\.1).map { ($0.0.1, text) }
            state.waiters = zip(state.waiters, isReady).filter { !$0.1 }.map(\.0)
            return ready
        }
        for (waiter, text) in ready { waiter.resume(returning: text) }
    }

    func text(until isEnough: (@Sendable (String) -> Bool)?) async -> String {
        await withCheckedContinuation { continuation in
            let text = state.withLock { state -> String? in
                let text = String(decoding: state.bytes, as: UTF8.self)
                if state.isOver || isEnough?(text) == true { return text }
                state.waiters.append((isEnough, continuation))
                return nil
            }
            if let text { continuation.resume(returning: text) }
        }
    }
}

private final class Collector: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let received: Received

    init(_ received: Received) { self.received = received }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.add(Array(unwrapInboundIn(data).readableBytesView), isOver: false)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed { received.add([], isOver: true) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if (error as? IOError)?.errnoCode == ECONNRESET { received.reset() }
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { received.add([], isOver: true) }
}
