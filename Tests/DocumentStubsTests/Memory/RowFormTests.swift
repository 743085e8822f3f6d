import APIDocument
import HTTPTypes
import Testing
import WireFormats

/// Lists that have their rows in a member of each entry, or by their keys.
@Suite struct RowFormTests {
    private static let document = """
        paths:
          /pets:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {total: {type: integer}, edges: {type: array, items: {type: object, properties: {cursor: {type: string}, node: *pet}}}}}, example: {total: 2, edges: [{cursor: '1', node: {id: 1, name: Rex}}, {cursor: '2', node: {id: 2, name: Tom}}]}}}}}}
            post: {requestBody: {content: {application/json: {schema: *pet}}}, responses: {'201': {description: made, content: {application/json: {schema: *pet}}}}}
          /pets/{id}:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: *pet}}}}}
            patch: {requestBody: {content: {application/json: {schema: *pet}}}, responses: {'200': {description: ok, content: {application/json: {schema: *pet}}}}}
            delete: {responses: {'204': {description: gone}}}
          /labels:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {labels: {type: object, additionalProperties: *label}}}, example: {labels: {new: {color: red}, old: {color: grey}}}}}}}}
          /labels/{key}:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: *label}}}}}
            put: {requestBody: {content: {application/json: {schema: *label}}}, responses: {'200': {description: ok, content: {application/json: {schema: *label}}}}}
            patch: {requestBody: {content: {application/json: {schema: *label}}}, responses: {'200': {description: ok, content: {application/json: {schema: *label}}}}}
            delete: {responses: {'204': {description: gone}}}
        components:
          schemas:
            Pet: {type: object, properties: {id: {type: integer}, name: {type: string}}}
            Label: {type: object, properties: {color: {type: string}, note: {type: string}}}
        """
        .replacing("*pet", with: "{$ref: '#/components/schemas/Pet'}")
        .replacing("*label", with: "{$ref: '#/components/schemas/Label'}")
    private let api: DemoAPI

    init() throws { api = try DemoAPI(Self.document) }

    @Test("A row within an entry is changed, taken away and added there; what stands beside it goes with it")
    func wrapped() throws {
        #expect(try api.send(.get, "/pets")["edges"]?.arrayValue?.count == 2)
        try api.send(.patch, "/pets/2", ["name": "Felix"])
        try api.send(.delete, "/pets/1")
        let made = try #require(try api.send(.post, "/pets", ["name": "Ada"])["id"]?.intValue)
        let entries: JSONValue = [
            ["cursor": .string("\(made)"), "node": ["id": .number(JSONNumber(made)), "name": "Ada"]],
            ["cursor": "2", "node": ["id": 2, "name": "Felix"]],
        ]
        #expect(try api.send(.get, "/pets") == ["total": 2, "edges": entries])
    }

    @Test("A member of a map is changed, taken away and added by its key")
    func map() throws {
        #expect(try api.send(.get, "/labels")["labels"]?.objectValue?.keys == ["new", "old"])
        try api.send(.patch, "/labels/old", ["note": "x"])
        try api.send(.delete, "/labels/new")
        try api.send(.put, "/labels/hot", ["color": "orange"])
        let labels: JSONValue = ["hot": ["color": "orange"], "old": ["color": "grey", "note": "x"]]
        #expect(try api.send(.get, "/labels") == ["labels": labels])
        #expect(try api.send(.get, "/labels/hot")["color"] == "orange")
        #expect(api.status(.get, "/labels/new") == 404)
    }
}
