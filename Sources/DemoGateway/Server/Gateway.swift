import AsyncHTTPClient
import DemoManager
import NIOCore
import NIOPosix
import Recordings
import ReplyHeads
import WireFormats

/// DemoManager as an HTTP server: answers with stubs and passes other requests to an upstream.
///
/// A thin adapter: only `DemoManager.decide` decides, with the same switches, stubs and journal as everywhere.
package final class Gateway: Sendable {
    package let port: Int
    /// The sessions of clients that named one.
    package let sessions: Sessions
    private let channel: any Channel
    private let group: MultiThreadedEventLoopGroup
    private let service: GatewayService
    private let quiescing: Connections

    private init(
        port: Int, sessions: Sessions, channel: any Channel, group: MultiThreadedEventLoopGroup,
        _ service: GatewayService, _ quiescing: Connections
    ) {
        (self.port, self.sessions, self.channel, self.group) = (port, sessions, channel, group)
        (self.service, self.quiescing) = (service, quiescing)
    }

    /// Starts a gateway.
    ///
    /// - Parameters:
    ///   - manager: the manager; without an upstream, the caller puts it into demo mode with the policy `error`.
    ///   - sessions: the sessions of this manager.
    ///   - log: the log, which gets a line for each request.
    ///   - recording: records passed replies; nil for none.
    ///   - threads: the number of event loops; by default one per processor, at most four.
    /// - Throws: a complaint if the address is not available.
    package static func start(
        _ configuration: GatewayConfiguration, manager: DemoManager, sessions: Sessions? = nil, log: RequestLog,
        recording: Recording? = nil, threads: Int? = nil
    ) async throws(Complaint) -> Gateway {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: threads ?? min(4, Processors.count))
        var routes = configuration.routes
        routes.server = configuration.upstream?.serverOrigin
        let clients = ServerClients(routes, HTTPClient.Configuration(configuration.limits), on: group)
        let sessions = sessions ?? Sessions(manager)
        // A slow reply occupies its thread, so others are needed even on few processors.
        let workers = NIOThreadPool(numberOfThreads: max(4, Processors.count))
        workers.start()
        let service = GatewayService(
            configuration, sessions: sessions, log: log, clients: clients, workers: workers, recording: recording,
            on: group)
        let connections = Connections()
        do {
            let tls = try configuration.certificate?.context()
            let channel = try await bootstrap(service, ConnectionPipeline(service, connections, tls: tls), group)
                .bind(host: configuration.address, port: configuration.port).get()
            let port = channel.localAddress?.port ?? configuration.port
            return Gateway(port: port, sessions: sessions, channel: channel, group: group, service, connections)
        } catch {
            await service.callbacks.stop()
            await close(clients, workers, group)
            throw Complaint(words(error, configuration))
        }
    }

    private static func bootstrap(
        _ service: GatewayService, _ pipeline: ConnectionPipeline, _ group: MultiThreadedEventLoopGroup
    ) -> ServerBootstrap {
        ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1_024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(
                        AcceptBackoffHandler(shouldForwardIOErrorCaught: false) { _ in .milliseconds(100) })
                    try pipeline.addHandler(AcceptGate(limit: service.capacity.sockets))
                }
            }
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try pipeline.begin(on: channel) }
            }
    }

    /// Sends callbacks on the user's request.
    package var callbacks: CallbackService {
        let journal = service.decider.journal
        return CallbackService(manager: journal, sender: service.callbacks) {
            (journal.routes?.routes as? ServedDocuments)?.all ?? []
        }
    }

    package var connections: Int { quiescing.count }

    /// Closes the listener, gives pending responses `patience` to complete, and stops everything.
    package func stop(patience: Duration = .seconds(1)) async {
        do {
            try await channel.close()
        } catch {
            // It is closed already.
        }
        service.end()
        // Held calls continue, and no more are held.
        service.decider.journal.removeBreakpoints()
        await quiescing.end(within: patience, on: group.any())
        await service.callbacks.stop()
        await Self.close(service.clients, service.workers, group)
        await service.log.finish()
    }

    private static func close(
        _ clients: ServerClients, _ workers: NIOThreadPool, _ group: MultiThreadedEventLoopGroup
    ) async {
        // Before the loops, to which the workers report.
        await withCheckedContinuation { continuation in workers.shutdownGracefully { _ in continuation.resume() } }
        await clients.shutdown()
        await withCheckedContinuation { continuation in group.shutdownGracefully { _ in continuation.resume() } }
    }

    private static func words(_ error: any Error, _ configuration: GatewayConfiguration) -> String {
        let place = "\(configuration.address):\(configuration.port)"
        if error is SocketAddressError || error is SocketAddressError.UnknownHost {
            return "--bind \(configuration.address): the address is unknown. "
                + "Use one of this machine's, 127.0.0.1 for this machine alone or 0.0.0.0 for all."
        }
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE:
            return "Port \(configuration.port) is taken. Use another with --port, or --port 0 for a free one."
        case EACCES: return "Port \(configuration.port) may not be used. Use one above 1023 with --port."
        case EADDRNOTAVAIL:
            return "\(configuration.address) is not an address of this machine. Use another with --bind."
        case let code?: return "The gateway cannot listen on \(place): \(String(cString: strerror(code)))."
        case nil: return "The gateway cannot listen on \(place): \(error)"
        }
    }
}

extension HTTPClient.Configuration {
    init(_ limits: GatewayLimits) {
        self.init()
        decompression = .disabled
        timeout.connect = TimeAmount(limits.connect)
        connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = limits.connections
        // Shorter than the default keep-alive of servers, so that requests rarely meet a closing connection.
        connectionPool.idleTimeout = .seconds(4)
    }
}

/// The objects that all connections share.
final class GatewayService: Sendable {
    let configuration: GatewayConfiguration
    let decider: Decider
    let hosts: HostRule
    let cors: CORSRule
    let log: RequestLog
    let clients: ServerClients
    /// Threads for slow work, because the loops serve all connections.
    let workers: NIOThreadPool
    let capacity: Capacity
    /// Records passed replies; nil records nothing.
    let recording: Recording?
    let callbacks: CallbackSender
    let openAnswers = OpenAnswers()
    /// This process's name in `Via`, to recognize forwarding loops.
    let pseudonym: String
    private let open = Lock(0)
    /// The connections to servers by event loop.
    private let upstreams: [ObjectIdentifier: UpstreamConnections]
    private let ending = Lock(false)

    init(
        _ configuration: GatewayConfiguration, sessions: Sessions, log: RequestLog, clients: ServerClients,
        workers: NIOThreadPool, recording: Recording?, on group: any EventLoopGroup
    ) {
        self.configuration = configuration
        decider = Decider(configuration: configuration, sessions: sessions)
        hosts = HostRule(configuration)
        cors = CORSRule(configuration.allowedOrigins)
        self.log = log
        self.clients = clients
        self.workers = workers
        let capacity = Capacity(connections: configuration.limits.connections, free: Descriptors.free)
        self.capacity = capacity
        let opened = Lock(0)
        let upstreams = group.makeIterator().map { loop in
            UpstreamConnections(clients, configuration.limits, open: opened, room: capacity.connections, on: loop)
        }
        self.upstreams = Dictionary(uniqueKeysWithValues: upstreams.map { (ObjectIdentifier($0.loop), $0) })
        self.recording = recording
        pseudonym = "demo-tui-" + String(UInt64.random(in: .min ... .max), radix: 36)
        callbacks = CallbackSender(configuration, sessions.everyone, log, pseudonym: pseudonym, on: group)
    }

    var limits: GatewayLimits { configuration.limits }

    func upstreams(on loop: any EventLoop) -> UpstreamConnections {
        upstreams[ObjectIdentifier(loop)]
            ?? UpstreamConnections(clients, limits, open: Lock(0), room: capacity.connections, on: loop)
    }

    /// Counts a new connection; false if there are too many.
    func admit() -> Bool {
        open.withLock { open in
            guard open < capacity.connections else { return false }
            open += 1
            return true
        }
    }

    func release() { open.withLock { $0 -= 1 } }

    /// True once the gateway is stopping.
    var isEnding: Bool { ending.withLock { $0 } }

    func end() { ending.withLock { $0 = true } }
}
