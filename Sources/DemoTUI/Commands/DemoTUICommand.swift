import ArgumentParser

/// The program: the screens by default, and the commands that need none.
@main
struct DemoTUICommand: AsyncParsableCommand {
    /// The version `--version` prints; the newest heading of CHANGELOG.md.
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "demo-tui",
        abstract: "Opens an HTTP API as a terminal app, live or answered by stubs.",
        discussion: """
            Without a document it opens Harbor, a small bank whose backend runs inside the program.
            D switches everything between live and demo, d only the screen in front of you, ? shows every key.
            """,
        version: version,
        subcommands: [RunCommand.self, CheckCommand.self, SampleBackendCommand.self],
        defaultSubcommand: RunCommand.self)
}
