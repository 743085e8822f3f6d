import DemoManager
import Testing

@testable import DemoTUI

@MainActor
@Suite("Requests that no stub answers")
struct UnmatchedTests {
    @Test("under error nothing leaves: the screen says what is missing and offers live")
    func refused() async throws {
        try await Harness.run { app in
            app.manager.removeAll()
            await app.press("4")
            #expect(
                app.screen.contains("No stub for GET /cards")
                    && app.screen.contains("Press d to open this screen live."), "\(app.screen)")
            await app.press("d")
            #expect(app.title.contains("[live]") && app.screen.contains("501"))
        }
    }

    @Test("under guard a read goes live, is titled and counted; a write is refused")
    func guarded() async throws {
        try await Harness.run(AppOptions(isDemo: true, unmatched: .guard)) { app in
            app.manager.removeAll()
            await app.press("2")
            #expect(app.title.contains("60 of 5,000"), "\(app.screen)")
            #expect(app.title.contains("[live: no stub]"), "\(app.screen)")
            await app.wait { app.banner.contains("live: no stub") }
            #expect(app.banner.contains("1 live: no stub"), "\(app.banner)")
            await app.press("e", "Right", "^S")
            #expect(app.words.contains("a write does not leave demo"), "\(app.screen)")
        }
    }

    @Test("under passThrough a write goes live, too")
    func passes() async throws {
        try await Harness.run(AppOptions(isDemo: true, unmatched: .passThrough)) { app in
            app.manager.removeAll()
            await app.press("2", "e", "Right", "^S")
            #expect(app.footer.contains("Saved."), "\(app.screen)")
        }
    }
}
