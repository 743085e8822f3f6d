import ArgumentParser
import DemoManager
import Foundation
import Terminal
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

@MainActor @Suite("The configuration file") struct ConfigurationTests {
    private func read(_ text: String) throws -> Configuration {
        let folder = try Folder(["config.yaml": text])
        return Configuration(file: folder.path("config.yaml"))
    }

    @Test("Without a file the defaults apply") func absent() {
        let usual = Configuration(file: "/nowhere/config.yaml")
        #expect(usual.theme == nil && !usual.takesMouse && usual.problems.isEmpty)
        #expect(usual.keys == .standard)
    }

    @Test("Colours, mouse and keys are read from the file") func read() async throws {
        let read = try read(
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

    /// Takes steps in a program with this file.
    private func walk(
        _ text: String, isDemo: Bool = true, columns: Int = 80, rows: Int = 24, _ steps: Step...
    ) async throws {
        var options = AppOptions(isDemo: isDemo)
        options.configuration = try read(text)
        try await Stage.stage(options, columns: columns, rows: rows).run { app in
            for step in steps { try await step.run(app) }
        }
    }

    @Test("Texts on the screens name the keys of the file") func texts() async throws {
        let text = "keys: {toggleScreen: T, back: ^B, pageUp: F11, filter: F12}"
        #expect(try read(text).problems.isEmpty)
        try await walk(
            text, isDemo: false, columns: 140, rows: 40,
            .press("2"), .holds { $0.words.contains("F12 filter") || $0.footer.contains("F12 filter") },
            .sees("T makes"), .lacks("d makes"), .press("n"), .footer("Press F12 to filter"), .press("4"),
            .sees("Press T to open it with demo data."))
    }

    @Test(
        "An entry without effect is reported with its line, and the default applies",
        arguments: [
            ("colour: red", 1, "\"colour\" is not supported in the configuration; known are"),
            ("theme: pink", 1, "theme must be one of dark, light"),
            ("mouse: 3", 1, "mouse must be true or false"), ("keys:\n  dance: [T]", 2, "dance is not an action"),
            ("keys:\n  toggleAll: [Shift-T]", 2, "\"Shift-T\" names no key"),
            ("keys:\n  toggleAll: []", 2, "[] names no key"),
            ("keys:\n  toggleAll: [x]", 2, "x is the key of delete, too"),
            ("keys:\n  reload: [T]\n  toggleAll: [T]", 3, "T is the key of reload, too"),
            ("keys:\n  toggleAll: [T]\n  delete: [D]\n  reload: [T]", 4, "T is the key of toggleAll, too"),
            ("keys: [T]", 1, "keys must be an object"),
            ("themes:\n  mine:\n    lime: \"#010203\"", 3, "lime is not a role"),
            ("themes:\n  mine:\n    live: green", 3, "\"green\" is not a colour"),
            ("themes:\n  mine: {base: pink}", 2, "\"pink\" is neither a built-in theme nor one above this line"),
            ("themes:\n  dark: {live: \"#010203\"}", 2, "the theme dark exists"), ("a: b: c", 1, "not valid YAML"),
            ("themes:\n\tdark: {}", 2, "a tab is in the indentation; use spaces"),
        ])
    func faults(text: String, line: Int, message: String) async throws {
        let problems = try read(text).problems
        #expect(problems.count == 1, "\(problems)")
        #expect(problems.first?.position?.line == line)
        #expect(problems.first?.message.contains(message) == true, "\(problems)")
    }

    @Test("A refused key leaves the action its defaults, and the others their new ones") func refused() async throws {
        let keys = try read("keys: {reload: [T], toggleAll: [x]}").keys
        #expect(keys.actions(of: .character("D"), whileTyping: false) == [.toggleAll])
        #expect(keys.actions(of: .character("x"), whileTyping: false) == [.delete])
        #expect(keys.actions(of: .character("T"), whileTyping: false) == [.reload])
    }

    @Test("Actions in different places can share a key") func shared() async throws {
        let read = try read("keys: {onlyMarked: [t]}")
        #expect(read.problems.isEmpty, "\(read.problems)")
        #expect(read.keys.actions(of: .character("t"), whileTyping: false) == [.onlyMarked, .asSent])
    }

    @Test("The new keys work, and help and footer show them") func used() async throws {
        try await walk(
            "keys: {toggleAll: [T], help: [F1], goToScreen: [\"!\", \"@\"], onlyMarked: [t]}",
            .footer("T live all", "F1 help"), .press("D"), .holds { $0.manager.isEnabled }, .press("T"),
            .holds { !$0.manager.isEnabled }, .press("@"), .holds { $0.state.currentScreen == "transactions" },
            .press("L t"), .footer("Every response that was checked"), .press("F1"), .type("demo all"),
            .sees("Everything live"), .lacks("D F2"))
    }

    @Test("A problem is reported at the start and listed with its line") func listed() async throws {
        try await walk(
            "mouse: true\ntheme: pink", columns: 160, rows: 30, .footer("1 problem"), .press("P"),
            .sees("config.yaml:2:1", "theme must be"))
    }

    @Test("An option overrides the file") func options() async throws {
        let folder = try Folder(["demo-tui/config.yaml": "theme: nord\nmouse: true\nthemes: {mine: {base: gruvbox}}"])
        func configuration(_ arguments: String...) throws -> Configuration {
            var options = AppOptions(environment: ["XDG_CONFIG_HOME": folder.path])
            try LookOptions.parse(arguments).apply(to: &options)
            return options.configuration
        }
        #expect(try configuration().theme?.name == "nord")
        #expect(try configuration().takesMouse)
        #expect(try !configuration("--no-mouse", "--theme", "mine").takesMouse)
        #expect(try configuration("--theme", "mine").theme?.name == "mine")
        #expect(throws: Complaint.self) { try configuration("--theme", "pink") }
    }

    @Test("The reference names every action and every role") func reference() throws {
        let page = Checkout.path("Documentation/Reference/Configuration.md")
        let text = try String(contentsOfFile: page, encoding: .utf8)
        for action in Action.allCases { #expect(text.contains("`\(action.rawValue)`"), "\(action)") }
        for role in Theme.Role.allCases { #expect(text.contains("`\(role.rawValue)`"), "\(role)") }
    }
}
