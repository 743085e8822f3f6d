import DemoManager
import HTTPTypes
import Testing

@testable import DemoTUI

@MainActor
@Suite("A list longer than what is kept")
struct LongListTests {
    private func table(_ app: Harness) -> CollectionScreen? { app.state.mainPanel as? CollectionScreen }

    @Test("far below, the rows above are let go; Home brings them back, and an edit of a row there still fits")
    func farAndBack() async throws {
        try await Harness.run(AppOptions(startScreen: "transactions")) { app in
            for _ in 0..<60 { await app.press("PgDn") }
            #expect(table(app)?.list[0] == nil && (table(app)?.list.rows.count ?? 0) <= RowLimits.kept)
            let far = app.screen
            await app.press("g")
            #expect(table(app)?.list[0] != nil && table(app)?.selection.index == 0, "\(app.screen)")
            #expect(app.screen != far && !app.screen.contains("…  ") && app.title.contains("of 5,000"))
            await app.press("e", "Right", "^S")
            #expect(app.footer.contains("Saved."), "\(app.screen)")
        }
    }

    @Test("in a list with cursors G goes on from its end by one page")
    func noLeap() async throws {
        try await Harness.run(AppOptions(startScreen: "transactions")) { app in
            await app.press("G")
            #expect(app.title.contains("120 of 5,000"), "\(app.screen)")
        }
    }
}
