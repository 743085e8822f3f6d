import Foundation
import Testing

/// A document's example answers with the id of the path and the members that were sent.
@Suite("Examples of the document")
struct ExactExampleTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Pets, version: '1'}
        paths:
          /quotes:
            post: &write
              requestBody: {content: {application/json: {schema: &thing {type: object, properties: {id: {type: integer}, name: {type: string}}}}}}
              responses:
                '200':
                  description: ok
                  content:
                    application/json:
                      schema: *thing
                      examples: {x: {value: {id: 1, name: X}}, y: {value: {id: 2, name: Y}}}
          /cats/{id}:
            get: &read
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses:
                '200': {description: ok, content: {application/json: {schema: *thing, examples: {dog: {value: {id: 1, name: Rex}}}}}}
                '404': {description: none, content: {application/json: {examples: {none: {value: {id: 0}}}}}}
          /users/createWithList:
            post:
              requestBody: {content: {application/json: {schema: {type: array, items: &user {type: object, properties: {id: {type: integer}, username: {type: string}, city: {type: string}}}}}}}
              responses: {'200': {description: ok, content: {application/json: {schema: *user}}}}
          /users/{username}:
            get: {parameters: [{name: username, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: *user}}}}}
          /pets:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: *thing}}}}}}
            post: *write
          /pets/{id}: {get: *read, put: *write}
        """

    private func send(
        _ gateway: TestGateway, _ method: String, _ path: String, _ body: String? = nil, header: String = "Accept: */*"
    ) async throws -> String {
        let message = MockExchange(
            "\(method) \(path)", header, "Content-Type: application/json", body: body
        ).message
        let reply = try await gateway.exchange(message)
        let status = reply.split(separator: " ").dropFirst().first ?? ""
        return "\(status) " + (reply.components(separatedBy: "\r\n\r\n").last ?? "")
    }

    @Test("A write without a read echoes the body, and an item without a list has the id in its path")
    func alone() async throws {
        try await withMock(Self.document) { gateway in
            let made = try await send(gateway, "POST", "/quotes", #"{"name":"nine"}"#)
            let read = try await send(gateway, "GET", "/cats/7")
            #expect([made, read] == [#"200 {"id":1,"name":"nine"}"#, #"200 {"id":7,"name":"Rex"}"#])
        }
    }

    @Test("Several items that are sent at a word below their collection open one by one") func several() async throws {
        try await withMock(Self.document) { gateway in
            _ = try await send(
                gateway, "POST", "/users/createWithList", #"[{"username":"ann"},{"username":"bob","city":"Rom"}]"#)
            let (ann, bob) = (
                try await send(gateway, "GET", "/users/ann"), try await send(gateway, "GET", "/users/bob")
            )
            #expect(ann.contains(#""username":"ann""#) && !ann.contains("city"))
            #expect(bob.contains(#""username":"bob","city":"Rom""#))
            #expect(Set([ann, bob].map { $0.prefix { $0 != "," } }).count == 2, "The ids are \(ann) and \(bob).")
        }
    }

    @Test(
        "A reply requested by name or status is the example, and nothing is remembered",
        arguments: ["example=y", "code=200, example=y"])
    func chosen(wish: String) async throws {
        try await withMock(Self.document) { gateway in
            for (method, path) in [("POST", "/quotes"), ("POST", "/pets"), ("PUT", "/pets/7")] {
                let reply = try await send(gateway, method, path, #"{"name":"nine"}"#, header: "Prefer: \(wish)")
                #expect(reply == #"200 {"id":2,"name":"Y"}"#)
            }
            let rows = try await send(gateway, "GET", "/pets")
            #expect(rows.hasPrefix("200 ") && !rows.contains("nine"))
            let row = try await send(gateway, "GET", "/pets/7", header: "Prefer: example=dog")
            #expect(row == #"200 {"id":1,"name":"Rex"}"#)
            let none = try await send(gateway, "GET", "/pets/7", header: "Prefer: example=none")
            #expect(none == #"404 {"id":0}"#)
        }
    }

    @Test("A write with a list or a read echoes the body and is remembered") func remembered() async throws {
        try await withMock(Self.document) { gateway in
            let made = try await send(gateway, "POST", "/pets", #"{"name":"nine"}"#)
            let rows = try await send(gateway, "GET", "/pets")
            #expect(made.contains(#""name":"nine""#) && rows.contains("nine"))
            let before = try await send(gateway, "GET", "/pets/7")
            _ = try await send(gateway, "PUT", "/pets/7", #"{"id":7,"name":"ten"}"#)
            let after = try await send(gateway, "GET", "/pets/7")
            #expect(before == #"200 {"id":7,"name":"Rex"}"# && after == #"200 {"id":7,"name":"ten"}"#)
        }
    }
}
