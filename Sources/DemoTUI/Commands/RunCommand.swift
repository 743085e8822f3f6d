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

            Other commands: init, check, request, gateway, screens, import, export, sample-backend; each takes
            --help.
            """,
        version: DemoTUICommand.version)

    @OptionGroup var source: DocumentOptions

    @Flag(help: "Start with everything answered by stubs. No connection is made.")
    var demo = false

    @Option(help: ArgumentHelp("Start with this screen answered by stubs; may be repeated.", valueName: "id"))
    var demoScreen: [String] = []

    @Option(help: ArgumentHelp("Start on this screen.", valueName: "id"))
    var screen: String?

    @Option(help: ArgumentHelp("Write a log to this file.", valueName: "file"), completion: .file())
    var log: String?

    @Flag(help: "Answer only from the variable DEMO_TUI_SEEDS; nothing reaches the network.")
    var uiTesting = false

    @OptionGroup var connection: ConnectionOptions

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
        if connection.secrets == Secrets.prompt {
            throw StartFailure("--secrets -: only commands ask before they begin; in the screens press I to sign in.")
        }
        var options = try connection.options(source, isDemo: demo)
        options.demoScreens = demoScreen
        options.startScreen = screen
        options.isUITesting = uiTesting
        options.logFile = log
        return options
    }
}
