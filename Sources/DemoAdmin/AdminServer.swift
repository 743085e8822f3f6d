import DemoManager
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import WireFormats

/// The admin API of a manager on its own loopback port: WireMock's API and the demo switches.
package actor AdminServer {
    package nonisolated let port: Int

    /// The address, port and names of the API.
    package struct Place: Sendable, Hashable {
        /// An address of this machine, without brackets.
        package let address: String
        /// The port; 0 selects a free one.
        package let port: Int
        /// Names that clients on other machines may use.
        package var hosts: [String]

        package init(address: String = "127.0.0.1", port: Int, hosts: [String] = []) {
            self.address = address
            self.port = port
            self.hosts = hosts
        }

        /// True if only this machine can connect.
        package var isLocal: Bool { address == "::1" || address == "localhost" || address.hasPrefix("127.") }
    }

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

    /// Binds the port and starts to respond.
    ///
    /// - Parameters:
    ///   - sessions: everyone's manager, which has the stubs, and the named sessions.
    ///   - place: the address to listen on; only with a token may it be the whole network.
    ///   - token: required as `Authorization: Bearer`; nil requires none.
    ///   - home: the folder of bodies and saved mappings; nil allows neither.
    ///   - recorded: the recording to start and stop; nil without one.
    ///   - callbacks: sends callbacks; nil without a sender.
    ///   - policyReasons: the reasons why some policies cannot be chosen in this run.
    ///   - tell: receives everyone's mode after a call that changes it.
    /// - Throws: a complaint if the port is not available.
    package static func start(
        _ sessions: Sessions, at place: Place, token: String?, home: StubHome? = nil,
        recorded: ServerRecording? = nil, callbacks: (any CallbackControl)? = nil,
        policyReasons: [UnmatchedPolicy: String] = [:], tell: @escaping @Sendable (Banner) -> Void = { _ in }
    ) async throws(Complaint) -> AdminServer {
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let router = AdminRouter(
            routes: routes(
                of: sessions, home: home, recorded: recorded, callbacks: callbacks, policyReasons: policyReasons,
                tell: tell),
            feed: DecisionFeed(manager: sessions.everyone), choices: ChoicesFeed(sessions: sessions),
            gate: AdminGate(token: token, hosts: place.hosts))
        let (ports, bound) = AsyncStream.makeStream(of: Int?.self)
        let server = Server(
            childChannelSetup: HTTP1Channel(
                responder: router.respond, configuration: .init(idleTimeout: .seconds(600))),
            configuration: ServerConfiguration(address: .hostname(place.address, port: place.port)),
            onServerRunning: { channel in bound.yield(channel.localAddress?.port) },
            eventLoopGroup: threads, logger: .silent)
        let serving = Task {
            defer { bound.finish() }
            try await server.run()
        }
        if let port = await ports.first(where: { _ in true }) ?? nil {
            return AdminServer(port: port, server: server, serving: serving, threads: threads)
        }
        let result = await serving.result
        try? await threads.shutdownGracefully()
        throw Complaint(reason(result, place))
    }

    static func routes(
        of sessions: Sessions, home: StubHome?, recorded: ServerRecording? = nil,
        callbacks: (any CallbackControl)? = nil, policyReasons: [UnmatchedPolicy: String] = [:],
        tell: @escaping @Sendable (Banner) -> Void = { _ in }
    ) -> [AdminRoute] {
        let manager = sessions.everyone
        let recording = recorded?.recording
        return AdminMappings(sessions: sessions, home: home).routes
            + AdminRequests(sessions: sessions).routes
            + AdminScenarios(sessions: sessions).routes
            + AdminSettings(sessions: sessions).routes
            + AdminDemo(sessions: sessions, recording: recording, policyReasons: policyReasons, tell: tell).routes
            + AdminHolds(manager: manager).routes
            + AdminRecordings(manager: manager, recorded: recorded).routes
            + (callbacks.map { AdminCallbacks(manager: manager, control: $0).routes } ?? [])
            + AdminSessions(sessions: sessions).routes
    }

    /// Stops responding; event streams end.
    package func stop() async {
        let (server, serving) = (server, serving)
        let draining = Task { try await server.shutdownGracefully() }
        let deadline = Task {
            try await Task.sleep(for: Self.grace)
            serving.cancel()
        }
        _ = await serving.result
        deadline.cancel()
        // Draining uses the threads, so it must complete first.
        _ = await draining.result
        try? await threads.shutdownGracefully()
    }

    /// The time that pending requests and event streams have to end after `stop()`.
    private static let grace: Duration = .milliseconds(200)

    private static func reason(_ result: Result<Void, any Error>, _ place: Place) -> String {
        let option = "--admin " + (place.address == "127.0.0.1" ? "" : "\(place.address):") + "\(place.port)"
        if case .failure(let error as IOError) = result, error.errnoCode == EADDRINUSE {
            return "\(option): the port is taken; choose another one, or 0 for a free one."
        }
        if case .failure(let error as IOError) = result {
            return "\(option): the port cannot be used: \(String(cString: strerror(error.errnoCode)))."
        }
        return "\(option): the port cannot be used."
    }
}

extension Logger {
    /// The server's messages are of no use to a reader of the program's output.
    static let silent = Logger(label: "admin") { _ in SwiftLogNoOpLogHandler() }
}
