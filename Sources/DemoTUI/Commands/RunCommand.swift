import ArgumentParser
import DemoManager
import Foundation

/// Opens the screens.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Open the screens (what demo-tui does without a command).")

    @Argument(help: "The OpenAPI document to open. Without one, the sample Harbor is opened.", completion: .file(extensions: ["yaml", "yml", "json"]))
    var document: String?

    @Option(help: ArgumentHelp("The server that live calls go to.", valueName: "url"))
    var baseURL: String?

    @Flag(help: "Start with everything answered by stubs. No connection is made.")
    var demo = false

    @Option(help: ArgumentHelp("Start with this screen answered by stubs; may be repeated.", valueName: "id"))
    var demoScreen: [String] = []

    @Option(help: ArgumentHelp("Start on this screen.", valueName: "id"))
    var screen: String?

    @Option(help: ArgumentHelp("What demo mode does where no stub matches: error, guard or passThrough.", valueName: "policy"))
    var unmatched: UnmatchedPolicy = .error

    @Option(help: ArgumentHelp("A folder with your own stubs; they win over those of the document.", valueName: "dir"), completion: .directory)
    var stubs: String?

    @Option(help: ArgumentHelp("The folder your stubs' body files are confined to.", valueName: "dir"), completion: .directory)
    var fixtures: String?

    @Option(help: ArgumentHelp("Write a log to this file.", valueName: "file"), completion: .file())
    var log: String?

    @Flag(help: "Answer only from DEMO_TUI_SEEDS; nothing reaches the network.")
    var uiTesting = false

    func run() async throws {
        let options = AppOptions(
            document: document, baseURL: baseURL, isDemo: demo, demoScreens: demoScreen, startScreen: screen,
            unmatched: unmatched, stubsFolder: stubs, fixturesFolder: fixtures, isUITesting: uiTesting,
            environment: ProcessInfo.processInfo.environment)
        try await AppRun(options, log: log).run()
    }
}

extension UnmatchedPolicy: ExpressibleByArgument {}
