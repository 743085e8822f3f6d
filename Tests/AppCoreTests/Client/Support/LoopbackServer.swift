import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// A server on a raw socket that plays a script for each request: what no decent HTTP server would send.
final class LoopbackServer: Sendable {
    /// One step of a script.
    enum Act: Sendable {
        /// Writes bytes.
        case send([UInt8])
        /// Writes one byte every few milliseconds for as long as the other side listens.
        case drip
        /// Closes the connection.
        case close
        /// Closes with RST instead of FIN.
        case reset

        static func send(_ text: String) -> Act { .send(Array(text.utf8)) }
    }

    typealias Script = @Sendable (_ request: String, _ number: Int) -> [Act]

    /// Opened with the first request.
    let asked = Latch()
    let port: Int

    private let channel: any Channel
    private let log = NIOLockedValueBox<(requests: [String], connections: Int)>(([], 0))

    /// Starts a server that plays `script` for each request; a script without an end leaves the connection open.
    ///
    /// - Parameter greeting: played on every connection before anything was asked.
    init(greeting: [Act] = [], _ script: @escaping Script) async throws {
        let log = log
        let asked = asked
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                log.withLockedValue { $0.connections += 1 }
                return channel.eventLoop.makeCompletedFuture {
                    let actor = Actor(greeting: greeting) { head in
                        let number = log.withLockedValue { log in
                            log.requests.append(head)
                            return log.requests.count
                        }
                        asked.open()
                        return script(head, number)
                    }
                    try channel.pipeline.syncOperations.addHandler(actor)
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
    }

    /// Starts a server that answers every request with the same bytes, then plays `act`.
    convenience init(sending text: String, then act: Act? = nil) async throws {
        try await self.init { _, _ in [.send(text)] + (act.map { [$0] } ?? []) }
    }

    var requests: [String] { log.withLockedValue { $0.requests } }
    var connections: Int { log.withLockedValue { $0.connections } }
    var authority: String { "127.0.0.1:\(port)" }

    deinit { channel.close(promise: nil) }

    /// Collects a request and plays.
    private final class Actor: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let greeting: [Act]
        private let script: (String) -> [Act]
        private var received = ""

        init(greeting: [Act], script: @escaping (String) -> [Act]) {
            self.greeting = greeting
            self.script = script
        }

        func channelActive(context: ChannelHandlerContext) {
            for act in greeting { play(act, context) }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received += String(buffer: unwrapInboundIn(data))
            guard let end = received.firstRange(of: "\r\n\r\n") else { return }
            let head = String(received[..<end.lowerBound])
            let body = received[end.upperBound...]
            guard body.utf8.count >= Actor.bodyLength(head) else { return }
            received = ""
            for act in script(head) { play(act, context) }
        }

        private static func bodyLength(_ head: String) -> Int {
            let prefix = "content-length: "
            let line = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix(prefix) }
            return line.flatMap { Int($0.dropFirst(prefix.count)) } ?? 0
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

        private func play(_ act: Act, _ context: ChannelHandlerContext) {
            let channel = context.channel
            switch act {
            case .send(let bytes):
                channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
            case .drip:
                channel.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(5)) { task in
                    guard channel.isActive else { return task.cancel() }
                    channel.writeAndFlush(ByteBuffer(string: "x"), promise: nil)
                }
            case .close:
                channel.close(promise: nil)
            case .reset:
                let linger = linger(l_onoff: 1, l_linger: 0)
                (channel as? any SocketOptionProvider)?.setSoLinger(linger).whenComplete { _ in
                    channel.close(promise: nil)
                }
            }
        }
    }
}
