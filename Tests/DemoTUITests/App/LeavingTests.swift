import DemoManager
import HTTPTypes
import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("Leaving the program")
struct LeavingTests {
    @Test("q ends at once where nothing is lost")
    func nothing() async throws {
        try await Harness.run { app in
            await app.press("2", "q", "q")
            #expect(app.end?.code == 0, "\(app.screen)")
        }
    }

    @Test("q asks once where a condition is set")
    func condition() async throws {
        try await Harness.run { app in
            await app.choose("Invalid permissions (403)")
            await app.press("q")
            #expect(app.end == nil && app.words.contains("This is lost: condition: Invalid permissions (403)."))
            await app.press("q")
            #expect(app.end == nil && app.state.popups.isEmpty)
            await app.press("q", "y")
            #expect(app.end?.code == 0)
        }
    }

    @Test("q asks where the demo remembers a change, and not after a reset")
    func memory() async throws {
        try await Harness.run { app in
            await app.press("1", "e")
            await app.type("X")
            await app.press("^S", "q", "q")
            #expect(app.end == nil && app.words.contains("This is lost: 1 change of demo data."), "\(app.screen)")
            await app.press("n", "z", "y", "q")
            #expect(app.end?.code == 0, "\(app.screen)")
        }
    }

    @Test("q asks where credentials were typed, which are kept in memory alone")
    func signIn() async throws {
        try await Harness.run { app in
            var state = app.state
            _ = state.update(.signedIn)
            var losses: [[String]] = []
            for case .leave(let named) in state.update(.key(.character("q"))) { losses.append(named) }
            #expect(losses == [["the sign-in"]])
        }
    }

    @Test("^C in a form with unsent text asks; a second one leaves with 130")
    func interrupted() async throws {
        try await Harness.run { app in
            await app.press("1", "e")
            await app.type("X")
            await app.press("^C")
            #expect(app.end == nil && app.words.contains("This is lost: the text in Edit profile."), "\(app.screen)")
            await app.press("Esc")
            #expect(app.end == nil && app.state.mainPanel is FormScreen)
            await app.press("^C", "^C")
            #expect(app.end?.code == 130)
        }
    }

    @Test("^C elsewhere, and in a form without text, ends at once", arguments: [[], ["1", "e"]])
    func interruptedAtOnce(_ keys: [String]) async throws {
        try await Harness.run { app in
            for key in keys { await app.press(key) }
            await app.press("^C")
            #expect(app.end?.code == 130)
        }
    }

    @Test("q beside a gateway asks while a client is connected")
    func clients() async throws {
        try await GatewayStage.run { stage in
            #expect(await stage.show("/cards") == "401 passed")
            await stage.app.press("q", "q")
            #expect(stage.app.end == nil && stage.app.words.contains("1 connected client"), "\(stage.app.screen)")
            await stage.app.press("y")
            #expect(stage.app.end?.code == 0)
        }
    }
}
