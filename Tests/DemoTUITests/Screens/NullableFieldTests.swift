import APIDocument
import AppCore
import HTTPTypes
import JSONText
import Testing

@testable import DemoTUI

@Suite("Emptied fields")
struct NullableFieldTests {
    @Test(
        "an emptied field whose value may be null is sent as null, another one is left out", arguments: [true, false])
    func emptied(isNullable: Bool) throws {
        let text = """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths:
              /a:
                get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object}}}}}}
                patch: {requestBody: {content: {application/json: {schema: {type: object, properties: {note: {type: \
            \(isNullable ? "[string, 'null']" : "string")}}}}}}}
            """
        let catalog = ScreenCatalog(try APIDocument(SourceText(name: "t.yaml", bytes: Array(text.utf8))))
        let screen = try #require(catalog.screens.first)
        var panel = FormScreen(
            screen: screen, form: try #require(screen.update), place: Place(),
            purpose: .edit(base: ["note": "x"], etag: nil, panel: 1, row: nil))
        let world = World(
            catalog: catalog, demo: DemoStatus(), area: Size(columns: 80, rows: 24),
            spinnerFrame: 0)
        _ = panel.type(.backspace, in: world)
        var sent: [Update.Change] = []
        for case .send(let request) in panel.perform(.submit, in: world) { sent = request.change.changes }
        #expect(sent == [Update.Change(JSONPointer(tokens: ["note"]), isNullable ? .null : nil)])
    }
}
