import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("Help")
struct HelpPopupTests {
    @Test("typing filters by every word, Enter runs the entry")
    func filterAndRun() async throws {
        try await Harness.run { app in
            await app.press("2", "?")
            #expect(app.screen.contains("Demo mode") && app.screen.contains("Everything live or demo"))
            await app.type("every request")
            #expect(!app.screen.contains("Everything live or demo") && app.screen.contains("what was decided"))
            await app.press("Enter")
            #expect(app.state.mainPanel is JournalScreen)
        }
    }

    @Test("an entry that cannot run says why and stays")
    func disabledEntry() async throws {
        try await Harness.run { app in
            await app.press("2", "?")
            await app.type("asks first")
            await app.press("Enter")
            #expect(app.footer.contains("The API has no delete") && app.state.popups.count == 1)
        }
    }

    @Test("letters filter and never run a command; Esc closes")
    func lettersAreText() async throws {
        try await Harness.run { app in
            await app.press("?")
            await app.type("Qq")
            #expect(app.end == nil && app.state.popups.count == 1)
            await app.press("Esc")
            #expect(app.state.popups.isEmpty)
        }
    }

    @Test("what the document says of a screen's group stands before the keys")
    func group() async throws {
        let answer = "{responses: {'200': {description: ok, content: {application/json: {schema: {type: object}}}}}"
        let text = """
            openapi: 3.1.0
            info: {title: Zoo, version: '1'}
            tags: [{name: Cages, description: Where animals live.}, {name: Food, description: What they eat.}]
            paths:
              /cages: {get: \(answer), tags: [Cages]}}
              /bars: {get: \(answer), tags: [Cages]}}
              /hay: {get: \(answer), tags: [Food]}}
            """
        try await Harness.run(over: text) { app in
            await app.press("?")
            #expect(app.screen.contains("Where animals live.") && !app.screen.contains("What they eat."))
            await app.type("quit")
            #expect(!app.screen.contains("Where animals live."), "\(app.screen)")
            await app.press("Esc", "3", "?")
            #expect(app.screen.contains("What they eat."), "\(app.screen)")
        }
    }

    @Test("toggling everything from the help does it")
    func runsToggle() async throws {
        try await Harness.run { app in
            await app.press("?")
            await app.type("everything live")
            await app.press("Enter")
            #expect(app.banner.contains("LIVE"))
        }
    }

    @Test("no sentence of the help or of the conditions is cut at the usual size", arguments: ["?", "c"])
    func inFull(_ key: String) async throws {
        try await Harness.run { app in
            await app.press("4", key)
            for _ in 0..<60 {
                #expect(!app.screen.contains("…  │") && !app.screen.contains("… │"), "\(app.screen)")
                await app.press("Down")
            }
        }
    }

    @Test("in a narrow window the selected condition's words are shown in full")
    func narrow() async throws {
        try await Harness.run(size: Size(columns: 40, rows: 10)) { app in
            await app.press("4", "c", "j")
            #expect(
                app.screen.contains("the first successful reply,") && app.screen.contains("whatever the sequence says"),
                "\(app.screen)")
        }
    }
}
