import DemoManager
import Foundation
import HTTPTypes
import Terminal
import TestSupport
import Testing
import WireFormats

@testable import AppCore
@testable import DemoTUI

@MainActor @Suite("Items") struct ItemScreenTests {
    nonisolated private static let body =
        #"{"data": {"month": "2026-06", "parts": [{"name": "Rent", "on": "2026-01-31"}, [1]]}}"#
    nonisolated private static let longLines = {
        let text = String(repeating: "many words ", count: 60)
        return "{\"data\": {\((0..<30).map { "\"m\($0)\": \"\(text) end\($0)\"" }.joined(separator: ", "))}}"
    }()
    nonisolated private static let longText = (1...900).map { "line \($0) of the text" }.joined(separator: "\\n")

    nonisolated private static let shop = openAPI(
        "Shop",
        """
        GET /orders -> [{id: integer}]
        GET /orders/{orderId} -> {id: integer, customer_id: integer, customer: {id: integer}, customerIds: [integer]}
        GET /customers -> [{id: integer, name: string}]
        GET /customers/{customerId} -> {id: integer, name: string}
        """)

    /// Opens the profile's form and replaces its name.
    nonisolated private static func edit(_ name: String) -> Step {
        Step { app in
            await app.press("1", "e")
            await app.focus("name")
            await app.press("^A", "^K")
            if !name.isEmpty { await app.type(name) }
        }
    }

    nonisolated static let walks: [Walk] = [
        Walk(
            "Enter and Right open a value's members, Left closes them or goes to the parent",
            .stub(.get, "/insights", body), .press("5 r"), .press("Right Down", until: "▾ Parts"),
            .sees("▾ Parts", "▸ 1"), .press("Enter Down", until: "31 Jan 2026"), .sees("31 Jan 2026"),
            .press("Left Left Left Left"), .sees("▸ Parts")),
        Walk(
            "open members stay open after a reload", .stub(.get, "/insights", body),
            .press("5 r"), .press("Right Down", until: "▾ Parts"), .press("r"), .sees("▾ Parts")),
        Walk(
            "labels with numbers are bars, open at first; an entry opens like others",
            .stub(
                .get, "/insights",
                #"{"data": {"byCategory": [{"category": "food", "amount": 20.5, "share": 0.8}, {"category": "rent", "amount": 5, "share": 0.2}]}}"#
            ),
            .press("5 r"), .sees("Food", "████████████████", "20.50", "80 %", "Rent", "5.00", "20 %"),
            .press("Down Right", until: "▾ Food"), .sees("Share")),
        Walk("an item without members has nothing to open", .stub(.get, "/insights", "[]"), .press("5 r"), .lacks("▸")),
        Walk(
            "a text of many lines is readable to its end in its window",
            .stub(.get, "/insights", "{\"data\": {\"month\": \"\(longText)\"}}"), .press("5 r Enter"),
            .sees("line 1 of the text"), .press("G"), .sees("line 900 of the text")),
        Walk(
            "Enter on a value shows it as the reply has it, and what the document says about it",
            on: .over(
                openAPI(
                    "Box", "GET /box -> {type: object, properties: {bytes: {type: integer, description: Its room.}}}")),
            .stub(.get, "/box", #"{"bytes": 2048}"#), .press("1 r Enter"), .sees("2 kB", "2048", "Its room.")),
        Walk(
            "Enter on the key of another item opens that item, and Esc returns", on: .over(shop),
            .stub(.get, "/orders", #"[{"id": 4}]"#),
            .stub(.get, "/orders/4", #"{"id": 4, "customer_id": 7, "helpers": [{"id": 8}], "customerIds": [9]}"#),
            .stub(.get, "/customers/7", #"{"id": 7, "name": "Ada"}"#),
            .stub(.get, "/customers/8", #"{"id": 8, "name": "Bob"}"#),
            .stub(.get, "/customers/9", #"{"id": 9, "name": "Cid"}"#), .press("1 r Enter"),
            .press("Down Enter"), .sees("Ada"), .press("Esc"), .panel(ItemScreen.self),
            .press("Down Right Down", until: "▾ 1"), .press("Down Enter"), .lacks("Bob"), .press("Esc")),
        Walk(
            "a form's violations of the document are shown at their fields before anything is sent", edit(""), .mark,
            .press("Down ^A ^K"), .type("nobody"), .press("^S"), .calls(0), .title("2 fields to correct"),
            .holds { $0.form?.complaints.count == 2 }),
        Walk(
            "the server's complaints are shown at their fields, and the text stays",
            .stub(
                .put, "/user/usr-2001", status: 422,
                #"{"error": {"code": 422, "message": "No.", "fields": {"name": "is already taken"}}}"#),
            edit("Theo Two"), .press("^S"), .sees("is already taken", "Theo Two"),
            .holds { $0.focusedField == "name" }),
        Walk(
            "a bare 200 keeps the sent values and does not reload", edit("Theo Two"), .mark, .press("^S"), .calls(1),
            .footer("Saved."), .sees("Theo Two"), .panel(ItemScreen.self)),
        Walk(
            "a failed save keeps the text, and saving again works", .press("1"), .condition(.serverError, "updateUser"),
            edit("Theo Two"), .press("^S"), .sees("What you typed is kept"), .condition(nil, "updateUser"),
            .press("^S"), .sees("Theo Two"), .panel(ItemScreen.self)),
        Walk(
            "Esc asks before typed text is lost", edit("Theo Two"), .press("Esc"), .sees("Discard what you typed?"),
            .press("n"), .sees("Theo Two"), .press("Esc y"), .panel(ItemScreen.self), .sees("Theo Marchetti")),
        Walk(
            "a saved profile survives a reload from the real backend", on: .live, edit("Maya Live"), .press("^S"),
            .footer("Saved."), .press("r"), .sees("Maya Live"), .title("● live")),
        Walk(
            "a form filled in demo is refused on live, nothing is sent; F3 goes back and sends it to the demo",
            edit("Typed in demo"), .press("F3 ^S"),
            .reads("These values are of the demo data; the screen is live now. Nothing was sent."),
            .holds { app in !app.exchanges.contains { $0.request.method == .put } },
            .holds { app in
                !app.exchanges.contains { $0.mode == .live && $0.request.path?.contains("usr-2001") == true }
            }, .press("F3 ^S"), .footer("Saved."), .holds { $0.exchanges.last?.mode == .demo }),
    ]

    @Test("A key is named by its member, by the one around a plain id, and by the list of an entry") func keyNames() {
        var tree = ValueTree()
        tree.show([
            "id": 1, "customer": ["id": 7], "tagIds": [3], "lines": [["product_id": 4], ["id": 5]], "made": true,
        ])
        var index = 0
        while index < tree.lines.count {
            if tree.lines[index].isContainer, !tree.lines[index].isOpen { tree.toggle(index) }
            index += 1
        }
        #expect(tree.lines.compactMap { tree.keyName(of: $0) } == ["customer_id", "tagId", "product_id", "line_id"])
    }

    @Test("Items work", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }

    @Test("The selected line is fully visible, however many rows the lines before it take", arguments: [10, 24])
    func longLines(_ rows: Int) async throws {
        try await Harness.run(size: Size(columns: 60, rows: rows)) { app in
            try app.stub(.get, "/insights", Self.longLines)
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
}

@MainActor @Suite("Replies that are not JSON") struct ReplyContentTests {
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
        let folder = try Folder(["openapi.yaml": document])
        let options = AppOptions(document: folder.path + "/openapi.yaml", isDemo: true)
        try await Harness.run(options, size: Size(columns: 100, rows: 24)) { app in
            let reply = Reply(headers: headers, body: bytes)
            try app.manager.stub(matching: RequestPattern(url: .path("/invoice")), reply)
            await app.press("1", "r")
            try await body(app, URL(fileURLWithPath: folder.path))
        }
    }

    @Test("Bytes are named by their type, and w saves them unchanged, never over another file")
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

    @Test("A PDF or image is a file, whatever its bytes resemble") func file() async throws {
        try await run(Array("page one\npage two\n".utf8), [.contentType: "application/pdf"]) { app, _ in
            #expect(app.words.contains("File PDF, 18 bytes; w saves it to a file"), "\(app.screen)")
        }
    }

    @Test(
        "Text is shown line by line, without names",
        arguments: [
            ("day,sum\n1,\u{1B}[31m20\n", "text/csv", "▌ day,sum"), ("All is well.", "text/plain", "Text All is well."),
        ])
    func text(body: String, type: String, words: String) async throws {
        try await run(Array(body.utf8), [.contentType: type]) { app, _ in
            #expect(app.words.contains(words) && app.unseen.isEmpty, "\(app.screen)")
            #expect(!app.screen.contains("\"\""))
        }
    }

    @Test(
        "A file is offered under the server's name without folders, else under the screen's with the type's extension",
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

@Suite("Messages of refused calls") struct RefusedCallTests {
    private static let missing = LoadFailure.failed(APIError(.status, status: 404, message: "No such card."))

    @Test(
        "A missing item is not found, a missing list has no backend, a missing target is reported in the server's words",
        arguments: [
            (FailureMessage(missing, mode: .live, isOne: true), "404 Not Found."),
            (FailureMessage(missing, mode: .live), "backend isn't ready (404)"),
            (FailureMessage(missing, mode: .live, isChange: true), "404 Not Found: \"No such card"),
        ])
    func live(_ message: FailureMessage, title: String) {
        #expect(message.title.contains(title) && message.wayOut.contains("Press d to open it with demo data."))
    }

    @Test("In demo a missing item is blamed on the demo's data, unless a condition was chosen") func demo() {
        let message = FailureMessage(Self.missing, mode: .demo, isOne: true)
        #expect(message.title == "404 Not in the demo's data." && message.detail == "No such card.")
        let chosen = FailureMessage(Self.missing, mode: .demo, condition: "Not found", isOne: true)
        #expect(chosen.title != message.title && chosen.wayOut[0].contains("Not found"))
    }

    @Test("A live 401 or 403 offers to sign in, on screens and in forms") func forbidden() {
        for (status, mode) in [(403, ServingMode.live), (401, .live), (403, .demo), (404, .live)] {
            let message = FailureMessage(.failed(APIError(.status, status: status, message: "No.")), mode: mode)
            let helps = mode == .live && status != 404
            #expect(message.wayOut.contains { $0.contains("Press I to sign in") } == helps, "\(status) \(mode)")
            #expect(message.waysToSignIn.isEmpty == !helps, "\(status) \(mode)")
        }
    }

    @Test("A wrong password is reported in the words of the token server") func wrongPassword() {
        var error = APIError(.status, status: 400, message: "wrong name or password")
        error.isSignInRefused = true
        let message = FailureMessage(.failed(error), mode: .live)
        #expect(message.title == "Signing in failed (400): wrong name or password")
        #expect(message.wayOut.first == "Press I to sign in again.")
    }

    @Test("A refused list with filters says how to change them") func filtered() throws {
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
}
