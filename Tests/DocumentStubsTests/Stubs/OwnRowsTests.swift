import HTTPTypes
import Testing
import WireFormats

/// What is shown of one thing in several places is the same.
@Suite struct OwnRowsTests {
    private static let document = """
        paths:
          /orders/{id}: {get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}}}
          /orders/{id}/ship: {post: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}}}
          /orders/{id}/lines: {get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {data: {type: array, items: {$ref: '#/components/schemas/Line'}}}}}}}}}}
          /orders/{id}/lines/{line}: {get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Line'}}}}}}}
          /orders/{id}/notes: {get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Line'}}}}}}}}
        components:
          schemas:
            Line: {type: object, required: [id, text], properties: {id: {type: integer}, text: {type: string}}}
            Order:
              type: object
              required: [id, status, lines]
              properties:
                id: {type: integer}
                status: {type: string, enum: [open, shipped, closed]}
                shippedAt: {type: string, format: date-time}
                closedAt: {type: [string, 'null'], format: date-time}
                lines: {type: array, minItems: 1, items: {$ref: '#/components/schemas/Line'}}
                notes: {type: array, items: {type: string}}
        """
    private let api: DemoAPI

    init() throws { api = try DemoAPI(Self.document) }

    @Test("A list below a thing has the rows that the thing shows itself, and each of them opens")
    func rows() throws {
        for id in 1...4 {
            let lines = try api.send(.get, "/orders/\(id)")["lines"]
            #expect(try api.send(.get, "/orders/\(id)/lines")["data"] == lines)
            let first = try #require(lines?[0])
            #expect(try api.send(.get, "/orders/\(id)/lines/\(first["id"]?.scalarText ?? "")") == first)
        }
        // Of another kind, or of another name, it has rows of its own.
        #expect(try api.send(.get, "/orders/1/notes").arrayValue?.count == 25)
    }

    @Test("A timestamp of a state is there once the status has reached it")
    func moments() throws {
        for id in 1...12 {
            let order = try api.send(.get, "/orders/\(id)")
            #expect((order["shippedAt"] != nil) == (order["status"] != "open"))
            #expect((order["closedAt"]?.isNull == false) == (order["status"] == "closed"))
        }
    }
}
