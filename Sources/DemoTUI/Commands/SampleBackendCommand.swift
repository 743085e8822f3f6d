import ArgumentParser
import Dispatch
import Foundation
import SampleBackend

struct SampleBackendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample-backend", abstract: "Run Harbor's backend alone, on 127.0.0.1.")

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = 8080

    @Option(help: ArgumentHelp("The database file.", valueName: "file"), completion: .file())
    var database: String?

    @Option(help: ArgumentHelp("How long access tokens are valid, in seconds.", valueName: "seconds"))
    var tokenLifetime = 300

    @Option(help: ArgumentHelp("Wait before every answer, in milliseconds.", valueName: "ms"))
    var latency = 0

    func validate() throws {
        try require((0...65535).contains(port), "--port takes a number from 0 to 65535.")
        try require(tokenLifetime > 0, "--token-lifetime takes a number of seconds above 0.")
        try require(latency >= 0, "--latency takes a number of milliseconds, 0 or more.")
    }

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let path = database ?? SampleBackend.defaultDatabasePath(environment: environment)
        let backend: RunningBackend
        do {
            backend = try await SampleBackend.start(
                SampleBackend.Configuration(
                    port: port, database: path, tokenLifetime: .seconds(tokenLifetime),
                    latency: .milliseconds(latency)))
        } catch {
            throw StandardError.exit(2, error.userMessage)
        }
        let signals = await EndSignals()
        let sample = SampleBackend.credentials
        StandardOutput.write(
            "Harbor's backend listens on \(backend.baseURL) (user \(sample.username), password \(sample.password)).")
        StandardOutput.write("Database: \(path). Press Ctrl-C to end.")
        let number = await signals.first()
        await backend.stop()
        throw ExitCode(number == SIGINT ? 0 : 128 + number)
    }
}

struct EndSignals {
    private let sources: [any DispatchSourceSignal]
    private let numbers: AsyncStream<Int32>

    /// Takes over the signals, so that they no longer end the program. After `nohup` the terminal's end is ignored.
    init() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        numbers = stream
        sources = ([SIGINT, SIGTERM, SIGQUIT] + (Self.ignoresHangUp ? [] : [SIGHUP])).map { number in
            #if canImport(Darwin)
                signal(number, SIG_IGN)
            #endif
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            return source
        }
        for source in sources {
            // On Linux the source replaces the signal's action a moment later: a signal in between would be lost if
            // ignored until then, and the program could not be ended.
            await withCheckedContinuation { taken in
                source.setRegistrationHandler { taken.resume() }
                source.resume()
            }
        }
    }

    private static var ignoresHangUp: Bool {
        var action = sigaction()
        sigaction(SIGHUP, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    func first() async -> Int32 {
        defer { for source in sources { source.cancel() } }
        for await number in numbers { return number }
        return SIGTERM
    }
}
