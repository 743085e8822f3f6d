import Testing

@testable import DemoTUI

@MainActor
@Suite("Going to a screen")
struct ScreenFinderTests {
    @Test("/ in the sidebar finds screens: typing narrows, arrows move, Enter opens")
    func fromSidebar() async throws {
        try await Harness.run { app in
            #expect(app.footer.contains("/ find"))
            await app.press("/")
            await app.type("ns")
            let finder = app.state.popups.last as? ScreenFinder
            #expect(app.words.contains("3 of 6"), "\(app.screen)")
            #expect(finder?.selection.index == 0)
            await app.type("fer")
            #expect(app.words.contains("1 of 6") && app.footer.contains("Enter go there"), "\(app.screen)")
            await app.press("Enter")
            #expect(app.state.popups.isEmpty && app.state.currentScreen == "transfers")
            #expect(!app.state.sidebar.isFocused)
        }
    }

    @Test("Esc closes the finder and everything is as it was; in the screen / stays the screen's own")
    func escape() async throws {
        try await Harness.run { app in
            let before = app.screen
            await app.press("/")
            await app.type("cards")
            await app.press("Esc")
            #expect(app.screen == before)
            await app.press("2", "/")
            #expect(app.state.popups.last is FieldsPopup)
        }
    }

    @Test(": finds screens from anywhere, and leaves the program's own panels")
    func anywhere() async throws {
        try await Harness.run { app in
            await app.press("2", "Enter", "L", ":")
            await app.type("insi")
            await app.press("Enter")
            #expect(app.state.overlays.isEmpty && app.title.contains("Insights"), "\(app.screen)")
        }
    }

    @Test("a popup stays while : is open over it, and goes with the screen it is about", arguments: [":", "L", "S"])
    func popups(_ key: String) async throws {
        try await Harness.run { app in
            await app.press("1", "Enter")
            #expect(app.state.popups.last is ValuePopup, "\(app.screen)")
            if key == ":" {
                await app.press(":", "Esc")
                #expect(app.state.popups.count == 1 && app.state.popups.last is ValuePopup)
                await app.press(":")
                await app.type("insi")
                await app.press("Enter")
                #expect(app.title.contains("Insights"), "\(app.screen)")
            } else {
                await app.press(key)
                #expect(!app.state.overlays.isEmpty)
            }
            #expect(app.state.popups.isEmpty, "\(app.screen)")
        }
    }

    @Test("Enter does nothing where nothing fits")
    func nothing() async throws {
        try await Harness.run { app in
            await app.press(":")
            await app.type("~")
            #expect(app.words.contains("No screen fits."))
            await app.press("Enter")
            #expect(app.state.popups.last is ScreenFinder)
        }
    }
}
