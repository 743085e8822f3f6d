import DemoManager
import JSONText
import Testing

@testable import DemoTUI

@MainActor
@Suite("Fields whose text must not be seen")
struct MaskedFieldTests {
    @Test("what is typed into a field that is only written is dots on the screen, and is sent as it was typed")
    func masked() async throws {
        let document = """
            openapi: 3.1.0
            info: {title: Door, version: '1'}
            paths:
              /open:
                post:
                  operationId: open
                  requestBody: {content: {application/json: {schema: {type: object, properties: {
                    phrase: {type: string, writeOnly: true}, word: {type: string, format: password},
                    place: {type: string}}}}}}
                  responses: {'204': {description: open}}
            """
        try await Harness.run(over: document) { app in
            await app.press("1")
            for name in ["phrase", "word", "place"] {
                await app.focus(name)
                await app.type("my \(name)")
            }
            #expect(!app.screen.contains("my phrase") && !app.screen.contains("my word"), "\(app.screen)")
            #expect(app.screen.contains("•••••••••") && app.screen.contains("my place"), "\(app.screen)")
            await app.press("^S")
            let sent = try JSONValue(parsing: app.exchanges.last?.requestBody ?? [])
            #expect(sent == ["phrase": "my phrase", "word": "my word", "place": "my place"])
        }
    }
}
