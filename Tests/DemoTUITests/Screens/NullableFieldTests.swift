import APIDocument
import AppCore
import HTTPTypes
import JSONText
import Terminal
import Testing

@testable import DemoTUI

@Suite("Emptied fields")
struct NullableFieldTests {
    /// The form that changes `note`, emptied and sent.
    private func emptied(_ schema: String, by method: String = "patch", type: String = "application/json") throws
        -> (sent: ScreenLoader.Change?, complaints: [String])
    {
        let text = """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths:
              /a:
                get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object}}}}}}
                \(method): {requestBody: {content: {\(type): {schema: {type: object, properties: {note: \(schema)}}}}}}
            """
        let catalog = ScreenCatalog(try APIDocument(SourceText(name: "t.yaml", bytes: Array(text.utf8))))
        let screen = try #require(catalog.screens.first)
        var panel = FormScreen(
            screen: screen, form: try #require(screen.update), place: Place(),
            purpose: .edit(base: ["note": "x", "kept": 1], etag: nil, panel: 1, row: nil))
        let world = World(
            catalog: catalog, demo: DemoStatus(), area: Size(columns: 80, rows: 24),
            spinnerFrame: 0)
        _ = panel.type(.backspace, in: world)
        for case .send(let request) in panel.perform(.submit, in: world) { return (request.change, []) }
        return (nil, Array(panel.complaints.values))
    }

    @Test(
        "what is emptied is sent as null where that is allowed, else as an empty text where that is a value",
        arguments: [
            ("{type: [string, 'null']}", JSONValue.null), ("{type: [string, 'null'], minLength: 1}", .null),
            ("{type: string}", ""), ("{type: string, maxLength: 9, pattern: '^x*$'}", ""),
        ], ["patch", "put"])
    func sent(_ expected: (schema: String, value: JSONValue), method: String) throws {
        let sent = try emptied(expected.schema, by: method).sent
        #expect(sent?.changes == [Update.Change(JSONPointer(tokens: ["note"]), expected.value)])
    }

    @Test(
        "what can be neither is left out of a whole; a change of it is not sent and says what is wanted",
        arguments: [
            ("{type: string, minLength: 1}", "Must have at least 1 character, not 0."),
            ("{type: string, minLength: 1, maxLength: 9}", "Must have 1 to 9 characters, not 0."),
            ("{type: string, pattern: '^x'}", "Must have the form ^x."),
            ("{type: string, format: date}", "Write a day as 2026-01-31."),
            ("{type: string, format: phone}", ""),
            ("{type: integer}", "Write a whole number, such as 12."),
        ])
    func leftOut(schema: String, words: String) throws {
        let whole = try emptied(schema, by: "put")
        #expect(whole.sent?.changes == [Update.Change(JSONPointer(tokens: ["note"]), nil)])
        let change = try emptied(schema)
        #expect(change.sent == nil)
        let told = try #require(change.complaints.first)
        #expect(told.hasPrefix("It cannot be taken away: the document allows no null here.") && told.hasSuffix(words))
    }

    @Test(
        "a merge patch takes away by null and a form by an empty text, whatever the schema says",
        arguments: ["application/merge-patch+json", "application/x-www-form-urlencoded"])
    func byMediaType(type: String) throws {
        let sent = try emptied("{type: string, minLength: 1}", type: type).sent
        #expect(sent?.changes == [Update.Change(JSONPointer(tokens: ["note"]), nil)])
    }
}
