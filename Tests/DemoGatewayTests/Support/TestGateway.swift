import DemoGateway
import DemoManager
import LoopbackPorts
import Recordings
import Synchronization

/// A gateway on a free port with an engine of its own.
final class TestGateway: Sendable {
    let manager: DemoManager
    private let gateway: Gateway
    private let lines: Lines

    var port: Int { gateway.port }
    var sessions: Sessions { gateway.sessions }
    var callbacks: CallbackService { gateway.callbacks }
    /// The log.
    var log: String { lines.text.withLock { $0 } }

    /// True once the log has a text; false if it has not within 10 seconds. A request is logged after its reply is sent.
    func logs(_ text: String) async throws -> Bool { try await comes { log.contains(text) } }

    private final class Lines: Sendable {
        let text = Mutex("")
    }

    /// - Parameters:
    ///   - upstream: the server's port, if there is one.
    ///   - recording: takes down what passes.
    ///   - prepare: changes the configuration and the engine before the start.
    init(
        upstream: Int? = nil, recording: Recording? = nil,
        _ prepare: (inout GatewayConfiguration, DemoManager) throws -> Void = { _, _ in }
    ) async throws {
        var configuration = GatewayConfiguration()
        configuration.port = 0
        // On a busy machine a test's own client may be silent for long; tests of the bounds set them.
        for time in [\GatewayLimits.idle, \.headTime, \.bodyTime, \.silence] {
            configuration.limits[keyPath: time] = .seconds(600)
        }
        if let upstream { configuration.upstream = try UpstreamServer("http://127.0.0.1:\(upstream)") }
        manager = DemoManager(configuration: .init(unmatched: upstream == nil ? .error : .guard))
        manager.isEnabled = true
        try prepare(&configuration, manager)
        let lines = Lines()
        self.lines = lines
        gateway = try await Gateway.start(
            configuration, manager: manager,
            log: RequestLog { new in lines.text.withLock { $0 += new.joined(separator: "\n") + "\n" } },
            recording: recording, threads: 1)
    }

    func stop(patience: Duration = .zero) async { await gateway.stop(patience: patience) }

    /// Sends bytes on a connection of their own and gives what comes until that is sufficient, else until its end.
    func exchange(_ text: String, until isEnough: (@Sendable (String) -> Bool)? = nil) async throws -> String {
        try await RawClient.exchange(Array(text.utf8), port: port, until: isEnough)
    }

    func exchange(_ bytes: [UInt8], until isEnough: (@Sendable (String) -> Bool)? = nil) async throws -> String {
        try await RawClient.exchange(bytes, port: port, until: isEnough)
    }

    /// One request, without a body, on a connection of its own.
    func get(_ path: String, method: String = "GET", _ headers: String...) async throws -> String {
        let lines = headers.map { $0 + "\r\n" }.joined()
        return try await exchange("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(lines)Connection: close\r\n\r\n")
    }
}

/// Runs `body` with a gateway, which ends with it.
func withGateway(
    upstream: LoopbackServer? = nil, recording: Recording? = nil,
    _ prepare: (inout GatewayConfiguration, DemoManager) throws -> Void = { _, _ in },
    _ body: (TestGateway) async throws -> Void
) async throws {
    let gateway = try await TestGateway(upstream: upstream?.port, recording: recording, prepare)
    do {
        try await body(gateway)
    } catch {
        await gateway.stop()
        throw error
    }
    await gateway.stop()
    await upstream?.stop()
}

extension DemoManager {
    /// A stub in code, as a file would have it.
    func add(_ method: HTTPRequest.Method, _ path: String, _ reply: Reply) throws {
        let pattern = RequestPattern(method: .one(method), url: .path(path))
        try add(Stub(name: path, request: pattern, sequence: [SequenceEntry(reply)], origin: .made(by: "test")))
    }
}

/// Waits for what another connection brings about: true once it is there, false if it is not within 10 seconds.
func comes(_ isThere: () -> Bool) async throws -> Bool {
    for _ in 0..<1_000 where !isThere() { try await Task.sleep(for: .milliseconds(10)) }
    return isThere()
}
