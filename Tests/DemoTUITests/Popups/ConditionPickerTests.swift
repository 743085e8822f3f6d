import DemoManager
import Testing

@testable import DemoTUI

@MainActor
@Suite("Conditions")
struct ConditionPickerTests {
    /// Opens the picker, turns to the target with this name, and chooses.
    private func choose(_ app: Harness, _ condition: String, for target: String = "the whole screen") async {
        await app.press("c")
        for _ in 0..<6 where !app.screen.contains(target) { await app.press("Tab") }
        await app.press("g")
        let lines = (app.state.popups.last as? ConditionPicker)?.lines ?? []
        for _ in 0..<(lines.firstIndex { $0.text == condition } ?? 0) { await app.press("j") }
        await app.press("Enter")
    }

    @Test("a condition of the screen answers at once, stands in its title, and none ends it")
    func forScreen() async throws {
        try await Harness.run { app in
            await app.press("4")
            await choose(app, "Invalid permissions (403)")
            #expect(
                app.screen.contains("You may not do this (403)") && app.title.contains("condition:"), "\(app.screen)")
            #expect(app.words.contains("press c to choose another"))
            await choose(app, "none")
            #expect(app.screen.contains("Mastercard") && !app.title.contains("condition:"))
        }
    }

    @Test("an empty list says that nothing is here")
    func emptyList() async throws {
        try await Harness.run { app in
            await app.press("4")
            await choose(app, "Empty list")
            #expect(app.screen.contains("Nothing here yet."), "\(app.screen)")
        }
    }

    @Test("GET succeeds while POST times out")
    func forOperation() async throws {
        try await Harness.run { app in
            await app.press("3")
            await choose(app, "Time-out", for: "only sendMessage")
            #expect(app.screen.contains("On my way down"), "\(app.screen)")
            await app.press("a")
            await app.type("Hello")
            await app.press("Enter")
            #expect(app.screen.contains("did not answer in time"), "\(app.screen)")
            #expect(app.isAllStubs)
        }
    }

    @Test("a condition on a live screen switches it to demo and says so")
    func onLive() async throws {
        try await Harness.run(AppOptions()) { app in
            await app.press("2")
            await choose(app, "Server error (500)")
            #expect(app.banner.contains("MIXED 1/6") && app.title.contains("[demo]"))
            #expect(app.footer.contains("The screen switched to demo."), "\(app.screen)")
        }
    }

    @Test("the picker also offers what the stubs bring")
    func ofStubs() async throws {
        try await Harness.run { app in
            await app.press("1", "c", "G")
            #expect(app.screen.contains("tokenExpired") && app.screen.contains("invalid"), "\(app.screen)")
        }
    }
}
