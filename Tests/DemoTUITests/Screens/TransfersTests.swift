import DemoManager
import HTTPTypes
import Testing

@testable import DemoTUI

@MainActor
@Suite("Transfers")
struct TransfersTests {
    private func fill(_ app: Harness) async {
        for (field, text) in [
            ("fromAccount", "NL21HARB0417164300"), ("toAccount", "NL86KADE0250613377"), ("amount", "12.50"),
            ("date", "2026-07-01"),
        ] {
            await app.focus(field)
            await app.press("^A", "^K")
            await app.type(text)
        }
        await app.focus("category")
        await app.press("Right")
    }

    @Test("an empty form is not sent: every required field says so")
    func empty() async throws {
        try await Harness.run { app in
            await app.press("6", "^S")
            #expect(app.screen.contains("fields need a change."), "\(app.screen)")
            #expect(app.exchanges.isEmpty || app.exchanges.allSatisfy { $0.request.method == .get })
        }
    }

    @Test("a form that is a screen of its own sends, says so, and is empty again")
    func send() async throws {
        try await Harness.run { app in
            await app.press("6")
            await fill(app)
            await app.press("^S")
            #expect(app.screen.contains("Sent") && app.form?.isDirty == false, "\(app.screen)")
            #expect(app.exchanges.last?.request.path == "/transfers")
            let body = app.exchanges.last?.requestBody.map { String(decoding: $0, as: UTF8.self) } ?? ""
            #expect(body.contains("\"amount\":12.50") || body.contains("\"amount\":12.5"), "\(body)")
        }
    }

    @Test(
        "the form shows what the server answered until something is typed; ^V shows all of it")
    func answer() async throws {
        try await Harness.run { app in
            try app.stub(.post, "/transfers", status: 202, #"{"ticket": "T-77", "access_token": "s3same"}"#)
            await app.press("6")
            await fill(app)
            await app.press("^S")
            #expect(app.words.contains("202 after") && app.screen.contains("\"T-77\""), "\(app.screen)")
            #expect(!app.screen.contains("s3same"), "\(app.screen)")
            await app.press("^V")
            #expect(app.state.mainPanel is ExchangeScreen && app.words.contains("Decision: stub"), "\(app.screen)")
            await app.press("Esc")
            await app.focus("note")
            await app.type("x")
            #expect(!app.screen.contains("T-77"), "\(app.screen)")
        }
    }

    @Test("of a long answer the form shows the beginning and says where the rest is")
    func longAnswer() async throws {
        try await Harness.run { app in
            let many = (0..<50).map { "\"line \($0)\"" }.joined(separator: ",")
            try app.stub(.post, "/transfers", status: 201, "[\(many)]")
            await app.press("6")
            await fill(app)
            await app.press("^S")
            #expect(app.screen.contains("line 0") && !app.screen.contains("line 40"), "\(app.screen)")
            #expect(app.words.contains("more lines; ^V shows all"), "\(app.screen)")
        }
    }

    @Test("live it says that the backend isn't ready and keeps the text; F3 and ^S send it to the demo")
    func notReady() async throws {
        try await Harness.run(AppOptions()) { app in
            await app.press("6")
            await fill(app)
            await app.press("^S")
            #expect(app.screen.contains("isn't ready (501)") && app.screen.contains("F3"), "\(app.screen)")
            #expect(app.screen.contains("NL86KADE0250613377"))
            await app.press("F3", "^S")
            #expect(app.banner.contains("MIXED 1/6") && app.screen.contains("Sent"), "\(app.screen)")
        }
    }
}
