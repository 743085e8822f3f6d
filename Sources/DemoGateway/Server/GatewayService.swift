import AsyncHTTPClient
import DemoManager
import Synchronization

/// What all connections share.
final class GatewayService: Sendable {
    let configuration: GatewayConfiguration
    let decider: Decider
    let hosts: HostRule
    let cors: CORSRule
    let log: RequestLog
    let client: HTTPClient
    /// Takes down what passes; nil takes nothing.
    let recording: GatewayRecording?
    /// Names this process in `Via`, so that a request that comes back is known.
    let pseudonym: String
    private let open = Mutex(0)

    init(
        _ configuration: GatewayConfiguration, manager: DemoManager, sessions: Sessions, log: RequestLog,
        client: HTTPClient, recording: GatewayRecording?
    ) {
        self.configuration = configuration
        decider = Decider(configuration: configuration, journal: manager, sessions: sessions)
        hosts = HostRule(configuration)
        cors = CORSRule(configuration.allowedOrigins)
        self.log = log
        self.client = client
        self.recording = recording
        pseudonym = "demo-tui-" + String(UInt64.random(in: .min ... .max), radix: 36)
    }

    var limits: GatewayLimits { configuration.limits }

    /// Counts a new connection; says whether it may stay.
    func admit() -> Bool {
        open.withLock { open in
            open += 1
            return open <= limits.connections
        }
    }

    /// A connection ended.
    func release() { open.withLock { $0 -= 1 } }
}
