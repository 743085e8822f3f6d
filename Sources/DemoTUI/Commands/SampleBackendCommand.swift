import ArgumentParser
import Dispatch
import Foundation
import SampleBackend

/// Runs Harbor's backend alone, for other clients and for tests.
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
        guard (0...65535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535.") }
        guard tokenLifetime > 0 else { throw ValidationError("--token-lifetime takes a number of seconds above 0.") }
        guard latency >= 0 else { throw ValidationError("--latency takes a number of milliseconds, 0 or more.") }
    }

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let path = database ?? SampleBackend.defaultDatabasePath(environment: environment)
        let backend: RunningBackend
        do {
            backend = try await SampleBackend.start(
                SampleBackend.Configuration(
                    port: port, database: .path(path), tokenLifetime: .seconds(tokenLifetime),
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
