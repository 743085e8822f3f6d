import AppCore
import DemoManager
import Foundation
import HTTPTypes
import Terminal
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

@Suite("Held messages as text") struct MessageTextTests {
    private static let body = Array(#"{"b":1,"a":[true]}"#.utf8)

    private static var request: HTTPRequest {
        var request = HTTPRequest(method: .post, scheme: "http", authority: "h", path: "/a?token=hidden")
        request.headerFields = [
            .authorization: "Bearer hidden", .contentType: "application/json", .contentLength: "\(body.count)",
        ]
        return request
    }

    private static let text = """
        POST /a?token=REDACTED
        Authorization: Bearer REDACTED
        Content-Type: application/json

        {
          "b": 1,
          "a": [
            true
          ]
        }

        """

    private func edit(_ text: String, body: [UInt8] = body, hasBody: Bool = true) throws -> (HTTPRequest, [UInt8]?) {
        let edit = try MessageText(Self.request, body, Redactor()).edit(text, of: Self.request, hasBody: hasBody)
        return edit.applied(to: Self.request, body)
    }

    @Test("An unedited text changes nothing, including secrets and bytes") func unchanged() throws {
        #expect(MessageText(Self.request, Self.body, Redactor()).text == Self.text)
        let (request, body) = try edit(Self.text)
        #expect(request == Self.request && body == Self.body)
        let (bodiless, none) = try edit("POST /a?token=REDACTED\n", body: [])
        #expect(bodiless.headerFields == [.contentLength: "18"] && none == [])
    }

    @Test("Method, path, headers and body are taken from the text") func edited() throws {
        let text = "PUT /b HTTP/1.1\nAuthorization: Bearer REDACTED\nX-New: 1\n\nno JSON\n"
        let (request, body) = try edit(text)
        #expect(request.method == .put && request.path == "/b")
        #expect(request.headerFields[.authorization] == "Bearer hidden" && request.headerFields[.contentType] == nil)
        #expect(request.headerFields.contains { $0.name.canonicalName == "x-new" && $0.value == "1" })
        #expect(body == Array("no JSON".utf8) && request.headerFields[.contentLength] == "7")
    }

    @Test(
        "An invalid line is named",
        arguments: [
            ("", "Line 1"), ("POST\n", "Line 1"), ("POST b\n", "Line 1"), ("PO ST /b\n", "Line 1"),
            ("POST /a?token=REDACTED\nA: b\nnothing\n", "Line 3"), ("POST /a?token=REDACTED\nA b: c\n", "Line 2"),
        ])
    func faults(text: String, place: String) {
        let fault = #expect(throws: Complaint.self) { try edit(text) }
        #expect(fault?.description.hasPrefix(place) == true, "\(fault?.description ?? "")")
    }

    @Test("A body that is not text, or missing, is kept") func opaque() throws {
        let bytes: [UInt8] = [0xFF, 0, 1]
        let shown = MessageText(Self.request, bytes, Redactor()).text
        let (_, body) = try edit(shown, body: bytes)
        #expect(body == bytes)
        #expect(throws: Complaint.self) { try edit("POST /a\n\nbody\n", body: [], hasBody: false) }
    }

    @Test("A reply starts with its status") func reply() throws {
        let reply = StubReply(headers: [.contentType: "text/plain", .contentLength: "2"], body: Array("hi".utf8))
        let message = MessageText(reply, Redactor())
        #expect(message.text == "HTTP 200\nContent-Type: text/plain\n\nhi\n")
        let edited = try message.edit("HTTP 404 Not Found\n\nho\n", of: reply)
        #expect(edited.status == .notFound && edited.headers.isEmpty && edited.body == Array("ho".utf8))
        #expect(throws: Complaint.self) { try message.edit("HTTP 99\n", of: reply) }
    }
}

@MainActor @Suite("Breakpoints on the screens", .timeLimit(.minutes(5))) struct HoldingScreenTests {
    @Test("b sets a breakpoint; a client's call waits, is shown and decided") func decided() async throws {
        try await GatewayStage.run(size: Size(columns: 80, rows: 24)) { stage in
            let app = stage.app
            _ = await stage.send(.get, "/cards")
            await app.wait { app.screen.contains("/cards") }
            await app.press("b")
            #expect(app.banner.contains("‖ BREAK 1") && app.footer.contains("are held from now on"))
            async let reply = stage.send(.get, "/cards")
            await app.wait { app.banner.contains("‖ HELD 1") }
            #expect(app.footer.contains("Held: GET /cards. B decides"))
            #expect(app.row(3).contains("● held"))
            await app.press("b")
            #expect(app.words.contains("Held: GET /cards") && app.words.contains("release it"))
            for size in [Size(columns: 40, rows: 10), Size(columns: 80, rows: 24)] {
                app.resize(size.columns, size.rows)
                try Snapshot(name: "held-call-\(size.columns)x\(size.rows)").check(app.lines.joined(separator: "\n"))
            }
            await app.press("f")
            await app.wait { app.words.contains("Answer GET /cards with") }
            await app.press("Enter")
            let answer = await reply
            #expect(answer.hasSuffix("stubbed") && !answer.hasPrefix("200"), "\(answer)")
            await app.wait { app.row(3).contains("by hand") }
            #expect(app.banner.contains("‖ BREAK 1"))
            await app.press("B")
            #expect(app.words.contains("a breakpoint; Enter removes it"))
            await app.press("Enter")
            #expect(app.footer.contains("no longer held") && !app.banner.contains("‖"))
        }
    }

    @Test("A user's reply starts with the document's status") func answered() async throws {
        try await GatewayStage.run(environment: ["EDITOR": "true"]) { stage in
            let app = stage.app
            let body = #"{"text": "hi"}"#
            _ = await stage.send(.post, "/chats/1/messages", json: body)
            await app.wait { app.screen.contains("/messages") }
            await app.press("b")
            async let reply = stage.send(.post, "/chats/1/messages", json: body)
            await app.wait { app.banner.contains("‖ HELD 1") }
            await app.press("b", "a")
            #expect(await reply == "201 stubbed")
        }
    }

    @Test("A screen's call waits, and can be edited in the editor") func edited() async throws {
        let folder = try Folder(["editor.sh": "sed -i 's/^HTTP 200/HTTP 404/' \"$1\""])
        var options = AppOptions(isDemo: true)
        options.environment["EDITOR"] = "sh \(folder.path)/editor.sh"
        try await Harness.run(options) { app in
            await app.press("4")
            let screen = app.screen
            await app.press("L")
            await app.press("b", "Esc")
            app.feed("r")
            await app.wait { app.banner.contains("‖ HELD 1") }
            app.feed("B", "Enter", "h")
            await app.wait { app.state.demo.holds.calls.first?.isReply == true }
            app.feed("B", "Enter", "e")
            await app.settle()
            #expect(app.screen.contains("404") && app.screen != screen)
            #expect(app.exchanges.last?.call.isReplyEdited == true)
            #expect(app.state.demo.holds.calls.isEmpty)
        }
    }

    @Test("A live call is not sent if demo came on while it waited; its screen loads demo data") func switched()
        async throws
    {
        let wire = Wire()
        let manager = DemoManager()
        let middleware = DemoMiddleware(manager: manager)
        manager.setBreakpoint("GET /a", isOn: true)
        let request = HTTPRequest(method: .get, scheme: "http", authority: "h", path: "/a")
        let call = Task {
            try await middleware.respond(to: request, body: nil, context: CallContext(session: .live)) {
                try await wire.send($0, body: $1, context: $2)
            }
        }
        while manager.heldCalls.isEmpty { await Task.yield() }
        manager.isEnabled = true
        manager.removeBreakpoints()
        await #expect(throws: APIError.self) { try await call.value }
        #expect(wire.all.isEmpty)
    }
}
