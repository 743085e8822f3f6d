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
