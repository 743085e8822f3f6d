import DemoManager
import HTTPTypes
import Testing
import WireFormats

/// What is shown otherwise than it is sent, and what is left out and must be shown.
@Suite struct RespeltTests {
    private static func api(asked: String, shown: String, changed: String = "{type: number}") throws -> DemoAPI {
        func json(_ schema: String) -> String { "content: {application/json: {schema: \(schema)}}" }
        let thing = json("{$ref: '#/components/schemas/Item'}")
        return try DemoAPI(
            [
                "/items: {get: {responses: {'200': {\(json("{type: array, items: {$ref: '#/components/schemas/Item'}}"))}}}, post: {requestBody: {\(json("{$ref: '#/components/schemas/New'}"))}, responses: {'201': {\(thing)}}}}",
                "/items/{id}: {get: {responses: {'200': {\(thing)}}}, patch: {requestBody: {\(json("{type: object, properties: {price: \(changed)}}"))}, responses: {'200': {\(thing)}}}}",
            ],
            schemas: [
                "New: {type: object, required: [title], properties: {title: {type: string}, price: \(asked)}}",
                "Item: {type: object, required: [id, title, price], properties: {id: {type: integer}, title: {type: string}, price: \(shown)}}",
            ])
    }

    @Test("A number that is shown as a text comes back as the text it is")
    func decimals() throws {
        let text = #"{type: string, pattern: '^(?!^[-+.]*$)[+-]?0*\d*\.?\d*$'}"#
        let api = try Self.api(asked: "{anyOf: [{type: number}, \(text)]}", shown: text)
        let made = try api.send(.post, "/items", ["title": "Tea", "price": 12.5])
        #expect(made["price"] == "12.5")
        let id = try #require(made["id"]?.scalarText)
        #expect(try api.send(.get, "/items/\(id)")["price"] == "12.5")
        #expect(try api.send(.patch, "/items/\(id)", ["price": 3])["price"] == "3")
        #expect(try api.send(.get, "/items/\(id)")["price"] == "3")
        #expect(try api.send(.get, "/items")[0]?["price"] == "3")
    }

    @Test("A text that is shown as a number comes back as that; a number is no name of the thing it numbers")
    func others() throws {
        let numbers = try Self.api(asked: "{type: string}", shown: "{type: number}")
        #expect(try numbers.send(.post, "/items", ["title": "Tea", "price": "12.5"])["price"] == 12.5)
        let names = try Self.api(asked: "{type: integer}", shown: "{type: string}")
        let made = try names.send(.post, "/items", ["title": "Tea", "price": 5])
        #expect(made["price"]?.stringValue != nil && made["price"] != "5")
    }

    @Test("What a new thing must have and may be null is null where it was left out; what the server makes is made")
    func nulls() throws {
        let api = try DemoAPI(
            [
                "/tasks: {get: {responses: {'200': {content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Task'}}}}}}}, post: {requestBody: {content: {application/json: {schema: {type: object, required: [title], properties: {title: {type: string}, due: {type: [string, 'null'], format: date}, note: {type: [string, 'null']}, ownerId: {type: integer}}}}}}, responses: {'201': {content: {application/json: {schema: {$ref: '#/components/schemas/Task'}}}}}}}",
                "/tasks/{id}: {get: {responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/Task'}}}}}}}",
            ],
            schemas: [
                "Task: {type: object, required: [id, title, due, assignee, owner, createdAt, link], properties: {id: {type: integer}, title: {type: string}, due: {type: [string, 'null'], format: date}, note: {type: [string, 'null']}, assignee: {anyOf: [{$ref: '#/components/schemas/User'}, {type: 'null'}]}, owner: {anyOf: [{$ref: '#/components/schemas/User'}, {type: 'null'}]}, createdAt: {type: string, format: date-time}, link: {type: [string, 'null'], readOnly: true}}}",
                "User: {type: object, required: [id], properties: {id: {type: integer}}}",
            ])
        let made = try api.send(.post, "/tasks", ["title": "T", "ownerId": 3])
        let id = try #require(made["id"]?.scalarText)
        for task in [made, try api.send(.get, "/tasks/\(id)"), try api.send(.get, "/tasks")[0] ?? .null] {
            #expect(task["due"] == .null && task["assignee"] == .null && task["note"] == nil, "\(task)")
            #expect(task["owner"]?.objectValue != nil && task["createdAt"]?.stringValue != nil)
            #expect(task["link"] != nil && task["link"] != .null)
        }
    }
}
