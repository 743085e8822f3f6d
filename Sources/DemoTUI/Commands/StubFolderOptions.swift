import ArgumentParser

/// Where a person's own stubs stand: the same for every command that answers by stubs.
struct StubFolderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A folder with your own stubs; they win over the bundled ones.", valueName: "dir"),
        completion: .directory)
    var stubs: String?

    @Option(
        help: ArgumentHelp("The folder that your stubs' body files are confined to.", valueName: "dir"),
        completion: .directory)
    var fixtures: String?
}
