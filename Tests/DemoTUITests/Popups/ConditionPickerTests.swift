import DemoManager
import Testing

@testable import DemoTUI

@MainActor
@Suite("Conditions")
struct ConditionPickerTests {
    @Test("a condition of the screen answers at once, stands in its title, and none ends it")
    func forScreen() async throws {
        try await Harness.run { app in
            await app.press("4")
            await app.choose("Invalid permissions (403)")
            #expect(
                app.screen.contains("You may not do this (403)") && app.title.contains("condition:"), "\(app.screen)")
            #expect(app.words.contains("press c to choose another"))
            await app.choose("none")
            #expect(app.screen.contains("Mastercard") && !app.title.contains("condition:"))
        }
    }

    @Test("an empty list says that nothing is here")
    func emptyList() async throws {
        try await Harness.run { app in
            await app.press("4")
            await app.choose("Empty list")
            #expect(app.screen.contains("Nothing here yet."), "\(app.screen)")
        }
    }

    @Test("an empty list is offered only where there is a list", arguments: [("1", false), ("3", true), ("6", false)])
    func onlyLists(_ key: String, isList: Bool) async throws {
        try await Harness.run { app in
            await app.press(key, "Esc", "c")
            let texts = (app.state.popups.last as? ConditionPicker)?.lines.map(\.text) ?? []
            #expect(texts.contains("Success") && texts.contains("Empty list") == isList, "\(texts)")
        }
    }

    @Test("GET succeeds while POST times out")
    func forOperation() async throws {
        try await Harness.run { app in
            await app.press("3")
            await app.choose("Time-out", for: "only sendMessage")
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
            await app.choose("Server error (500)")
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
