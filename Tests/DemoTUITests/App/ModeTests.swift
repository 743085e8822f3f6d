import DemoManager
import Foundation
import HTTPTypes
import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("Live and demo")
struct ModeTests {
    @Test("every screen opens in demo from stubs alone: no connection, no backend, no database")
    func demoNeedsNothing() async throws {
        try await Harness.run { app in
            for (key, words) in [
                ("1", "Theo Marchetti"), ("2", "Bakkerij Van Loo"), ("3", "front desk"), ("4", "Mastercard"),
                ("5", "2026-06"), ("6", "From account"),
            ] {
                await app.press(key)
                #expect(app.screen.contains(words), "\(key)\n\(app.screen)")
                #expect(app.title.contains("[demo]"))
            }
            #expect(app.exchanges.count >= 5)
            #expect(app.isAllStubs)
            #expect(!FileManager.default.fileExists(atPath: app.dataFolder))
            #expect(app.banner.contains("DEMO"))
        }
    }

    @Test("D goes from live to demo and back, with notes and the other rows")
    func toggleAll() async throws {
        try await Harness.run(AppOptions()) { app in
            #expect(app.banner.contains("LIVE"))
            #expect(app.screen.contains("Maya"), "\(app.screen)")
            await app.press("D")
            #expect(app.banner.contains("DEMO"))
            #expect(app.footer.contains("Everything is demo"))
            #expect(
                app.title.contains("[demo]") && app.screen.contains("Theo Marchetti") && !app.screen.contains("Maya"))
            await app.press("D")
            #expect(app.banner.contains("LIVE"))
            #expect(app.footer.contains("Everything is live"))
            #expect(app.title.contains("[live]") && app.screen.contains("Maya") && !app.screen.contains("Theo"))
        }
    }

    @Test("D while far down keeps the way's titles; live without a server says how to name one")
    func wayDown() async throws {
        func get(_ path: String, _ schema: String) -> String {
            let parameters = path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
                "{name: \($0.dropFirst().dropLast()), in: path, required: true, schema: {type: integer}}"
            }
            return """
                  \(path):
                    parameters: [\(parameters.joined(separator: ", "))]
                    get: {responses: {'200': {description: ok, content: {application/json: {schema: \(schema)}}}}}
                """
        }
        let row = "{type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}"
        // The organisation has no call of its own: its screen is the row of the list.
        let document = """
            openapi: 3.1.0
            info: {title: Deep, version: '1'}
            paths:
            \(get("/orgs", "{type: array, items: \(row)}"))
            \(get("/orgs/{org}/teams", "{type: array, items: \(row)}"))
            \(get("/orgs/{org}/teams/{team}", row))
            """
        try await Harness.run(over: document) { app in
            await app.press("Enter", "Enter", "G", "Enter", "Enter")
            var way: Substring? { app.title.split(separator: "│").last?.split(separator: "[").first }
            let before = way
            #expect(before?.count { $0 == ">" } == 3, "\(app.screen)")
            await app.press("D")
            #expect(way == before, "\(app.screen)")
            #expect(app.words.contains("No server. The document names no server."), "\(app.screen)")
            await app.press("D", "Esc", "Esc")
            #expect(app.title.contains("[demo]"), "\(app.screen)")
        }
    }

    @Test("d makes one screen demo; D and D again go to demo and back to that; C makes it follow again")
    func toggleScreen() async throws {
        try await Harness.run(AppOptions()) { app in
            await app.press("4")
            #expect(app.screen.contains("isn't ready (501)") && app.screen.contains("Press d"), "\(app.screen)")
            await app.press("d")
            #expect(app.banner.contains("MIXED 1/6"))
            #expect(app.title.contains("[demo]") && app.screen.contains("Mastercard"))
            await app.press("1")
            #expect(app.title.contains("[live]"))
            await app.press("D")
            #expect(app.banner.contains("DEMO") && app.footer.contains("Everything is demo"))
            await app.press("D")
            #expect(app.banner.contains("MIXED 1/6"))
            #expect(app.footer.contains("1 screen keeps its switch and is demo. C clears"), "\(app.footer)")
            await app.press("4")
            #expect(app.title.contains("[demo]") && app.screen.contains("Mastercard"))
            await app.press("C")
            #expect(app.banner.contains("LIVE") && app.footer.contains("1 screen follows D again."))
            #expect(app.title.contains("[live]"))
            await app.press("C")
            #expect(app.footer.contains("No screen has a switch of its own."))
        }
    }

    @Test("a reply of the mode that was left is dropped: rows of two modes never mix")
    func toggleWhileLoading() async throws {
        try await Harness.run { app in
            try app.stub(
                .get, "/cards", #"{"data": [{"id": "1", "label": "Late demo card"}]}"#, after: .milliseconds(300))
            app.feed("4", "d")
            await app.settle()
            #expect(app.title.contains("[live]"))
            #expect(!app.screen.contains("Late demo card"), "\(app.screen)")
            #expect(app.screen.contains("501"))
        }
    }

    @Test("a toggle reloads a list from its first page in the other mode")
    func toggleReloadsRows() async throws {
        try await Harness.run { app in
            await app.press("2", "G", "G")
            let demoRows = (app.state.mainPanel as? CollectionScreen)?.list.rows ?? []
            await app.press("d")
            #expect(app.title.contains("[live]") && app.title.contains("60 of 5,000"), "\(app.title)")
            let rows = (app.state.mainPanel as? CollectionScreen)?.list.rows ?? []
            #expect(!demoRows.isEmpty && !rows.contains { demoRows.contains($0) })
        }
    }

    @Test("a screen that loads later is loaded in the mode it has then")
    func otherScreensFollow() async throws {
        try await Harness.run(AppOptions()) { app in
            await app.press("2", "1", "D", "2")
            #expect(app.title.contains("[demo]"))
            #expect(app.screen.contains("Bakkerij Van Loo"))
        }
    }

    @Test(
        "a form that is open while its screen switches sends to the new mode without losing what was typed")
    func toggleInForm() async throws {
        try await Harness.run { app in
            await app.press("2", "e", "F3")
            #expect(app.state.mainPanel is FormScreen)
            await app.press("F3", "^S")
            #expect(app.state.mainPanel is CollectionScreen)
            #expect(app.screen.contains("Bakkerij Van Loo"), "\(app.screen)")
        }
    }

    @Test("D while deep keeps the titles of the way")
    func breadcrumb() async throws {
        let row = "{type: object, properties: {id: {type: integer}, name: {type: string}}}"
        func answer(_ schema: String) -> String {
            "{responses: {'200': {description: ok, content: {application/json: {schema: \(schema)}}}}}"
        }
        let document = """
            openapi: 3.1.0
            info: {title: Tasks, version: '1'}
            servers: [{url: 'http://127.0.0.1:9'}]
            paths:
              /projects: {get: \(answer("{type: array, items: \(row)}"))}
              /projects/{id}:
                parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
                get: \(answer(row))
              /projects/{id}/tasks:
                parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
                get: \(answer("{type: array, items: \(row)}"))
            """
        try await Harness.run(over: document, size: Size(columns: 100, rows: 24)) { app in
            try app.stub(.get, "/projects", #"[{"id": 1, "name": "Apollo"}]"#)
            try app.stub(.get, "/projects/1", #"{"id": 1, "name": "Apollo"}"#)
            await app.press("1", "r", "Enter", ">", "Enter")
            #expect(app.title.contains("Projects > Apollo > Tasks [demo]"), "\(app.screen)")
            await app.press("D")
            #expect(app.title.contains("Projects > Apollo > Tasks [live]"), "\(app.screen)")
        }
    }
}

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

@MainActor
@Suite("The token dance")
struct TokenDanceTests {
    @Test("an expired token is refreshed unseen: 401, refresh, 200 are attempts of one call in the journal")
    func refresh() async throws {
        try await Harness.run { app in
            await app.press("1")
            await app.choose("tokenExpired", for: "only getUser")
            #expect(app.screen.contains("Theo Marchetti") && app.title.contains("[demo]"), "\(app.screen)")
            let call = try #require(app.exchanges.last?.call.id)
            let dance = app.exchanges.filter { $0.call.id == call }
            #expect(
                dance.map { "\($0.request.method.rawValue) \($0.request.path ?? "")" }.suffix(3) == [
                    "GET /user/usr-2001", "POST /auth/refresh", "GET /user/usr-2001",
                ])
            #expect(dance.suffix(3).map { $0.outcome?.end } == [.status(401), .status(200), .status(200)])
            #expect(dance.suffix(3).map(\.attempt) == [1, 2, 3])
            #expect(app.isAllStubs)
            await app.press("L")
            #expect(app.row(3).contains("/user/usr-2001") && app.row(3).contains("200"), "\(app.screen)")
            #expect(app.row(4).contains("/auth/refresh"))
            #expect(app.row(5).contains("/user/usr-2001") && app.row(5).contains("401"))
            await app.press("Enter")
            #expect(app.words.contains("attempt 3"), "\(app.screen)")
        }
    }
}
