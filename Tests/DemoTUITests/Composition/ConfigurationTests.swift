import ArgumentParser
import DemoManager
import Foundation
import Terminal
import Testing
import WireFormats

@testable import DemoTUI

@MainActor
@Suite("The configuration file")
struct ConfigurationTests {
    private func read(_ text: String) async throws -> Configuration {
        try await withFolder { folder in
            let path = folder + "/config.yaml"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            return Configuration(file: path)
        }
    }

    @Test("Without a file everything is as usual") func absent() {
        let usual = Configuration(file: "/nowhere/config.yaml")
        #expect(usual.theme == nil && !usual.takesMouse && usual.problems.isEmpty)
        #expect(usual.keys == .standard)
    }

    @Test("Colours, mouse and keys are the file's") func read() async throws {
        let read = try await read(
            """
            theme: mine
            mouse: true
            keys: {toggleAll: [T, F12], toggleScreen: D, goToScreen: ["!", "@"], onlyMarked: "1"}
            themes:
              mine: {base: nord, live: "#010203", background: "#000000"}
            """)
        #expect(read.problems.isEmpty, "\(read.problems)")
        let nord = try #require(Theme.all.first { $0.name == "nord" })
        #expect(read.theme == nord.changed("mine", [.live: 0x010203, .background: 0x000000]))
        #expect(read.takesMouse)
        #expect(read.keys.actions(of: .character("T"), whileTyping: false) == [.toggleAll])
        #expect(read.keys.actions(of: .character("D"), whileTyping: false) == [.toggleScreen])
        #expect(read.keys.actions(of: .function(12), whileTyping: true) == [.toggleAll])
        #expect(read.keys.actions(of: .function(2), whileTyping: true).isEmpty)
    }

    @Test("Texts on the screens name the keys of the file") func texts() async throws {
        var options = AppOptions()
        options.configuration = try await read("keys: {toggleScreen: T, back: ^B, pageUp: F11, filter: F12}")
        #expect(options.configuration.problems.isEmpty)
        try await Harness.run(options, size: Size(columns: 140, rows: 40)) { app in
            await app.press("2")
            #expect(app.words.contains("F12 filter") || app.footer.contains("F12 filter"), "\(app.screen)")
            #expect(app.screen.contains("T makes") && !app.screen.contains("d makes"), "\(app.screen)")
            await app.press("n")
            #expect(app.footer.contains("Press F12 to filter"), "\(app.footer)")
            await app.press("4")
            #expect(app.screen.contains("Press T to open it with demo data."), "\(app.screen)")
        }
    }

    @Test(
        "An entry without effect is named with its line, and the usual holds",
        arguments: [
            ("colour: red", 1, "colour is no setting"),
            ("theme: pink", 1, "\"pink\" is no theme; there are dark, light"),
            ("mouse: 3", 1, "3 is neither true nor false"),
            ("keys:\n  dance: [T]", 2, "dance is no action"),
            ("keys:\n  toggleAll: [Shift-T]", 2, "[\"Shift-T\"] names no key"),
            ("keys:\n  toggleAll: []", 2, "[] names no key"),
            ("keys:\n  toggleAll: [x]", 2, "x is the key of delete, too"),
            ("keys:\n  reload: [T]\n  toggleAll: [T]", 3, "T is the key of reload, too"),
            ("keys:\n  toggleAll: [T]\n  delete: [D]\n  reload: [T]", 4, "T is the key of toggleAll, too"),
            ("keys: [T]", 1, "write NAME: VALUE"),
            ("themes:\n  mine:\n    lime: \"#010203\"", 3, "lime is no role"),
            ("themes:\n  mine:\n    live: green", 3, "\"green\" is no colour"),
            ("themes:\n  mine: {base: pink}", 2, "\"pink\" is no theme before this one"),
            ("themes:\n  dark: {live: \"#010203\"}", 2, "the theme dark exists"),
            ("a: b: c", 1, "not valid YAML"),
        ])
    func faults(text: String, line: Int, message: String) async throws {
        let problems = try await read(text).problems
        #expect(problems.count == 1, "\(problems)")
        #expect(problems.first?.position?.line == line)
        #expect(problems.first?.message.contains(message) == true, "\(problems)")
    }

    @Test("A refused key leaves the action its usual ones, and the others their new ones") func refused() async throws {
        let keys = try await read("keys: {reload: [T], toggleAll: [x]}").keys
        #expect(keys.actions(of: .character("D"), whileTyping: false) == [.toggleAll])
        #expect(keys.actions(of: .character("x"), whileTyping: false) == [.delete])
        #expect(keys.actions(of: .character("T"), whileTyping: false) == [.reload])
    }

    @Test("Actions of different places may share a key") func shared() async throws {
        let read = try await read("keys: {onlyMarked: [t]}")
        #expect(read.problems.isEmpty, "\(read.problems)")
        #expect(read.keys.actions(of: .character("t"), whileTyping: false) == [.onlyMarked, .asSent])
    }

    @Test("The new keys act, and help and footer show them") func used() async throws {
        var options = AppOptions(isDemo: true)
        options.configuration = try await read(
            "keys: {toggleAll: [T], help: [F1], goToScreen: [\"!\", \"@\"], onlyMarked: [t]}")
        try await Harness.run(options) { app in
            #expect(app.footer.contains("T live all") && app.footer.contains("F1 help"), "\(app.footer)")
            await app.press("D")
            #expect(app.manager.isEnabled)
            await app.press("T")
            #expect(!app.manager.isEnabled)
            await app.press("@")
            #expect(app.state.currentScreen == "transactions")
            await app.press("L", "t")
            #expect(app.footer.contains("Every response that was checked"), "\(app.screen)")
            await app.press("F1")
            await app.type("demo all")
            #expect(app.screen.contains("Everything live") && !app.screen.contains("D F2"), "\(app.screen)")
        }
    }

    @Test("A problem is told at the start and listed with its line") func listed() async throws {
        var options = AppOptions(isDemo: true)
        options.configuration = try await read("mouse: true\ntheme: pink")
        try await Harness.run(options, size: Size(columns: 160, rows: 30)) { app in
            #expect(app.footer.contains("1 problem"), "\(app.footer)")
            await app.press("P")
            #expect(app.screen.contains("config.yaml:2:1") && app.screen.contains("is no theme"))
        }
    }

    @Test("An option wins over the file") func options() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/demo-tui", withIntermediateDirectories: true)
            let path = folder + "/demo-tui/config.yaml"
            try Data("theme: nord\nmouse: true\nthemes: {mine: {base: gruvbox}}".utf8)
                .write(to: URL(fileURLWithPath: path))
            func configuration(_ arguments: String...) throws -> Configuration {
                var options = AppOptions(environment: ["XDG_CONFIG_HOME": folder])
                try LookOptions.parse(arguments).apply(to: &options)
                return options.configuration
            }
            #expect(try configuration().theme?.name == "nord")
            #expect(try configuration().takesMouse)
            #expect(try !configuration("--no-mouse", "--theme", "mine").takesMouse)
            #expect(try configuration("--theme", "mine").theme?.name == "mine")
            #expect(throws: Complaint.self) { try configuration("--theme", "pink") }
        }
    }

    @Test("The reference names every action and every role") func reference() throws {
        let root = URL(fileURLWithPath: Harness.resources).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(
            contentsOf: root.appendingPathComponent("Documentation/Reference/Configuration.md"), encoding: .utf8)
        for action in Action.allCases { #expect(text.contains("`\(action.rawValue)`"), "\(action)") }
        for role in Theme.Role.allCases { #expect(text.contains("`\(role.rawValue)`"), "\(role)") }
    }
}
