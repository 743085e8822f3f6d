import DemoManager
import Foundation
import HTTPTypes
import Terminal
import Testing
import WireFormats

@testable import AppCore
@testable import DemoTUI

@MainActor
@Suite("Items")
struct ItemScreenTests {
    private static let body = #"{"data": {"month": "2026-06", "parts": [{"name": "Rent", "on": "2026-01-31"}, [1]]}}"#

    @Test("Enter and Right open what is in a value, Left closes it or goes to what it is in")
    func tree() async throws {
        try await Harness.run { app in
            try app.stub(.get, "/insights", Self.body)
            await app.press("5", "r")
            for _ in 0..<20 where !app.screen.contains("▾ Parts") { await app.press("Right", "Down") }
            #expect(app.screen.contains("▾ Parts") && app.screen.contains("▸ 1"), "\(app.screen)")
            for _ in 0..<20 where !app.screen.contains("31 Jan 2026") { await app.press("Enter", "Down") }
            #expect(app.screen.contains("31 Jan 2026"), "\(app.screen)")
            await app.press("Left", "Left", "Left", "Left")
            #expect(app.screen.contains("▸ Parts"), "\(app.screen)")
        }
    }

    @Test("what was open stays open when the item is loaded again")
    func reloaded() async throws {
        try await Harness.run { app in
            try app.stub(.get, "/insights", Self.body)
            await app.press("5", "r")
            for _ in 0..<20 where !app.screen.contains("▾ Parts") { await app.press("Right", "Down") }
            await app.press("r")
            #expect(app.screen.contains("▾ Parts"), "\(app.screen)")
        }
    }

    @Test("the selected line is whole on the screen, however many rows the lines before it take", arguments: [10, 24])
    func longLines(_ rows: Int) async throws {
        let text = String(repeating: "many words ", count: 60)
        let members = (0..<30).map { "\"m\($0)\": \"\(text) end\($0)\"" }.joined(separator: ", ")
        try await Harness.run(size: Size(columns: 60, rows: rows)) { app in
            try app.stub(.get, "/insights", "{\"data\": {\(members)}}")
            await app.press("5", "r")
            for _ in 0..<40 {
                await app.press("Down")
                let screen = try #require(app.state.mainPanel as? ItemScreen)
                #expect(screen.firstVisible(in: app.state.world.area) <= screen.selection.index)
            }
            await app.press("g", "Enter")
            #expect(app.screen.contains("many words"), "\(app.screen)")
        }
    }

    @Test("a text of many lines is read to its end in its window")
    func longText() async throws {
        try await Harness.run { app in
            let text = (1...900).map { "line \($0) of the text" }.joined(separator: "\\n")
            try app.stub(.get, "/insights", "{\"data\": {\"month\": \"\(text)\"}}")
            await app.press("5", "r", "Enter")
            #expect(app.screen.contains("line 1 of the text"), "\(app.screen)")
            await app.press("G")
            #expect(app.screen.contains("line 900 of the text"), "\(app.screen)")
        }
    }

    @Test("an item without members says so")
    func empty() async throws {
        try await Harness.run { app in
            try app.stub(.get, "/insights", "[]")
            await app.press("5", "r")
            #expect(!app.screen.contains("▸"), "\(app.screen)")
        }
    }
}

@MainActor
@Suite("Replies that are no JSON")
struct ReplyContentTests {
    private let document = """
        openapi: 3.1.0
        info: {title: Files, version: '1'}
        paths:
          /invoice: {get: {operationId: invoice, responses: {'200': {description: ok, content: {application/pdf: {}}}}}}
        """

    /// Runs the program on the one screen, which answers these bytes.
    private func run(
        _ bytes: [UInt8], _ headers: HTTPFields, _ body: @MainActor (Harness, URL) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("files-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("openapi.yaml")
        try document.write(to: file, atomically: true, encoding: .utf8)
        try await Harness.run(AppOptions(document: file.path, isDemo: true), size: Size(columns: 100, rows: 24)) {
            app in
            try app.manager.stub(
                matching: RequestPattern(url: .path("/invoice")), Reply(headers: headers, body: bytes))
            await app.press("1", "r")
            try await body(app, folder)
        }
    }

    @Test("bytes are told as what they are, and w saves them as they came, never over another file")
    func bytes() async throws {
        let pdf = Array("%PDF-1.7\n".utf8) + [0, 0xFF, 0xFE]
        try await run(pdf, [.contentType: "application/pdf"]) { app, folder in
            #expect(app.words.contains("File PDF document, 12 bytes; w saves it to a file"), "\(app.screen)")
            await app.press("w")
            #expect(app.screen.contains("invoice.pdf"), "\(app.screen)")
            await app.press("^U")
            await app.type(folder.path + "/a.pdf")
            await app.press("Enter")
            #expect(app.footer.contains("Saved 12 bytes to"), "\(app.screen)")
            let saved = try Data(contentsOf: folder.appendingPathComponent("a.pdf"))
            #expect(saved == Data(pdf))
            await app.press("w", "^U")
            await app.type(folder.path + "/openapi.yaml")
            await app.press("Enter")
            #expect(app.words.contains("Not saved: there is a file"), "\(app.screen)")
        }
    }

    @Test("text is text, line by line")
    func text() async throws {
        try await run(Array("day,sum\n1,\u{1B}[31m20\n".utf8), [.contentType: "text/csv"]) { app, _ in
            #expect(app.words.contains("1 day,sum") && app.unseen.isEmpty, "\(app.screen)")
            #expect(!app.screen.contains("\"\""))
        }
        try await run(Array("All is well.".utf8), [.contentType: "text/plain"]) { app, _ in
            #expect(app.words.contains("Text All is well."), "\(app.screen)")
        }
    }

    @Test(
        "a file is offered under the server's name without its folders, else under the screen's with the type's ending",
        arguments: [
            ("attachment; filename=\"March 2026.pdf\"", "", "March 2026.pdf"),
            ("attachment; filename=../../etc/passwd", "", "passwd"),
            ("attachment; filename=\"/\"", "text/csv", "my-sales.csv"),
            ("attachment; filename=.bashrc; x=1", "", "bashrc"), ("", "application/hal+json", "my-sales.json"),
            ("inline", "application/x-unknown; a=b", "my-sales.bin"),
            ("inline; FileName=\"C:\\x\\y.exe\"", "", "y.exe"),
        ])
    func names(disposition: String, type: String, name: String) throws {
        var headers: HTTPFields = [.contentType: type]
        headers[try #require(HTTPField.Name("Content-Disposition"))] = disposition
        #expect(FileNameOffer.name(for: headers, titled: "My sales!") == name)
    }
}

@Suite("What a refused live call says")
struct RefusedCallTests {
    private func message(isOne: Bool) -> FailureMessage {
        let error = APIError(.status, status: 404, message: "No such card.")
        return FailureMessage(.failed(error), mode: .live, isOne: isOne)
    }

    @Test("one thing that is not there is not found; that says nothing of the backend")
    func one() {
        #expect(message(isOne: true).title == "Not found (404).")
        #expect(message(isOne: true).wayOut.contains("Press d to open it with demo data."))
    }

    @Test("in demo it is the demo's data that lacks it, unless a condition was chosen")
    func demo() {
        let error = APIError(.status, status: 404, message: "No such card.")
        let message = FailureMessage(.failed(error), mode: .demo, isOne: true)
        #expect(message.title == "Not in the demo's data (404)." && message.detail == "No such card.")
        let chosen = FailureMessage(.failed(error), mode: .demo, condition: "Not found", isOne: true)
        #expect(chosen.title != message.title && chosen.wayOut[0].contains("Not found"))
    }

    @Test("who may not see a thing may sign in as somebody else: on screens, and in forms by their key")
    func forbidden() {
        for (status, mode) in [(403, ServingMode.live), (401, .live), (403, .demo), (404, .live)] {
            let message = FailureMessage(.failed(APIError(.status, status: status, message: "No.")), mode: mode)
            let helps = mode == .live && status != 404
            #expect(message.wayOut.contains { $0.contains("Press I to sign in") } == helps, "\(status) \(mode)")
            #expect(message.waysToSignIn.isEmpty == !helps, "\(status) \(mode)")
        }
    }

    @Test("a wrong password is said in the words of the server that gives out tokens")
    func wrongPassword() {
        var error = APIError(.status, status: 400, message: "wrong name or password")
        error.isSignInRefused = true
        let message = FailureMessage(.failed(error), mode: .live)
        #expect(message.title == "Signing in failed (400): wrong name or password")
        #expect(message.wayOut.first == "Press I to sign in again.")
    }

    @Test("a change that names what is not there says so in the server's words, and not that there is no backend")
    func changeNotFound() {
        let error = APIError(.status, status: 404, message: "Project not found")
        let message = FailureMessage(.failed(error), mode: .live, isChange: true)
        #expect(message.title.contains("(404): Project not found"))
    }

    @Test("a list whose filters went along says how to change them where the server does not take the call")
    func filtered() throws {
        let screen = Screen(id: "s", title: "S", kind: .collection)
        let world = World(
            catalog: ScreenCatalog(screens: []), demo: DemoStatus(), area: Size(columns: 80, rows: 24), spinnerFrame: 0)
        func ways(_ status: Int, isFiltered: Bool) -> [String] {
            let failure = LoadFailure.failed(APIError(.status, status: status, message: "Input should be 'todo'"))
            return FailureMessage(failure, of: screen, LoadState(), isFiltered: isFiltered, in: world).wayOut
        }
        #expect(ways(422, isFiltered: true).first == "Press / to change the filter, Esc to clear it.")
        #expect(!ways(422, isFiltered: false).contains { $0.contains("filter") })
        #expect(!ways(503, isFiltered: true).contains { $0.contains("filter") })
    }

    @Test("a list that is not there has no backend yet")
    func list() {
        #expect(message(isOne: false).title.contains("backend isn't ready (404)"))
    }
}

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
