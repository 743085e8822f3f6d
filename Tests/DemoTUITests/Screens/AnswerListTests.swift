import DemoManager
import HTTPTypes
import Testing

@testable import DemoTUI

@MainActor
@Suite("Rows that a form's call answers")
struct AnswerListTests {
    private let document = """
        openapi: 3.1.0
        info: {title: Finder, version: '1'}
        servers: [{url: 'http://finder.example'}]
        paths:
          /search:
            post:
              operationId: search
              requestBody: {content: {application/json: {schema: {type: object, properties: {text: {type: string}}}}}}
              responses: {'200': {description: ok, content: {application/json: {schema: {
                type: object, properties: {next_cursor: {type: string}, has_more: {type: boolean}, results: {type: array, items: {
                  type: object, properties: {id: {type: integer}, name: {type: string}, note: {type: string}}}}}}}}}}
        """

    private func run(_ body: @MainActor (Harness) async throws -> Void) async throws {
        try await Harness.run(over: document) { app in
            try app.stub(
                .post, "/search",
                #"{"has_more": true, "next_cursor": "x", "results": [{"id": 1, "name": "Tea"}, {"id": 2, "name": "Milk"}]}"#
            )
            await app.press("1", "Tab")
            await app.press("^S")
            try await body(app)
        }
    }

    @Test("they open as a list with columns, whose rows open; Esc leads back to the form with the answer as it came")
    func rows() async throws {
        try await run { app in
            #expect((app.state.mainPanel as? CollectionScreen)?.rowCount == 2, "\(app.screen)")
            #expect(app.screen.contains("Milk") && app.screen.contains(RowList.cutOff) && app.footer.contains("Sent."))
            await app.press("Down", "Enter")
            #expect(app.state.mainPanel is ItemScreen && app.title.contains("Milk"), "\(app.screen)")
            await app.press("Esc", "Esc")
            #expect(app.form != nil && app.screen.contains("Sent: "), "\(app.screen)")
        }
    }

    @Test("they go when the mode changes, since nothing loads them again")
    func stale() async throws {
        try await run { app in
            await app.press("D")
            #expect(app.form != nil, "\(app.screen)")
        }
    }
}
