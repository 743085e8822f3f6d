import DemoManager
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix

/// The admin API of a manager, on a loopback port of its own: what WireMock's tools speak, and the demo switches.
package actor AdminServer {
    /// The port it listens on.
    package nonisolated let port: Int

    private let server: Server<HTTP1Channel>
    private let serving: Task<Void, any Error>
    private let threads: MultiThreadedEventLoopGroup

    private init(
        port: Int, server: Server<HTTP1Channel>, serving: Task<Void, any Error>, threads: MultiThreadedEventLoopGroup
    ) {
        self.port = port
        self.server = server
        self.serving = serving
        self.threads = threads
    }

    /// Why the API cannot be offered, with what to do.
    package struct StartFailure: Error, Hashable, Sendable, CustomStringConvertible {
        /// One sentence.
        package let description: String
    }

    /// Binds the port and starts to answer.
    ///
    /// - Parameters:
    ///   - manager: whose stubs and switches it shows and changes.
    ///   - port: on 127.0.0.1; 0 takes a free one.
    ///   - token: what clients have to send as `Authorization: Bearer`; nil asks for nothing.
    ///   - home: where bodies of mappings are, and where they are saved; nil allows neither.
    ///   - sessions: the clients that named themselves; nil where nobody can.
    ///   - recordings: what recordings are begun and ended with; nil where nothing can be recorded.
    ///   - policyReasons: why some policies cannot be chosen in this run.
    ///   - logger: takes errors of the server.
    /// - Throws: a failure that says what to do where the port cannot be had.
    package static func start(
        _ manager: DemoManager, port: Int, token: String?, home: StubHome? = nil,
        sessions: (any SessionDirectory)? = nil, recordings: (any RecordingControl)? = nil,
        policyReasons: [UnmatchedPolicy: String] = [:], logger: Logger
    ) async throws(StartFailure) -> AdminServer {
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let router = AdminRouter(
            routes: routes(
                of: manager, home: home, sessions: sessions, recordings: recordings, policyReasons: policyReasons),
            feed: DecisionFeed(manager: manager),
            gate: AdminGate(token: token), logger: logger)
        let (ports, bound) = AsyncStream.makeStream(of: Int?.self)
        let server = Server(
            childChannelSetup: HTTP1Channel(
                responder: router.respond, configuration: .init(idleTimeout: .seconds(600))),
            configuration: ServerConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in bound.yield(channel.localAddress?.port) },
            eventLoopGroup: threads, logger: logger)
        let serving = Task {
            defer { bound.finish() }
            try await server.run()
        }
        if let port = await ports.first(where: { _ in true }) ?? nil {
            return AdminServer(port: port, server: server, serving: serving, threads: threads)
        }
        let result = await serving.result
        await end(threads, logger)
        throw StartFailure(description: reason(result, port: port))
    }

    /// The routes of the API.
    static func routes(
        of manager: DemoManager, home: StubHome?, sessions: (any SessionDirectory)? = nil,
        recordings: (any RecordingControl)? = nil, policyReasons: [UnmatchedPolicy: String] = [:]
    ) -> [AdminRoute] {
        AdminMappings(manager: manager, home: home, sessions: sessions).routes
            + AdminRequests(manager: manager, sessions: sessions).routes
            + AdminScenarios(manager: manager, sessions: sessions).routes
            + AdminSettings(manager: manager, sessions: sessions).routes
            + AdminDemo(
                manager: manager, sessions: sessions, recordings: recordings, policyReasons: policyReasons
            ).routes
            + AdminRecordings(manager: manager, control: recordings).routes
            + (sessions.map { AdminSessions(directory: $0).routes } ?? [])
    }

    /// Stops answering; event streams end.
    package func stop() async {
        let (server, serving) = (server, serving)
        let draining = Task { try await server.shutdownGracefully() }
        let deadline = Task {
            try await Task.sleep(for: Self.grace)
            serving.cancel()
        }
        _ = await serving.result
        deadline.cancel()
        // The drain still speaks to the threads, so it has to be over before they end.
        _ = await draining.result
        await Self.end(threads, server.logger)
    }

    /// How long requests in flight, and event streams, may take to end once `stop()` is called.
    private static let grace: Duration = .milliseconds(200)

    private static func end(_ threads: MultiThreadedEventLoopGroup, _ logger: Logger) async {
        do {
            try await threads.shutdownGracefully()
        } catch {
            logger.error("The admin server's threads did not end: \(error)")
        }
    }

    private static func reason(_ result: Result<Void, any Error>, port: Int) -> String {
        if case .failure(let error as IOError) = result, error.errnoCode == EADDRINUSE {
            return "--admin \(port): the port is taken; choose another one, or 0 for a free one."
        }
        if case .failure(let error as IOError) = result {
            return "--admin \(port): the port cannot be used: \(String(cString: strerror(error.errnoCode)))."
        }
        return "--admin \(port): the port cannot be used."
    }
}
