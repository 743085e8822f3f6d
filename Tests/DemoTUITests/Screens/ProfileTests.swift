import DemoManager
import HTTPTypes
import Testing

@testable import DemoTUI

@MainActor
@Suite("Editing the profile")
struct ProfileTests {
    /// Opens the form and puts `name` into its name field.
    private func edit(_ app: Harness, name: String) async {
        await app.press("1", "e")
        await app.focus("name")
        await app.press("^A", "^K")
        if !name.isEmpty { await app.type(name) }
    }

    @Test("what the document forbids is said at its field before anything is sent")
    func validation() async throws {
        try await Harness.run { app in
            await edit(app, name: "")
            let before = app.exchanges.count
            await app.press("Down", "^A", "^K")
            await app.type("nobody")
            await app.press("^S")
            #expect(app.exchanges.count == before)
            #expect(app.screen.contains("2 fields need a change."), "\(app.screen)")
            #expect(app.form?.complaints.count == 2)
        }
    }

    @Test("the server's complaints stand at their fields, and what was typed stays")
    func serverValidation() async throws {
        try await Harness.run { app in
            try app.stub(
                .put, "/user/usr-2001", status: 422,
                #"{"error": {"code": 422, "message": "No.", "fields": {"name": "is already taken"}}}"#)
            await edit(app, name: "Theo Two")
            await app.press("^S")
            #expect(app.screen.contains("is already taken") && app.screen.contains("Theo Two"), "\(app.screen)")
            #expect(app.focusedField == "name")
        }
    }

    @Test("a bare 200 keeps what was sent and does not reload over it")
    func bareSuccess() async throws {
        try await Harness.run { app in
            await edit(app, name: "Theo Two")
            let before = app.exchanges.count
            await app.press("^S")
            #expect(app.exchanges.count == before + 1 && app.footer.contains("Saved."))
            #expect(app.screen.contains("Theo Two") && app.state.mainPanel is ItemScreen)
        }
    }

    @Test("a failed save keeps what was typed, and saving again works")
    func failedSave() async throws {
        try await Harness.run { app in
            await app.press("1")
            app.manager.setCondition(.serverError, forOperation: "updateUser")
            await edit(app, name: "Theo Two")
            await app.press("^S")
            #expect(app.screen.contains("What you typed is kept"), "\(app.screen)")
            app.manager.setCondition(nil, forOperation: "updateUser")
            await app.press("^S")
            #expect(app.screen.contains("Theo Two") && app.state.mainPanel is ItemScreen)
        }
    }

    @Test("Esc asks before typed text is lost")
    func discard() async throws {
        try await Harness.run { app in
            await edit(app, name: "Theo Two")
            await app.press("Esc")
            #expect(app.screen.contains("Leave without sending?"))
            await app.press("n")
            #expect(app.screen.contains("Theo Two"))
            await app.press("Esc", "y")
            #expect(app.state.mainPanel is ItemScreen && app.screen.contains("Theo Marchetti"))
        }
    }

    @Test("a saved profile is still there after a reload from the real backend")
    func livePut() async throws {
        try await Harness.run(AppOptions()) { app in
            await edit(app, name: "Maya Live")
            await app.press("^S")
            #expect(app.footer.contains("Saved."), "\(app.screen)")
            await app.press("r")
            #expect(app.screen.contains("Maya Live") && app.title.contains("[live]"))
        }
    }

    @Test("a form filled in demo is never sent to the server with the demo's user")
    func demoFormOnLive() async throws {
        try await Harness.run { app in
            await edit(app, name: "Theo Two")
            await app.press("F3", "^S")
            let leaked = app.exchanges.contains {
                $0.mode == .live && $0.request.path?.contains("usr-2001") == true
            }
            #expect(!leaked, "\(app.screen)")
        }
    }

    @Test("a form filled in demo is refused on live with a sentence; F3 goes back and sends it to the demo")
    func refusedOnLive() async throws {
        try await Harness.run { app in
            await edit(app, name: "Typed in demo")
            await app.press("F3", "^S")
            #expect(
                app.words.contains("These values are of the demo data; the screen is live now. Nothing was sent."),
                "\(app.screen)")
            #expect(!app.exchanges.contains { $0.request.method == .put })
            await app.press("F3", "^S")
            #expect(app.footer.contains("Saved.") && app.exchanges.last?.mode == .demo, "\(app.screen)")
        }
    }
}
