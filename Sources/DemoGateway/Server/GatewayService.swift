import DemoManager
import NIOCore
import NIOPosix
import Recordings
import ReplyHeads
import WireFormats

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
            UpstreamConnections(
                clients, configuration.limits, open: opened, room: capacity.connections, on: loop)
        }
        self.upstreams = Dictionary(uniqueKeysWithValues: upstreams.map { (ObjectIdentifier($0.loop), $0) })
        self.recording = recording
        pseudonym = "demo-tui-" + String(UInt64.random(in: .min ... .max), radix: 36)
        callbacks = CallbackSender(configuration, sessions.everyone, log, pseudonym: pseudonym, on: group)
    }

    var limits: GatewayLimits { configuration.limits }

    /// The connections to servers of a loop.
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
