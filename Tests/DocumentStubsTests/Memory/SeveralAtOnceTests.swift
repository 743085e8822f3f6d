import APIDocument
import DemoManager
import DocumentStubs
import HTTPTypes
import Testing
import WireFormats

/// A POST whose body is an array makes each of its things.
@Suite struct SeveralAtOnceTests {
    private func manager(reply: String) throws -> DemoManager {
        let items = "{type: array, items: {$ref: '#/components/schemas/Item'}}"
        let text = """
            openapi: 3.1.0
            info: {title: Items, version: '1'}
            paths:
              /items:
                get: {responses: {'200': {description: ok, content: {application/json: {schema: \(items)}}}}}
                post:
                  requestBody: {content: {application/json: {schema: \(items)}}}
                  responses: {'201': {description: made, content: {application/json: {schema: \(reply)}}}}
              /items/{id}:
                get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}}}
            components: {schemas: {Item: {type: object, required: [id, name], properties: {id: {type: integer, readOnly: true}, name: {type: string}}}}}
            """
        let document = try APIDocument(SourceText(name: "i.yaml", bytes: Array(text.utf8)))
        let manager = DemoManager(configuration: .init(unmatched: .error))
        try manager.add(DocumentStubs(document).stubs)
        manager.memory = RememberedData(document)
        return manager
    }

    private func send(_ manager: DemoManager, _ path: String, _ body: JSONValue? = nil) throws -> JSONValue {
        let request = HTTPRequest(method: body == nil ? .get : .post, scheme: "http", authority: "x", path: path)
        let decision = manager.decide(request, body: body?.bytes(.compact), call: Call(id: 1, mode: .demo))
        guard case .stub(let reply, _) = decision.action else { return .null }
        return try JSONValue(parsing: reply.body)
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
        let manager = try manager(reply: reply)
        let before = try #require(try send(manager, "/items").arrayValue)
        let answer = try send(manager, "/items", [["name": "A"], ["name": "B"]])
        let made = try #require(answer[JSONPointer(tokens: place)]?.arrayValue)
        #expect(made.map { $0["name"] } == ["A", "B"])
        let ids = try made.map { try #require($0["id"]?.intValue) }
        #expect(Set(ids).count == 2 && !before.contains { ids.contains($0["id"]?.intValue ?? 0) })
        #expect(try send(manager, "/items").isEquivalent(to: .array(made.reversed() + before)))
        #expect(try send(manager, "/items/\(ids[1])").isEquivalent(to: made[1]))
    }

    @Test("What the reply says of them otherwise stays, and an array of none makes none")
    func others() throws {
        let manager = try manager(reply: "{type: object, properties: {created: {type: integer, const: 2}}}")
        let before = try send(manager, "/items").arrayValue ?? []
        #expect(try send(manager, "/items", [["name": "A"], ["name": "B"]]) == ["created": 2])
        _ = try send(manager, "/items", [])
        _ = try send(manager, "/items", ["no", "thing"])
        #expect(try send(manager, "/items").arrayValue?.count == before.count + 2)
    }
}
