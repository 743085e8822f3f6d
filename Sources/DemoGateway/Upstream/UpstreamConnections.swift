import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOTLS
import ReplyHeads
import WireFormats

/// The connections of one event loop to servers: requests never leave the loop of their client's connection.
///
/// Confined to the loop, which makes it sendable.
final class UpstreamConnections: @unchecked Sendable {
    struct Server: Hashable, Sendable {
        let scheme: String
        let authority: String
    }

    /// A connection that can take a further request.
    private enum Kept {
        case free(UpstreamEnd)
        case shared(UpstreamStreams)
    }

    let loop: any EventLoop
    private let clients: ServerClients
    private let limits: GatewayLimits
    /// The number of open connections of all loops, and its maximum.
    private let open: Lock<Int>
    private let room: Int
    private var routes: [Server: ServerConnection] = [:]
    /// The kept connections; the latest is last, and lives longest.
    private var kept: [Server: [Kept]] = [:]
    /// Requests that wait for room, with the end of their time-out.
    private var waiting = CircularBuffer<(forwarded: UpstreamRequest, server: Server, end: NIODeadline)>()

    init(_ clients: ServerClients, _ limits: GatewayLimits, open: Lock<Int>, room: Int, on loop: any EventLoop) {
        (self.clients, self.limits, self.open, self.room, self.loop) = (clients, limits, open, room, loop)
    }

    /// The route to a server; nil after the gateway has ended.
    func route(to server: Server) -> ServerConnection? {
        if let route = routes[server] { return route }
        let route = clients.connection(scheme: server.scheme, authority: server.authority, offersHTTP2: true)
        // Stubs may forward to any number of servers.
        if routes.count >= 1_000 { routes = [:] }
        routes[server] = route
        return route
    }

    /// Begins a forwarded on a connection.
    ///
    /// - Parameter isRepeated: true for a request that failed on a stale connection, because others may be stale, too.
    func carry(_ forwarded: UpstreamRequest, to server: Server, isRepeated: Bool) {
        if !isRepeated, let kept = takeKept(server) { return begin(forwarded, on: kept) }
        if connect(forwarded, server) { return }
        // Idle connections to other servers take up the room.
        for case .free(let end) in kept.values.joined() { end.close() }
        if waiting.isEmpty { look() }
        waiting.append((forwarded, server, .now() + TimeAmount(limits.connect)))
    }

    private func takeKept(_ server: Server) -> Kept? {
        guard let last = kept[server]?.last else { return nil }
        // Requests of HTTP/2 share their connection.
        if case .free = last { kept[server]?.removeLast() }
        return last
    }

    private func begin(_ forwarded: UpstreamRequest, on kept: Kept) {
        switch kept {
        case .free(let end): forwarded.begin(on: end)
        case .shared(let streams): streams.begin(forwarded)
        }
    }

    /// Begins waiting requests when there is room. Polls, because other loops do not report when they free some.
    private func look() {
        loop.assumeIsolated().scheduleTask(in: .milliseconds(20)) { [self] in
            while let next = waiting.first {
                if !next.forwarded.isOver {
                    if next.end < .now() {
                        next.forwarded.fail(HTTPClientError.getConnectionFromPoolTimeout)
                    } else if let kept = takeKept(next.server) {
                        begin(next.forwarded, on: kept)
                    } else if !connect(next.forwarded, next.server) {
                        break
                    }
                }
                waiting.removeFirst()
            }
            if !waiting.isEmpty { look() }
        }
    }

    // MARK: Connecting

    /// Opens a connection for a forwarded; false if there is no room.
    private func connect(_ forwarded: UpstreamRequest, _ server: Server) -> Bool {
        guard let route = route(to: server) else {
            forwarded.fail(HTTPClientError.alreadyShutdown)
            return true
        }
        let hasRoom = open.withLock { open in
            guard open < room else { return false }
            open += 1
            return true
        }
        guard hasRoom else { return false }
        let patience = TimeAmount(limits.connect)
        route.open(on: loop, within: patience, forwards: true).assumeIsolated().whenComplete { [self] result in
            do {
                let channel = try result.get()
                channel.closeFuture.whenComplete { [open] _ in open.withLock { $0 -= 1 } }
                guard route.isSecure else { return try begin(forwarded, server, on: channel, route, isHTTP2: false) }
                let handshake = try EventWait<String?>.value(on: channel, within: patience) { event in
                    if case TLSUserEvent.handshakeCompleted(let name) = event { .some(name) } else { nil }
                }
                handshake.assumeIsolated().whenComplete { [self] result in
                    do {
                        try begin(forwarded, server, on: channel, route, isHTTP2: result.get() == "h2")
                    } catch {
                        channel.close(promise: nil)
                        forwarded.fail(error)
                    }
                }
            } catch {
                if case .success(let channel) = result {
                    channel.close(promise: nil)
                } else {
                    open.withLock { $0 -= 1 }
                }
                forwarded.fail(error)
            }
        }
        return true
    }

    private func begin(
        _ forwarded: UpstreamRequest, _ server: Server, on channel: any Channel, _ route: ServerConnection,
        isHTTP2: Bool
    ) throws {
        if isHTTP2 {
            let streams = try UpstreamStreams(self, server, on: channel, patience: TimeAmount(limits.firstByte))
            keep(.shared(streams), server)
            return streams.begin(forwarded)
        }
        let end = UpstreamEnd(self, server, through: route.forwarder, on: loop)
        var encoding = HTTPRequestEncoder.Configuration()
        encoding.automaticallySetFramingHeaders = false
        try channel.pipeline.syncOperations.addHandlers(
            HTTPRequestEncoder(configuration: encoding),
            ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .dropBytes)), end)
        forwarded.begin(on: end)
    }

    // MARK: Keeping

    /// Keeps a connection for the next request.
    func keep(_ end: UpstreamEnd, _ server: Server) {
        end.expect(after: Self.idle)
        keep(.free(end), server)
    }

    private func keep(_ connection: Kept, _ server: Server) { kept[server, default: []].append(connection) }

    /// Removes a connection that can take no more requests.
    func drop(_ connection: AnyObject, _ server: Server) {
        kept[server]?.removeAll { kept in
            switch kept {
            case .free(let end): end === connection
            case .shared(let streams): streams === connection
            }
        }
        if kept[server]?.isEmpty == true { kept[server] = nil }
    }

    /// Shorter than the default keep-alive of servers, so that requests rarely meet a closing connection.
    static let idle = TimeAmount.seconds(4)
}
