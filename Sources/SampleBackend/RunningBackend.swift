import Foundation
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix

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
    private let latency: Latency
    private var stopping: Task<Void, Never>?

    /// The time for requests in flight to end once `stop()` is called.
    private static let grace: Duration = .milliseconds(300)

    private init(
        port: Int, server: Server<HTTP1Channel>, serving: Task<Void, any Error>, threads: MultiThreadedEventLoopGroup,
        store: BankStore, latency: Latency
    ) {
        (self.port, self.server, self.serving) = (port, server, serving)
        (self.threads, self.store, self.latency) = (threads, store, latency)
    }

    /// Binds the port and starts to answer.
    static func start(
        answering routes: [Route], of store: BankStore, _ configuration: SampleBackend.Configuration
    ) async throws(SampleBackendError) -> RunningBackend {
        guard (0...65_535).contains(configuration.port) else {
            store.close()
            throw .portUnavailable(port: configuration.port, why: "ports go from 1 to 65535")
        }
        // Threads of its own: ending them closes every connection, whatever its state.
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let latency = Latency(configuration.latency)
        let answering = Answering(routes: routes, latency: latency, logger: configuration.logger)
        let (ports, bound) = AsyncStream.makeStream(of: Int?.self)
        // `Application` would do the same with a date cache that wakes the program every second.
        let server = Server(
            childChannelSetup: HTTP1Channel(
                responder: answering.respond, configuration: .init(idleTimeout: .seconds(60))
            ),
            configuration: ServerConfiguration(address: .hostname(SampleBackend.host, port: configuration.port)),
            onServerRunning: { channel in bound.yield(channel.localAddress?.port) },
            eventLoopGroup: threads,
            logger: quietened(configuration.logger)
        )
        let serving = Task {
            defer { bound.finish() }
            try await server.run()
        }
        if let port = await ports.first(where: { _ in true }) ?? nil {
            return RunningBackend(
                port: port, server: server, serving: serving, threads: threads, store: store, latency: latency)
        }
        let failure = await serving.result
        await end(threads, logger: configuration.logger)
        store.close()
        throw bindFailure(failure, port: configuration.port)
    }

    /// The server's own messages are about its life cycle; only errors matter.
    private static func quietened(_ logger: Logger) -> Logger {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .error)
        return logger
    }

    private static func bindFailure(_ result: Result<Void, any Error>, port: Int) -> SampleBackendError {
        switch result {
        case .failure(let error as IOError) where error.errnoCode == EADDRINUSE: .portTaken(port: port)
        case .failure(let error as IOError):
            .portUnavailable(port: port, why: String(cString: strerror(error.errnoCode)))
        case .failure(let error): .portUnavailable(port: port, why: "\(error)")
        case .success: .portUnavailable(port: port, why: "the server ended at once")
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
        await latency.end()
        _ = await serving.result
        deadline.cancel()
        // The drain still speaks to the threads, so it has to be over before they end.
        _ = await draining.result
        await Self.end(threads, logger: server.logger)
        store.close()
    }

    private static func end(_ threads: MultiThreadedEventLoopGroup, logger: Logger) async {
        do {
            try await threads.shutdownGracefully()
        } catch {
            logger.error("The server's threads did not end: \(error)")
        }
    }
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
        /// Receives one debug line per request (method, path, status) and nothing secret.
        package var logger: Logger

        /// Creates a configuration; the default is an in-memory bank on a free port.
        package init(
            port: Int = 0, database: String? = nil, tokenLifetime: Duration = .seconds(300), latency: Duration = .zero,
            logger: Logger = Logger(label: "sample-backend", factory: { _ in SwiftLogNoOpLogHandler() })
        ) {
            (self.port, self.database, self.tokenLifetime) = (port, database, tokenLifetime)
            (self.latency, self.logger) = (latency, logger)
        }
    }

    /// The usual place of the sample's data: `demo-tui/harbor.sqlite` below `$XDG_DATA_HOME`,
    /// else below `~/.local/share`.
    ///
    /// A relative `$XDG_DATA_HOME` is ignored, as the XDG base directory specification asks for.
    package static func defaultDatabasePath(environment: [String: String]) -> String {
        func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let home = folder("HOME") ?? FileManager.default.homeDirectoryForCurrentUser.path
        return (folder("XDG_DATA_HOME") ?? home + "/.local/share") + "/demo-tui/harbor.sqlite"
    }
}

/// A failed start. Nothing was changed or lost.
package enum SampleBackendError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Something else listens on the port.
    case portTaken(port: Int)
    /// The port cannot be bound for another reason, such as missing rights.
    case portUnavailable(port: Int, why: String)
    /// The database cannot be created or written.
    case databaseUnwritable(path: String, why: String)
    /// The file holds no whole database any more.
    case databaseDamaged(path: String, why: String)
    /// The database was written by a newer version of the program.
    case databaseNewer(path: String, version: Int)
    /// The file is not a database of the sample.
    case databaseForeign(path: String, why: String)

    /// The cause, in one sentence.
    package var cause: String {
        switch self {
        case .portTaken(let port): "Port \(port) is taken by another program."
        case .portUnavailable(let port, let why): "Port \(port) cannot be used: \(why)."
        case .databaseUnwritable(let path, let why): "The sample database \(path) cannot be written: \(why)."
        case .databaseDamaged(let path, let why):
            "The sample database \(path) is damaged: \(why). Move that file away, and a new one is created."
        case .databaseNewer(let path, let version):
            "The sample database \(path) was written by a newer demo-tui: its version is \(version), this program supports "
                + "\(Schema.version)."
        case .databaseForeign(let path, let why):
            "\(path) is not a sample database: \(why). It was not changed."
        }
    }

    /// The cause and the remedy, in one line for someone who started the backend alone.
    package var userMessage: String {
        switch self {
        case .portTaken, .portUnavailable: "\(cause) Choose another with --port, or 0 for a free one."
        case .databaseUnwritable, .databaseForeign: "\(cause) Give another file with --database."
        case .databaseDamaged: "\(cause) Or give another with --database."
        case .databaseNewer: "\(cause) Update demo-tui, or give another file with --database."
        }
    }

    package var description: String { userMessage }
}
