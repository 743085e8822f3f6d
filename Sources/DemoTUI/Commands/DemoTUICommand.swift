import ArgumentParser
import Foundation
import IdleExecutor

/// The program with its commands; without one it opens the screens.
struct DemoTUICommand: AsyncParsableCommand {
    /// The version `--version` prints; the newest heading of CHANGELOG.md.
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "demo-tui", abstract: RunCommand.abstract, version: version,
        subcommands: [
            RunCommand.self, InitCommand.self, CheckCommand.self, RequestCommand.self, GatewayCommand.self,
            ScreensCommand.self, ImportCommand.self, ExportCommand.self, SampleBackendCommand.self,
        ],
        defaultSubcommand: RunCommand.self)
}

@main
enum Main {
    /// What goes to the parser of all commands; anything else starts the screens. The parser would show the options of
    /// the screens only under a command of their own, and nobody looks for them there.
    private static let commands: Set = [
        "run", "init", "check", "request", "gateway", "screens", "import", "export", "sample-backend", "help",
        "--version",
        "--generate-completion-script",
        "--experimental-dump-help",
    ]

    /// Stays on the main actor until the executor is in place: from there the program's first task would start what it
    /// replaces.
    @MainActor static func main() async {
        IdleExecutor.install()
        await run()
    }

    /// Parses and runs. Wrong options end with 2, as every other start that cannot be.
    private static func run() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let isCommand = arguments.first.map { commands.contains($0) } ?? false
        let root: any ParsableCommand.Type = isCommand ? DemoTUICommand.self : RunCommand.self
        do {
            var command = try root.parseAsRoot(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            guard root.exitCode(for: error) == .validationFailure else { root.exit(withError: error) }
            let message = root.message(for: error)
            let isSentence = message.last.map { ".?!".contains($0) } ?? true
            StandardError.write(message + (isSentence ? "" : ".") + " See demo-tui --help.")
            exit(2)
        }
    }
}
