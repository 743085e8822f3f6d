import AppCore
import ArgumentParser
import DemoManager
import Foundation

/// Opens the screens.
struct RunCommand: AsyncParsableCommand {
    static let abstract = "Opens an HTTP API as a terminal app, live or answered by stubs."

    static let configuration = CommandConfiguration(
        commandName: "demo-tui", abstract: abstract,
        usage: "demo-tui [<document>] [options]",
        discussion: """
            Without a document it opens Harbor, a small bank whose backend runs inside the program.
            D switches everything between live and demo, d only the screen in front of you, ? shows every key.

            Other commands: demo-tui check, demo-tui sample-backend; each takes --help.
            """,
        version: DemoTUICommand.version)

    @Argument(
        help:
            "The OpenAPI document to open: a file, a folder with openapi.yaml, or a URL. Without one, the sample Harbor.",
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var document: String?

    @Option(help: ArgumentHelp("The server that live calls go to.", valueName: "url"))
    var baseURL: String?

    @Flag(help: "Start with everything answered by stubs. No connection is made.")
    var demo = false

    @Option(help: ArgumentHelp("Start with this screen answered by stubs; may be repeated.", valueName: "id"))
    var demoScreen: [String] = []

    @Option(help: ArgumentHelp("Start on this screen.", valueName: "id"))
    var screen: String?

    @Option(
        help: ArgumentHelp(
            "What demo mode does where no stub matches: refuse the call (error), let reads through (guard) or let everything through (passThrough).",
            valueName: "error|guard|passThrough"))
    var unmatched: UnmatchedPolicy = .error

    @Option(
        help: ArgumentHelp("A folder with your own stubs; they win over the bundled ones.", valueName: "dir"),
        completion: .directory)
    var stubs: String?

    @Option(
        help: ArgumentHelp("The folder that your stubs' body files are confined to.", valueName: "dir"),
        completion: .directory)
    var fixtures: String?

    @Option(
        help: ArgumentHelp(
            "A header for every call; may be repeated. Secrets belong in --secrets.", valueName: "name: value"))
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file with DEMO_TUI_TOKEN=…, DEMO_TUI_USERNAME=…, DEMO_TUI_PASSWORD=…, DEMO_TUI_API_KEY=… for live calls, readable by you alone; variables of the same names win.",
            valueName: "file"), completion: .file())
    var secrets: String?

    @Flag(help: "Follow the document's references to other servers.")
    var allowRemoteRefs = false

    @Option(help: ArgumentHelp("Write a log to this file.", valueName: "file"), completion: .file())
    var log: String?

    @Flag(help: "Answer only from the variable DEMO_TUI_SEEDS; nothing reaches the network.")
    var uiTesting = false

    func validate() throws {
        guard let baseURL else { return }
        do {
            _ = try BaseURL(baseURL)
        } catch {
            throw ValidationError("--base-url \(baseURL): \(error.reason).")
        }
    }

    func run() async throws {
        do {
            try await AppRun(try options()).run()
        } catch let failure as StartFailure {
            throw StandardError.exit(2, failure.description)
        }
    }

    /// The options as the program takes them.
    /// - Throws: `StartFailure` if a file or folder that was named is not there.
    private func options() throws(StartFailure) -> AppOptions {
        let options = AppOptions(
            document: document, baseURL: baseURL, isDemo: demo, demoScreens: demoScreen, startScreen: screen,
            unmatched: unmatched, stubsFolder: stubs, fixturesFolder: fixtures, isUITesting: uiTesting, logFile: log,
            headers: try header.map(HeaderOption.field), secretsFile: secrets, allowsRemoteReferences: allowRemoteRefs,
            environment: ProcessInfo.processInfo.environment)
        _ = try AppFiles(options)
        _ = try Secrets(environment: options.environment, file: options.secretsFile)
        return options
    }
}

extension UnmatchedPolicy: ExpressibleByArgument {}
