import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
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

/// The gateway's upstream server. Set at launch: clients cannot choose another.
package struct UpstreamServer: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    package let scheme: String
    /// A name or address in lower case; an IPv6 address in brackets.
    package let host: String
    package let port: Int
    /// Host and port as in a `Host` header.
    package let authority: String
    /// The path before every request's own, without a trailing slash; often empty.
    package let pathPrefix: String

    /// Parses `http://host:port/prefix`.
    ///
    /// - Throws: a complaint in the form of those of ``BaseURL``, to follow the name of the URL.
    package init(_ url: String) throws(Complaint) {
        let parts = try BaseURL.parts(of: url)
        let usual = parts.scheme == "https" ? 443 : 80
        (scheme, host, pathPrefix) = (parts.scheme, parts.server.host, parts.pathPrefix)
        port = parts.server.port ?? usual
        authority = port == usual ? host : "\(host):\(port)"
    }

    package var origin: String { "\(scheme)://\(authority)" }
    package var description: String { origin + pathPrefix }
}

extension UpstreamServer {
    /// The reason why no connection to the server is possible now; nil if one is.
    ///
    /// - Parameter patience: the time-out.
    package func reachabilityProblem(
        by routes: ServerRoutes = ServerRoutes(), within patience: Duration = .seconds(2)
    ) async -> String? {
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(TimeAmount(patience))
        do {
            let channel =
                switch hop(by: routes) {
                case .server: try await bootstrap.connect(host: serverOrigin.host, port: port).get()
                case .socket(let path): try await bootstrap.connect(unixDomainSocketPath: path).get()
                case .proxy(let proxy): try await bootstrap.connect(host: proxy.host, port: proxy.port).get()
                }
            try await channel.close()
            return nil
        } catch {
            return UpstreamProblem(error).reason
        }
    }

    /// The first hop to the server.
    package func hop(by routes: ServerRoutes) -> ServerRoutes.Hop {
        var routes = routes
        routes.server = serverOrigin
        return routes.hop(to: serverOrigin)
    }

    package var serverOrigin: ServerOrigin { ServerOrigin(scheme: scheme, authority: authority) }
}

/// A connection of HTTP/2 to a server: each forwarded has a stream. Confined to the loop.
final class UpstreamStreams: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    private let connections: UpstreamConnections
    private let server: UpstreamConnections.Server
    private let channel: any Channel
    private let multiplexer: NIOHTTP2Handler.StreamMultiplexer
    private var open = 0
    /// True once a stream has ended: the server may close the connection at any time.
    private var isUsed = false
    private var isGone = false
    private var idleSince = NIODeadline.now()
    /// The time for the remaining streams of a failed connection.
    private let patience: TimeAmount

    init(
        _ connections: UpstreamConnections, _ server: UpstreamConnections.Server, on channel: any Channel,
        patience: TimeAmount
    ) throws {
        self.patience = patience
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.targetWindowSize = 4 * Self.window
        connection.initialSettings = [
            HTTP2Setting(parameter: .enablePush, value: 0),
            HTTP2Setting(parameter: .initialWindowSize, value: Self.window),
        ]
        var stream = NIOHTTP2Handler.StreamConfiguration()
        stream.targetWindowSize = Self.window
        let http2 = NIOHTTP2Handler(
            mode: .client, eventLoop: channel.eventLoop, connectionConfiguration: connection,
            streamConfiguration: stream
        ) { $0.close() }
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(http2)
        multiplexer = try http2.syncMultiplexer()
        (self.connections, self.server, self.channel) = (connections, server, channel)
        try pipeline.addHandler(self)
        look()
    }

    /// The number of body bytes that a server may send ahead.
    private static let window = 256 << 10

    func begin(_ forwarded: UpstreamRequest) {
        open += 1
        let opened = channel.eventLoop.makePromise(of: (any Channel).self)
        multiplexer.createStreamChannel(promise: opened) { [isUsed] stream in
            stream.eventLoop.makeCompletedFuture {
                try stream.pipeline.syncOperations.addHandlers(
                    StreamGuard(), HTTP2FramePayloadToHTTP1ClientCodec(httpProtocol: .https),
                    UpstreamEnd(streamOn: stream.eventLoop, isUsed: isUsed))
            }
        }
        opened.futureResult.assumeIsolated().whenComplete { [self] result in
            do {
                let stream = try result.get()
                stream.closeFuture.assumeIsolated().whenComplete { [self] _ in ended() }
                forwarded.begin(on: try stream.pipeline.syncOperations.handler(type: UpstreamEnd.self))
            } catch {
                if case .failure = result { ended() }
                forwarded.fail(error)
            }
        }
    }

    private func ended() {
        open -= 1
        isUsed = true
        idleSince = .now()
        if isGone, open == 0 { channel.close(promise: nil) }
    }

    /// Closes the connection after it had no streams for a while.
    private func look() {
        let time = UpstreamConnections.idle
        channel.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in
            guard channel.isActive else { return }
            if open == 0, idleSince + time <= .now() { channel.close(promise: nil) } else { look() }
        }
    }

    /// Called when the server accepts no further streams; it still answers the existing ones.
    private func leave() {
        isGone = true
        connections.drop(self, server)
        if open == 0 { channel.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .goAway = unwrapInboundIn(data).payload { leave() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    /// NIO does not report if an error ends the connection or a stream, so the other streams get some time.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is any NIOHTTP2Error else { return context.close(promise: nil) }
        leave()
        context.eventLoop.scheduleTask(in: patience) { [channel] in channel.close(promise: nil) }
    }
}
