import AppCore
import DemoManager
import Foundation
import Terminal
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

@MainActor @Suite("The last view") struct LastViewTests {
    /// Runs Harbor with a state folder, and reads the file of its last view at the end.
    private func run(
        in folder: String, _ configuration: Configuration = Configuration(), startScreen: String? = nil,
        keepsView: Bool = true,
        _ body: @MainActor (Harness) async throws -> Void
    ) async throws -> LastView? {
        var options = AppOptions(isDemo: true, startScreen: startScreen, environment: ["XDG_STATE_HOME": folder])
        options.keepsView = keepsView
        options.configuration = configuration
        try await Harness.run(options, size: Size(columns: 120, rows: 30)) { harness in
            try await body(harness)
            await harness.press("Q")
            #expect(harness.end == RunEnd(code: 0))
        }
        return try file(in: folder)?.read()
    }

    private func file(in folder: String) throws -> LastViewFile? {
        let views = folder + "/demo-tui/views"
        guard FileManager.default.fileExists(atPath: views) else { return nil }
        let names = try FileManager.default.contentsOfDirectory(atPath: views)
        return names.first.map { LastViewFile(path: "\(views)/\($0)") }
    }

    @Test("The next run begins where the last one ended, without its switches and data") func restored() async throws {
        let folder = try Folder()
        let left = try await run(in: folder.path) { harness in
            await harness.press("3", "2", "o", "Space", "Enter", "]", "~", "^T", "Down", "Down", "Enter", "D")
            #expect(harness.terminal.acts.last == .used(Theme.all[1]))
            #expect(!harness.manager.isEnabled)
        }
        let columns = try #require(left?.columns["transactions"])
        #expect(left?.screen == "transactions")
        #expect(left?.recent.first == "messages")
        let path = try #require(try file(in: folder.path)?.path)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!text.contains("Hemg"))
        let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(rights == 0o600)

        _ = try await run(in: folder.path) { harness in
            #expect(harness.state.currentScreen == "transactions")
            #expect(harness.columns.count == columns.count)
            #expect(harness.terminal.acts == [.used(Theme.all[1])])
            #expect(harness.state.sidebarGrowth == 2)
            #expect(!harness.state.showsActivity)
            #expect(harness.manager.isEnabled)
            #expect(harness.state.hasSidebarFocus)
        }
    }

    @Test("A screen that is named at the start comes first") func named() async throws {
        let folder = try Folder()
        _ = try await run(in: folder.path) { await $0.press("3") }
        _ = try await run(in: folder.path, startScreen: "transactions") { harness in
            #expect(harness.state.currentScreen == "transactions")
        }
    }

    @Test("The theme of the command line goes before the last one, which stays the choice; the usual one ends it")
    func givenTheme() async throws {
        let folder = try Folder()
        _ = try await run(in: folder.path) { await $0.press("^T", "End", "Enter") }
        var given = Configuration()
        (given.theme, given.isThemeGiven) = (.light, true)
        let kept = try await run(in: folder.path, given) { #expect($0.terminal.acts.isEmpty) }
        #expect(kept?.theme == "high-contrast")
        let usual = try await run(in: folder.path) { harness in
            await harness.press("^T", "Home", "Enter")
            #expect(harness.terminal.acts.last == .used(nil))
        }
        #expect(usual?.theme == nil)
    }

    @Test("Without the restoring nothing is read or written") func off() async throws {
        let folder = try Folder()
        let left = try await run(in: folder.path, keepsView: false) { await $0.press("3") }
        #expect(left == nil)
    }

    @Test(
        "A damaged file counts as none, and screens that are gone are ignored",
        arguments: [
            "{", "",
            """
            {"screen": "gone", "recent": ["gone"], "columns": {"gone": ["x"]}, "closedGroups": ["gone"],
            "sidebarGrowth": 9223372036854775807, "detailGrowth": -9223372036854775807, "showsActivity": true}
            """,
        ])
    func damaged(text: String) async throws {
        let folder = try Folder()
        _ = try await run(in: folder.path) { await $0.press("3") }
        try text.write(toFile: try #require(try file(in: folder.path)?.path), atomically: false, encoding: .utf8)
        _ = try await run(in: folder.path) { harness in
            #expect(harness.state.currentScreen == harness.state.catalog.first?.id)
            #expect(harness.state.recent.isEmpty)
        }
    }

    @Test("A file that cannot be written is named at the end") func unwritable() async throws {
        let folder = try Folder(["demo-tui": "a file in the way"])
        try await Harness.run(AppOptions(isDemo: true, environment: ["XDG_STATE_HOME": folder.path])) { harness in
            await harness.press("Q")
            #expect(harness.end?.problem?.message.contains("--no-restore") == true)
        }
    }
}
