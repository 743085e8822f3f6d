import AppCore
import DemoManager
import Foundation
import HTTPTypes
import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("Secrets")
struct SecretsTests {
    @Test("the tokens of the sign-in are in no view of the journal and in nothing that is copied")
    func tokens() async throws {
        try await Harness.run(AppOptions(startScreen: "profile"), size: Size(columns: 140, rows: 50)) { app in
            let login = try #require(app.exchanges.first { $0.request.path == "/auth/login" })
            let body = String(decoding: login.outcome?.body ?? [], as: UTF8.self)
            let token = try #require(body.split(separator: "\"").first { $0.count > 20 })
            await app.press("L", "G")
            for key in ["Enter", "y", "u", "y", "b", "y", "c"] {
                await app.press(key)
                #expect(!app.screen.contains(token) && !app.screen.contains("lighthouse"), "\(app.screen)")
            }
            for case .copied(let bytes) in app.terminal.acts {
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(!text.contains(token) && !text.contains("lighthouse"), "\(text)")
            }
        }
    }

    @Test("a title says which filter there is, and not the key that was typed for it")
    func titles() {
        #expect(Heading.word("status", "open") == "status=open")
        #expect(Heading.word("api_key", "lighthouse") == "api_key=\(Redaction.placeholder)")
    }

    @Test("a log that cannot be written is a problem that is shown, and no reason not to start")
    func unwritableLog() async throws {
        #expect(throws: Problem.self) { try FileLog(path: "/dev/null/log") }
        let problem = Problem("cannot be written", file: "a.log")
        let services = AppComposition(AppOptions(), problems: [problem]).servicesWithoutDocument(OwnStubs(folder: "/"))
        #expect(services.demo.documentProblems == [problem])
    }
}
