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

    @Test(
        "Operations and screens are the document's, wherever it is in the line; without one, the sample's",
        arguments: [
            ("positional@0", ["request", bookshop, "--overlay", "other.yaml", ""], "listBooks"),
            ("positional@0", ["request", "", bookshop], "listBooks"),
            ("positional@0", ["request", ""], "getMe"), ("--screen", [bookshop, "--screen", ""], "books"),
            ("--demo-screen", [bookshop, "--demo-screen", ""], "books"),
        ])
    func names(argument: String, words: [String], name: String) async {
        let command = words.filter { $0 == "request" }
        #expect(await suggestions(command, argument, words).contains(name))
    }

    @Test("Every command in the help is completed") func commands() throws {
        let script = CompletedCommand.completionScript(for: .fish)
        for name in CompletedCommand.configuration.subcommands.compactMap({ $0.configuration.commandName }) {
            #expect(RunCommand.helpMessage(columns: 10_000).contains(name))
            #expect(script.contains("'\(name)'"))
        }
    }
}
