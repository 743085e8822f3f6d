import DemoManager
import HTTPTypes
import Testing

@testable import DemoTUI

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
