import ArgumentParser
import CBuild
import Foundation
import WireFormats

struct DemoTUICommand: AsyncParsableCommand {
    /// The version, also the newest released heading of CHANGELOG.md.
    static let version = "0.1.0"

    /// The text of `--version`. The build is known in releases only.
    static let versionAndBuild = cb_build().map { "\(version) (\(String(cString: $0)))" } ?? version

    static let configuration = CommandConfiguration(
        commandName: "demo-tui", abstract: RunCommand.abstract, version: versionAndBuild,
        subcommands: [RunCommand.self] + others, defaultSubcommand: RunCommand.self)

    /// The commands beside the screens.
    fileprivate static let others: [any ParsableCommand.Type] = [
        InitCommand.self, CheckCommand.self, RequestCommand.self, GatewayCommand.self, AuthorityCommand.self,
        ScreensCommand.self, KeysCommand.self, ImportCommand.self, ExportCommand.self, SampleBackendCommand.self,
    ]

    static let names = others.compactMap { $0.configuration.commandName }
}

/// The command line as the user sees it, for the manual: the options of the screens beside the other commands.
struct CommandLineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo-tui", abstract: RunCommand.abstract, discussion: RunCommand.overview,
        version: DemoTUICommand.versionAndBuild, subcommands: DemoTUICommand.others)

    @OptionGroup var screens: RunCommand
}

/// The same for completions, without the document: a shell would take the first word for one, never for a command.
struct CompletedCommand: AsyncParsableCommand {
    static let configuration = CommandLineCommand.configuration

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var screens: ScreenOptions
}

@main
enum Main {
    /// The words that select the parser of all commands; anything else starts the screens. That parser shows the
    /// options of the screens only under a command of their own.
    private static let commands = Set(DemoTUICommand.names + ["run", "help", "--version"])

    @MainActor static func main() async {
        fillStandardDescriptors()
        // A write reports a reader that left: recordings are finished anyway, and a server continues.
        signal(SIGPIPE, SIG_IGN)
        let hasHome = completeHome()
        await run(hasHome: hasHome)
    }

    /// Opens closed standard descriptors read-only, so that no other file takes their numbers. Writes to them fail and
    /// are reported.
    private static func fillStandardDescriptors() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Sets `HOME` to the user's home folder if the environment has none.
    /// - Returns: false if there is none.
    private static func completeHome() -> Bool {
        if let home = getenv("HOME"), home.pointee == UInt8(ascii: "/") { return true }
        guard let user = getpwuid(getuid()), let folder = user.pointee.pw_dir else { return false }
        return String(cString: folder).hasPrefix("/") && setenv("HOME", folder, 1) == 0
    }

    private static func run(hasHome: Bool) async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let isCommand = arguments.first.map { commands.contains($0) } ?? false
        let root: any AsyncParsableCommand.Type =
            switch arguments.first {
            case "--generate-completion-script", "---completion": CompletedCommand.self
            case "--experimental-dump-help": CommandLineCommand.self
            default: isCommand ? DemoTUICommand.self : RunCommand.self
            }
        do {
            var command = try await root.asyncParseAsRoot(arguments)
            guard hasHome else {
                throw StandardError.exit(2, "HOME is not set, and the system knows no home folder of yours: set HOME.")
            }
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            end(0)
        } catch {
            let code = root.exitCode(for: error)
            let message = code == .success ? root.fullMessage(for: error) : root.message(for: error)
            if code == .success {
                if !message.isEmpty { StandardOutput.write(lines: message) }
            } else if code == .validationFailure {
                let isSentence = message.last.map { ".?!".contains($0) } ?? true
                let command = isCommand && arguments.first != "help" ? "demo-tui \(arguments[0])" : "demo-tui"
                StandardError.write(message + (isSentence ? "" : ".") + " See \(command) --help.")
                end(2)
            } else if !message.isEmpty {
                StandardError.write(message)
            }
            end(code.rawValue)
        }
    }

    private static func end(_ code: Int32) -> Never { exit(StandardOutput.exitCode(after: code)) }
}

struct RunCommand: AsyncParsableCommand {
    static let abstract = "Opens an HTTP API as a terminal app, live or answered by stubs."
    fileprivate static let overview = """
        Without a document it opens Harbor, a small bank whose backend runs inside the program.
        D switches everything between live and demo, d only the screen in front of you, ? shows every key.

        Your colours, mouse and keys are in ~/.config/demo-tui/config.yaml, such as
          theme: nord
          mouse: true
          keys: {reload: "^R"}
        demo-tui keys lists the actions; demo-tui check says what is wrong in the file.
        """

    // A command below another one is not searched for a request for completions, which `Main` sends elsewhere: that search
    // would take a tenth of the time before the first paint. The name shows nowhere, as `usage` is set.
    static let configuration = CommandConfiguration(
        commandName: "demo-tui", _superCommandName: "", abstract: abstract,
        usage: "demo-tui [<document> ...] [options]",
        discussion: """
            \(overview)

            Other commands: \(DemoTUICommand.names.joined(separator: ", ")); each takes --help.
            """,
        version: DemoTUICommand.versionAndBuild)

    @Argument(
        help:
            "The OpenAPI documents: a file, a folder with one, or a URL; the screens of several are below their titles. Without one, the sample Harbor.",
        completion: .document)
    var document: [String] = []

    @OptionGroup var reading: ReadingOptions

    @OptionGroup var screens: ScreenOptions

    func validate() throws { try reading.validate(for: document.count) }

    func run() async throws {
        do {
            try await AppRun(try options()).run()
        } catch let failure as Complaint {
            throw StandardError.exit(2, failure.description)
        }
    }

    private func options() throws(Complaint) -> AppOptions {
        if screens.connection.secrets == Secrets.prompt {
            throw Complaint(
                "--secrets -: only commands ask before they begin; the screens have a sign-in of their own.")
        }
        var options = try screens.connection.options(document, reading, isDemo: screens.demo)
        options.demoScreens = screens.demoScreen
        options.startScreen = screens.screen
        try screens.look.apply(to: &options)
        options.isUITesting = screens.uiTesting
        options.logFile = screens.log
        return options
    }
}

/// The options of the screens beside those of reading a document.
struct ScreenOptions: ParsableArguments {
    @Flag(help: "Start with everything answered by stubs. No connection is made.")
    var demo = false

    @Option(
        help: ArgumentHelp("Start with this screen answered by stubs; may be repeated.", valueName: "id"),
        completion: .screen)
    var demoScreen: [String] = []

    @Option(help: ArgumentHelp("Start on this screen.", valueName: "id"), completion: .screen)
    var screen: String?

    @Option(help: ArgumentHelp("Write a log to this file.", valueName: "file"), completion: .file())
    var log: String?

    @Flag(help: "Answer only from the variable DEMO_TUI_SEEDS; nothing reaches the network.")
    var uiTesting = false

    @OptionGroup var look: LookOptions

    @OptionGroup var connection: ConnectionOptions
}
