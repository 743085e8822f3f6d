import DemoManager
import NIOCore
import NIOPosix
import Recordings
import ReplyHeads
import WireFormats

/// The parts that all connections share.
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
    let sockets = OpenSockets()
    /// This process's name in `Via`, to recognize forwarding loops.
    let pseudonym: String
    private let open = Lock(0)
    private let ending = Lock(false)

    init(
        _ configuration: GatewayConfiguration, manager: DemoManager, sessions: Sessions, log: RequestLog,
        clients: ServerClients, workers: NIOThreadPool, recording: Recording?, on group: any EventLoopGroup
    ) {
        self.configuration = configuration
        decider = Decider(configuration: configuration, journal: manager, sessions: sessions)
        hosts = HostRule(configuration)
        cors = CORSRule(configuration.allowedOrigins)
        self.log = log
        self.clients = clients
        self.workers = workers
        capacity = Capacity(connections: configuration.limits.connections, free: Descriptors.free)
        self.recording = recording
        pseudonym = "demo-tui-" + String(UInt64.random(in: .min ... .max), radix: 36)
        callbacks = CallbackSender(configuration, manager, log, pseudonym: pseudonym, on: group)
    }

    var limits: GatewayLimits { configuration.limits }

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
