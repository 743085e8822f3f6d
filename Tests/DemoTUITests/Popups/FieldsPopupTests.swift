import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("Fields over a screen")
struct FieldsPopupTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Shop, version: '1'}
        paths:
          /carts:
            get:
              operationId: listCarts
              parameters: [\((1...30).map {
                "{name: filter\($0), in: query, schema: {type: string, maxLength: 3}}"
              }.joined(separator: ", "))]
              responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object}}}}}}
        """

    @Test(
        "with more fields than rows, the one being typed in is always seen, and so is what is wrong with it",
        arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 10)])
    func scrolls(size: Size) async throws {
        try await Harness.run(over: Self.document, size: size) { app in
            await app.press("1", "/")
            #expect(app.state.popups.last is FieldsPopup, "\(app.screen)")
            for number in 1...30 {
                await app.press("Down")
                await app.type("x")
                let row = app.screen.split(separator: "\n").first { $0.contains("Filter\(number) ") }
                #expect(row?.contains("x") == true, "\(number)\n\(app.screen)")
            }
            await app.type("yzzz")
            await app.press("Down", "^S")
            #expect(app.state.popups.count == 1 && app.screen.contains("Filter30 "), "\(app.screen)")
            #expect(app.screen.contains("at most 3") && app.screen.contains("not 5."), "\(app.screen)")
            await app.press("Backspace")
            #expect(!app.screen.lowercased().contains("at most 3"), "\(app.screen)")
        }
    }
}
