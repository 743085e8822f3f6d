import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import WireFormats

/// A backend that answers until it is stopped.
package actor RunningBackend {
    /// The port it listens on, on ``SampleBackend/host``.
    package nonisolated let port: Int

    /// Its address, such as `http://127.0.0.1:49152`.
    package nonisolated var baseURL: String { "http://\(SampleBackend.host):\(port)" }

    private let server: Server<HTTP1Channel>
    private let serving: Task<Void, any Error>
    private let threads: MultiThreadedEventLoopGroup
    private let store: BankStore
    private var stopping: Task<Void, Never>?

    /// The time for requests in flight to end once `stop()` is called.
    private static let grace: Duration = .milliseconds(300)

    private init(
        port: Int, server: Server<HTTP1Channel>, serving: Task<Void, any Error>, threads: MultiThreadedEventLoopGroup,
        store: BankStore
    ) {
        (self.port, self.server, self.serving) = (port, server, serving)
        (self.threads, self.store) = (threads, store)
    }

    /// Binds the port and starts to answer.
    static func start(
        answering routes: [Route], of store: BankStore, _ configuration: SampleBackend.Configuration
    ) async throws(SampleBackendError) -> RunningBackend {
        guard (0...65_535).contains(configuration.port) else {
            store.close()
            throw .portUnavailable(configuration.port, why: "ports go from 1 to 65535")
        }
        // Threads of its own: ending them closes every connection, whatever its state.
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let answering = Answering(routes: routes, latency: configuration.latency)
        let (ports, bound) = AsyncStream.makeStream(of: Int?.self)
        // `Application` would do the same with a date cache that wakes the program every second.
        let server = Server(
            childChannelSetup: HTTP1Channel(
                responder: answering.respond, configuration: .init(idleTimeout: .seconds(60))
            ),
            configuration: ServerConfiguration(address: .hostname(SampleBackend.host, port: configuration.port)),
            onServerRunning: { channel in bound.yield(channel.localAddress?.port) },
            eventLoopGroup: threads,
            logger: .silent
        )
        let serving = Task {
            defer { bound.finish() }
            try await server.run()
        }
        if let port = await ports.first(where: { _ in true }) ?? nil {
            return RunningBackend(port: port, server: server, serving: serving, threads: threads, store: store)
        }
        let failure = await serving.result
        try? await threads.shutdownGracefully()
        store.close()
        throw bindFailure(failure, port: configuration.port)
    }

    private static func bindFailure(_ result: Result<Void, any Error>, port: Int) -> SampleBackendError {
        switch result {
        case .failure(let error as IOError) where error.errnoCode == EADDRINUSE: .portTaken(port)
        case .failure(let error as IOError):
            .portUnavailable(port, why: String(cString: strerror(error.errnoCode)))
        case .failure(let error): .portUnavailable(port, why: "\(error)")
        case .success: .portUnavailable(port, why: "the server ended at once")
        }
    }

    /// Stops accepting, lets requests in flight end, cuts off those that take too long, and closes the database.
    ///
    /// Takes less than a second; calling it again waits for the same stop.
    package func stop() async {
        if let stopping { return await stopping.value }
        let task = Task { await self.shutDown() }
        stopping = task
        await task.value
    }

    private func shutDown() async {
        let server = self.server
        let serving = self.serving
        let draining = Task { try await server.shutdownGracefully() }
        let deadline = Task {
            try await Task.sleep(for: Self.grace)
            serving.cancel()
        }
        _ = await serving.result
        deadline.cancel()
        // The drain still speaks to the threads, so it has to be over before they end.
        _ = await draining.result
        try? await threads.shutdownGracefully()
        store.close()
    }
}

extension Logger {
    /// The server's messages are of no use to a reader of the program's output.
    static let silent = Logger(label: "sample-backend") { _ in SwiftLogNoOpLogHandler() }
}

/// Harbor's backend: a small bank on the loopback interface, with a real database.
///
/// It answers what Harbor's document describes. Cards, insights and transfers answer 501: their backend is not ready,
/// on purpose.
package enum SampleBackend {
    /// The address the backend binds. It is a sample with a known password, so never more than this machine.
    package static let host = "127.0.0.1"

    /// The one user's sign-in. Constant, because everybody who tries the sample needs it.
    package static let credentials = (username: "maya", password: "harbor-sample")

    /// Opens the database, seeds it on its first use, and starts answering.
    ///
    /// - Returns: the running backend; whoever holds it stops it.
    /// - Throws: ``SampleBackendError`` when the port is taken or the database cannot be used. Nothing is lost then.
    package static func start(
        _ configuration: Configuration = Configuration()
    ) async throws(SampleBackendError) -> RunningBackend {
        let store = try await BankStore.open(configuration.database)
        let bank = Bank(store: store, tokens: TokenStore(lifetime: configuration.tokenLifetime))
        return try await RunningBackend.start(answering: bank.routes, of: store, configuration)
    }
}

extension SampleBackend {
    /// The settings of a backend.
    package struct Configuration: Sendable {
        /// The port on ``SampleBackend/host``; 0 takes a free one.
        package var port: Int
        /// A SQLite file; it and its folder are created when missing. The data of nil is gone when the backend stops.
        package var database: String?
        package var tokenLifetime: Duration
        /// The delay of every reply, to see how a slow server feels.
        package var latency: Duration

        /// Creates a configuration; the default is an in-memory bank on a free port.
        package init(
            port: Int = 0, database: String? = nil, tokenLifetime: Duration = .seconds(300), latency: Duration = .zero
        ) {
            (self.port, self.database, self.tokenLifetime, self.latency) = (port, database, tokenLifetime, latency)
        }
    }

    /// The usual place of the sample's data: `demo-tui/harbor.sqlite` below `$XDG_DATA_HOME`,
    /// else below `~/.local/share`.
    ///
    /// A relative `$XDG_DATA_HOME` is ignored, as the XDG base directory specification asks for.
    package static func defaultDatabasePath(environment: [String: String]) -> String {
        environment.programFolder("XDG_DATA_HOME", else: "/.local/share") + "/harbor.sqlite"
    }
}

/// A failed start. Nothing was changed or lost.
package struct SampleBackendError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The cause, in one sentence.
    package let cause: String
    /// The remedy for someone who started the backend alone.
    package let advice: String

    /// The cause and the remedy, in one line.
    package var userMessage: String { "\(cause) \(advice)" }
    package var description: String { userMessage }

    static func portTaken(_ port: Int) -> Self { portUnavailable("Port \(port) is taken by another program.") }

    static func portUnavailable(_ port: Int, why: String) -> Self {
        portUnavailable("Port \(port) cannot be used: \(why).")
    }

    private static func portUnavailable(_ cause: String) -> Self {
        Self(cause: cause, advice: "Choose another with --port, or 0 for a free one.")
    }

    static func databaseUnwritable(_ path: String, why: String) -> Self {
        Self(
            cause: "The sample database \(path) cannot be written: \(why).",
            advice: "Give another file with --database.")
    }

    static func databaseDamaged(_ path: String, why: String) -> Self {
        Self(
            cause: "The sample database \(path) is damaged: \(why). Move that file away, and a new one is created.",
            advice: "Or give another with --database.")
    }

    static func databaseNewer(_ path: String, version: Int) -> Self {
        Self(
            cause:
                "The sample database \(path) was written by a newer demo-tui: its version is \(version), this program "
                + "supports \(Schema.version).",
            advice: "Update demo-tui, or give another file with --database.")
    }

    static func databaseForeign(_ path: String, why: String) -> Self {
        Self(
            cause: "\(path) is not a sample database: \(why). It was not changed.",
            advice: "Give another file with --database.")
    }
}
