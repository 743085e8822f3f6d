import AppCore
import ArgumentParser
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
        in folder: String, startScreen: String? = nil, keepsView: Bool = true,
        _ body: @MainActor (Harness) async throws -> Void
    ) async throws -> LastView? {
        var options = AppOptions(isDemo: true, startScreen: startScreen, environment: ["XDG_STATE_HOME": folder])
        options.keepsView = keepsView
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

    @Test("The next run starts where the last one ended, without its switches and data") func restored() async throws {
        let folder = try Folder()
        let left = try await run(in: folder.path) { harness in
            await harness.press("3", "2", "o", "Space", "Enter", "]", "~", "D")
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
            #expect(harness.state.sidebarGrowth == 2)
            #expect(!harness.state.showsActivity)
            #expect(harness.manager.isEnabled)
            #expect(harness.state.hasSidebarFocus)
        }
    }

    @Test("A row after the first page is reached page by page") func distantRow() async throws {
        let folder = try Folder()
        let left = try await run(in: folder.path) { harness in
            await harness.press("2")
            for _ in 0..<90 { await harness.press("Down") }
        }
        #expect(left?.row == 90)
        _ = try await run(in: folder.path) { harness in
            await harness.wait { harness.state.lastView.row == 90 }
            #expect(harness.state.lastView.row == 90)
        }
    }

    @Test("A screen named at the start has precedence") func named() async throws {
        let folder = try Folder()
        _ = try await run(in: folder.path) { await $0.press("3") }
        _ = try await run(in: folder.path, startScreen: "transactions") { harness in
            #expect(harness.state.currentScreen == "transactions")
        }
    }

    @Test("A chosen theme is kept for all documents, until the default is chosen") func theme() async throws {
        let folder = try Folder()
        let file = ThemeFile(path: folder.path + "/demo-tui/theme")
        _ = try await run(in: folder.path) { await $0.press("3", "^T", "End", "Enter") }
        #expect(file.read() == "high-contrast")
        var options = AppOptions(environment: ["XDG_STATE_HOME": folder.path])
        try LookOptions.parse([]).apply(to: &options)
        #expect(options.configuration.chosenTheme?.name == "high-contrast")
        // A run that is told its theme neither takes the choice nor ends it.
        try LookOptions.parse(["--theme", "nord"]).apply(to: &options)
        #expect(options.configuration.chosenTheme == nil && options.configuration.theme?.name == "nord")
        _ = try await run(in: folder.path) { await $0.press("3") }
        #expect(file.read() == "high-contrast")
        _ = try await run(in: folder.path) { await $0.press("^T", "Home", "Enter") }
        #expect(file.read() == nil)
    }

    @Test("Without restoring, nothing is read or written") func off() async throws {
        let folder = try Folder()
        let left = try await run(in: folder.path, keepsView: false) { await $0.press("3") }
        #expect(left == nil)
    }

    @Test(
        "A damaged file is ignored, and so are removed screens",
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

    @Test("A file that cannot be written is reported at the end") func unwritable() async throws {
        let folder = try Folder(["demo-tui": "a file in the way"])
        try await Harness.run(AppOptions(isDemo: true, environment: ["XDG_STATE_HOME": folder.path])) { harness in
            await harness.press("Q")
            #expect(harness.end?.problem?.message.contains("--no-restore") == true)
        }
    }
}
