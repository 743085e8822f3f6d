import DemoManager
import HTTPTypes
import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("Copy")
struct CopyPopupTests {
    private func copied(_ app: Harness) -> String {
        for case .copied(let bytes) in app.terminal.acts.reversed() { return String(decoding: bytes, as: UTF8.self) }
        return ""
    }

    @Test("value, URL, body and a curl command; no secret in any of them")
    func everything() async throws {
        try await Harness.run(AppOptions(startScreen: "profile")) { app in
            await app.press("Down", "y", "v")
            #expect(copied(app).contains("Maya"), "\(copied(app))")
            await app.press("y", "u")
            #expect(copied(app).hasSuffix("/user/usr-1001") || copied(app).contains("/user/"))
            await app.press("y", "b")
            #expect(copied(app).contains("\"data\""))
            await app.press("y", "c")
            let curl = copied(app)
            #expect(curl.hasPrefix("curl") && curl.contains("$TOKEN"), "\(curl)")
            let header = app.exchanges.last?.request.headerFields.first {
                $0.name.rawName.lowercased() == "authorization"
            }
            let token = header?.value.split(separator: " ").last.map(String.init) ?? ""
            #expect(!token.isEmpty && !curl.contains(token))
            #expect(app.footer.contains("Copied a curl command"))
        }
    }

    @Test("too much for a terminal is not copied and says so")
    func tooMuch() async throws {
        try await Harness.run { app in
            app.terminal.copyLimit = 10
            await app.press("2", "y", "b")
            #expect(app.footer.contains("Not copied: more than 10 bytes"))
        }
    }

    @Test("without a request there is no URL to copy")
    func nothing() async throws {
        try await Harness.run { app in
            await app.press("2", "Enter", "y", "u")
            #expect(app.footer.contains("No request was made yet.") && copied(app).isEmpty, "\(app.screen)")
        }
    }
}
