import Foundation
import Logging

extension SampleBackend {
    /// How a backend is started.
    public struct Configuration: Sendable {
        /// Where the bank's data lives.
        public enum Database: Sendable, Hashable {
            /// A SQLite file; it and its folder are created when missing.
            case path(String)
            /// Gone when the backend stops.
            case inMemory
        }

        /// The port on ``SampleBackend/host``; 0 takes a free one.
        public var port: Int
        /// Where the bank's data lives.
        public var database: Database
        /// How long an access token is good for.
        public var tokenLifetime: Duration
        /// How long every answer is held back, to see what a slow server feels like.
        public var latency: Duration
        /// Receives one debug line per request (method, path, status) and nothing secret.
        public var logger: Logger

        /// Creates a configuration; the default is an in-memory bank on a free port.
        public init(
            port: Int = 0,
            database: Database = .inMemory,
            tokenLifetime: Duration = .seconds(300),
            latency: Duration = .zero,
            logger: Logger = Logger(label: "sample-backend", factory: { _ in SwiftLogNoOpLogHandler() })
        ) {
            self.port = port
            self.database = database
            self.tokenLifetime = tokenLifetime
            self.latency = latency
            self.logger = logger
        }
    }

    /// Where the sample's data lives unless somebody says otherwise: `demo-tui/harbor.sqlite` below `$XDG_DATA_HOME`,
    /// else below `~/.local/share`.
    ///
    /// A relative `$XDG_DATA_HOME` is ignored, as the XDG base directory specification asks for.
    public static func defaultDatabasePath(environment: [String: String]) -> String {
        let file = "demo-tui/harbor.sqlite"
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            return "\(data)/\(file)"
        }
        if let home = environment["HOME"], home.hasPrefix("/") {
            return "\(home)/.local/share/\(file)"
        }
        return "\(FileManager.default.homeDirectoryForCurrentUser.path)/.local/share/\(file)"
    }
}
