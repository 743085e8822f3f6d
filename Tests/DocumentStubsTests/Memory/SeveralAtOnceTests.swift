import APIDocument
import HTTPTypes
import Testing
import WireFormats

/// A POST whose body is an array makes each of its things.
@Suite struct SeveralAtOnceTests {
    private func api(reply: String) throws -> DemoAPI {
        let items = "{type: array, items: {$ref: '#/components/schemas/Item'}}"
        return try DemoAPI(
            """
            paths:
              /items:
                get: {responses: {'200': {description: ok, content: {application/json: {schema: \(items)}}}}}
                post:
                  requestBody: {content: {application/json: {schema: \(items)}}}
                  responses: {'201': {description: made, content: {application/json: {schema: \(reply)}}}}
              /items/{id}:
                get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}}}
            components: {schemas: {Item: {type: object, required: [id, name], properties: {id: {type: integer, readOnly: true}, name: {type: string}}}}}
            """)
    }

    @Test(
        "The reply shows them, the list has them, and each opens by an id that nothing else has",
        arguments: [
            ("{type: array, items: {$ref: '#/components/schemas/Item'}}", [String]()),
            (
                "{type: object, properties: {items: {type: array, items: {$ref: '#/components/schemas/Item'}}}}",
                ["items"]
            ),
        ])
    func made(reply: String, place: [String]) throws {
        let api = try api(reply: reply)
        let before = try #require(try api.send(.get, "/items").arrayValue)
        let answer = try api.send(.post, "/items", [["name": "A"], ["name": "B"]])
        let made = try #require(answer[JSONPointer(tokens: place)]?.arrayValue)
        #expect(made.map { $0["name"] } == ["A", "B"])
        let ids = try made.map { try #require($0["id"]?.intValue) }
        #expect(Set(ids).count == 2 && !before.contains { ids.contains($0["id"]?.intValue ?? 0) })
        #expect(try api.send(.get, "/items").isEquivalent(to: .array(made.reversed() + before)))
        #expect(try api.send(.get, "/items/\(ids[1])").isEquivalent(to: made[1]))
    }

    @Test("What the reply says of them otherwise stays, and an array of none makes none")
    func others() throws {
        let api = try api(reply: "{type: object, properties: {created: {type: integer, const: 2}}}")
        let before = try api.send(.get, "/items").arrayValue ?? []
        #expect(try api.send(.post, "/items", [["name": "A"], ["name": "B"]]) == ["created": 2])
        try api.send(.post, "/items", [])
        try api.send(.post, "/items", ["no", "thing"])
        #expect(try api.send(.get, "/items").arrayValue?.count == before.count + 2)
    }
}
