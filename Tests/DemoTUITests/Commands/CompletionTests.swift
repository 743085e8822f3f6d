import ArgumentParser
import Foundation
import Testing

@testable import DemoTUI

@Suite("Completions of the shell") struct CompletionTests {
    private static let bookshop = "Documentation/Tutorials/bookshop.yaml"

    /// - Parameter words: the line so far, without the program's name; the last one is completed.
    private func suggestions(_ command: [String], _ argument: String, _ words: [String]) async -> [String] {
        do {
            _ = try await CompletedCommand.asyncParseAsRoot(
                ["---completion"] + command + ["--", argument, "\(words.count)", "0", "demo-tui"] + words)
            return []
        } catch {
            return CompletedCommand.fullMessage(for: error).split(separator: "\n").map(String.init)
        }
    }

    @Test("Operations are those of the document on the line, wherever it stands") func operations() async {
        let line = ["request", Self.bookshop, "--overlay", "other.yaml", ""]
        #expect(await suggestions(["request"], "positional@0", line).contains("listBooks"))
        #expect(await suggestions(["request"], "positional@0", ["request", "", Self.bookshop]).contains("listBooks"))
    }

    @Test("Screens are those of the document, too", arguments: ["--screen", "--demo-screen"])
    func screens(option: String) async {
        #expect(await suggestions([], option, [Self.bookshop, option, ""]).contains("books"))
    }

    @Test("Without a document they are the sample's") func sample() async {
        #expect(await suggestions(["request"], "positional@0", ["request", ""]).contains("getMe"))
    }

    @Test("Every command that the help names is completed") func commands() throws {
        let script = CompletedCommand.completionScript(for: .fish)
        for name in CompletedCommand.configuration.subcommands.compactMap({ $0.configuration.commandName }) {
            #expect(RunCommand.helpMessage(columns: 10_000).contains(name))
            #expect(script.contains("'\(name)'"))
        }
    }
}
