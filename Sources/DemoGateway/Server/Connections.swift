import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import WireFormats

/// The open connections, to be closed gracefully.
final class Connections: Sendable {
    private let open = Lock<[ObjectIdentifier: any Channel]>([:])

    var count: Int { open.withLock { $0.count } }

    func insert(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        open.withLock { $0[id] = channel }
        channel.closeFuture.whenComplete { [weak self] _ in
            self?.open.withLock { _ = $0.removeValue(forKey: id) }
        }
    }

    /// Asks every connection to end after its current response, and closes those that take longer.
    func end(within patience: Duration, on loop: any EventLoop) async {
        let channels = open.withLock { Array($0.values) }
        guard !channels.isEmpty else { return }
        for channel in channels { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
        let timer = loop.scheduleTask(in: TimeAmount(patience)) {
            for channel in channels { channel.close(promise: nil) }
        }
        for channel in channels {
            do { try await channel.closeFuture.get() } catch { continue }
        }
        timer.cancel()
    }
}

/// Accepts a limited number of connections. Others wait in the system's queue without a descriptor.
final class AcceptGate: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = Never

    private let limit: Int
    private var open = 0
    private var wantsRead = false
    private var context: ChannelHandlerContext?

    init(limit: Int) { self.limit = limit }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func read(context: ChannelHandlerContext) {
        if open < limit { context.read() } else { wantsRead = true }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        open += 1
        let channel = unwrapInboundIn(data)
        channel.closeFuture.hop(to: context.eventLoop).assumeIsolated().whenComplete { _ in self.release() }
        context.fireChannelRead(data)
    }

    private func release() {
        open -= 1
        guard wantsRead, open < limit else { return }
        wantsRead = false
        context?.read()
    }
}

/// The protocol below HTTP.
enum Transport: Sendable {
    case plain, tls
    /// Plain, on a port for HTTPS.
    case stray

    var scheme: String { self == .tls ? "https" : "http" }
}

/// Sets up the handlers of a client's connection.
struct ConnectionPipeline: Sendable {
    private let service: GatewayService
    private let connections: Connections
    /// Nil for a port without TLS.
    private let tls: NIOSSLContext?

    init(_ service: GatewayService, _ connections: Connections, tls: NIOSSLContext?) {
        self.service = service
        self.connections = connections
        self.tls = tls
    }

    func begin(on channel: any Channel) throws {
        connections.insert(channel)
        guard let tls else { return try addHTTP1(to: channel, .plain) }
        let opening = TLSOpening(self, tls, service.log, patience: TimeAmount(service.limits.headTime))
        try channel.pipeline.syncOperations.addHandler(opening)
    }

    func addHTTP1(to channel: any Channel, _ transport: Transport) throws {
        let watch = ByteWatch(
            longestLine: service.limits.requestLine, upgradingTo: transport == .tls ? nil : (self, transport))
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = service.limits.headerField
        limits.maxHeaderListSize = service.limits.headerList
        limits.maxHeaderFieldCount = service.limits.headerFields
        let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(watch)
        try pipeline.addHandler(ByteToMessageHandler(decoder))
        try pipeline.addHandler(HTTP1Connection(service, transport, watch: watch, on: channel.eventLoop))
    }

    func addHTTP2(to channel: any Channel, _ transport: Transport) throws {
        guard service.admit() else { return channel.close(promise: nil) }
        channel.closeFuture.whenComplete { [service] _ in service.release() }
        let bytes = HTTP2Bytes()
        let connection = HTTP2Connection(service, transport, bytes, on: channel.eventLoop)
        try channel.pipeline.syncOperations.addHandlers(bytes, connection.codec, connection)
    }
}

/// The file descriptors of the process: each connection uses one, and a passed request another.
package enum Descriptors {
    /// Raises the soft limit towards the hard one for the gateway's connections. The limit is bounded for child
    /// processes, such as editors, that close all descriptors one by one.
    package static func raiseLimit(to wanted: Int = 4_096) {
        guard var limits = limits(), limits.rlim_cur < wanted else { return }
        limits.rlim_cur = min(rlim_t(wanted), limits.rlim_max)
        #if canImport(Glibc)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        #else
            setrlimit(RLIMIT_NOFILE, &limits)
        #endif
    }

    /// The number of free descriptors; nil if unknown.
    static var free: Int? {
        guard let limits = limits() else { return nil }
        do {
            let used = try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
            return max(0, Int(clamping: limits.rlim_cur) - used)
        } catch {
            return nil
        }
    }

    private static func limits() -> rlimit? {
        var limits = rlimit()
        #if canImport(Glibc)
            let result = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        #else
            let result = getrlimit(RLIMIT_NOFILE, &limits)
        #endif
        return result == 0 ? limits : nil
    }
}

/// The number of connections to accept, so that passed requests always get their descriptors.
struct Capacity: Sendable, Hashable {
    let connections: Int
    /// The number of accepted sockets: these connections, and others that are answered with 503.
    let sockets: Int

    /// The number of descriptors reserved for files.
    private static let reserve = 16

    /// - Parameters:
    ///   - wanted: the connections to answer if there are enough descriptors.
    ///   - free: the number of free descriptors; nil if unknown.
    init(connections wanted: Int, free: Int?) {
        let room = max(0, (free ?? .max) - Self.reserve)
        // Of five descriptors, two are for connections, two for upstream requests, one for a refused connection.
        connections = max(1, min(wanted, room / 5 * 2))
        sockets = max(connections + 1, min(connections * 2, room - connections))
    }
}

enum Processors {
    /// The number of processors this process may use; `taskset` and containers may allow fewer than the machine has.
    /// More event loops would only compete.
    static var count: Int {
        guard let status = FileManager.default.contents(atPath: "/proc/self/status") else { return System.coreCount }
        let allowed = allowed(String(decoding: status, as: UTF8.self)) ?? System.coreCount
        return max(1, min(allowed, System.coreCount))
    }

    /// The number of allowed processors in Linux's `/proc/self/status`: the bits of the `Cpus_allowed` mask,
    /// hexadecimal in groups.
    static func allowed(_ status: String) -> Int? {
        let name = "Cpus_allowed:"
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else { return nil }
        return line.dropFirst(name.count).compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
    }
}
