import APIDocument
import AppCore
import ArgumentParser
import DemoManager
import Foundation
import JSONText

/// Reads a document with its stubs and fixtures and lists what is wrong.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "List what is wrong in a document, its stubs and fixtures; exit 1 if anything is.")

    @Argument(
        help: "The OpenAPI document. Without one, the sample Harbor is checked.",
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var document: String?

    @Option(help: ArgumentHelp("A folder with your own stubs.", valueName: "dir"), completion: .directory)
    var stubs: String?

    @Option(
        help: ArgumentHelp("The folder your stubs' body files are confined to.", valueName: "dir"),
        completion: .directory)
    var fixtures: String?

    func run() async throws {
        let options = AppOptions(
            document: document, stubsFolder: stubs, fixturesFolder: fixtures,
            environment: ProcessInfo.processInfo.environment)
        var problems: [String]
        do {
            problems = try await Self.problems(options)
        } catch {
            problems = ["\(error)"]
        }
        let isTerminal = isatty(1) == 1
        for problem in problems { print(isTerminal ? VisibleText.line(problem) : problem) }
        guard problems.isEmpty else { throw ExitCode(1) }
        print("No problems.")
    }

    /// Everything wrong, one line each: `file:line:column: what to do`.
    static func problems(_ options: AppOptions) async throws -> [String] {
        let files = try AppFiles(options)
        let loaded = try await AppComposition.load(files, options)
        let manager = DemoManager()
        for folder in files.stubFolders(of: loaded) {
            manager.loadStubs(folder: folder.stubs, fixtures: folder.fixtures)
        }
        let document = loaded.document
        let read = (document.problems + ScreenCatalog(document).problems + manager.problems).map(\.description)
        return read + ContractReport(document, prefix: loaded.serverPath).flaws(of: manager.stubs)
    }
}
