import DemoManager
import HTTPTypes

/// What the program was started with.
struct AppOptions: Sendable {
    /// The document to open; nil opens the bundled sample.
    var document: String?
    var baseURL: String?
    var isDemo = false
    var demoScreens: [String] = []
    var startScreen: String?
    var unmatched: UnmatchedPolicy = .error
    var stubsFolder: String?
    var fixturesFolder: String?
    var isUITesting = false
    /// Whether stub files are watched; hundreds of programs at once would use up the system's watches.
    var watchesStubs = true
    var logFile: String?
    /// Headers that every call gets unless it brings its own of that name.
    var headers: [HTTPField] = []
    /// A file with what live calls sign in with.
    var secretsFile: String?
    /// Whether the document's references may lead to the network.
    var allowsRemoteReferences = false
    var environment: [String: String] = [:]
    /// The sample's folder; nil looks beside the program.
    var resources: String?

    /// Where a person's own stubs lie when `--stubs` names no folder: `$XDG_DATA_HOME/demo-tui/stubs`.
    var userStubsFolder: String {
        if let stubsFolder { return stubsFolder }
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/demo-tui/stubs" }
        return (environment["HOME"] ?? "") + "/.local/share/demo-tui/stubs"
    }
}

/// Why the program does not start: one line that says what to do. Exit code 2.
struct StartFailure: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
