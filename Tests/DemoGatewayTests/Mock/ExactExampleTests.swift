import Foundation
import Testing

/// A document's example is the answer; what is remembered and who is asked for by a path change it only where a document has
/// more about the same thing.
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
              responses: {'200': {description: ok, content: {application/json: {schema: *thing, examples: {dog: {value: {id: 1, name: Rex}}}}}}}
          /lamps/{id}:
            delete: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'204': {description: gone}}}
          /pets:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: *thing}}}}}}
            post: *write
          /pets/{id}:
            get: *read
            put: *write
        """

    private func send(
        _ gateway: TestGateway, _ method: String, _ path: String, _ headers: String = "", _ body: String = ""
    ) async throws -> String {
        let type = body.isEmpty ? "" : "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
        let reply = try await gateway.exchange(
            "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)\(type)Connection: close\r\n\r\n\(body)")
        let status = reply.split(separator: " ").dropFirst().first ?? ""
        return "\(status) " + (reply.components(separatedBy: "\r\n\r\n").last ?? "")
    }

    @Test("A write without a read, and an item without a list, get the document's example") func alone() async throws {
        try await withMock(Self.document) { gateway in
            let made = try await send(gateway, "POST", "/quotes", "", #"{"name":"nine"}"#)
            let read = try await send(gateway, "GET", "/cats/7")
            #expect([made, read] == [#"200 {"id":1,"name":"X"}"#, #"200 {"id":1,"name":"Rex"}"#])
            for _ in 1...2 {
                let gone = try await send(gateway, "DELETE", "/lamps/7")
                #expect(gone == "204 ")
            }
        }
    }

    @Test(
        "A reply requested by name or status is the example, and nothing is remembered",
        arguments: ["example=y", "code=200, example=y"])
    func chosen(wish: String) async throws {
        try await withMock(Self.document) { gateway in
            for (method, path) in [("POST", "/quotes"), ("POST", "/pets"), ("PUT", "/pets/7")] {
                let reply = try await send(gateway, method, path, "Prefer: \(wish)\r\n", #"{"name":"nine"}"#)
                #expect(reply == #"200 {"id":2,"name":"Y"}"#)
            }
            let rows = try await send(gateway, "GET", "/pets")
            #expect(rows.hasPrefix("200 ") && !rows.contains("nine"))
            let row = try await send(gateway, "GET", "/pets/7", "Prefer: example=dog\r\n")
            #expect(row == #"200 {"id":1,"name":"Rex"}"#)
        }
    }

    @Test("A write with a list or a read echoes the body and is remembered") func remembered() async throws {
        try await withMock(Self.document) { gateway in
            let made = try await send(gateway, "POST", "/pets", "", #"{"name":"nine"}"#)
            let rows = try await send(gateway, "GET", "/pets")
            #expect(made.contains(#""name":"nine""#) && rows.contains("nine"))
            let before = try await send(gateway, "GET", "/pets/7")
            _ = try await send(gateway, "PUT", "/pets/7", "", #"{"id":7,"name":"ten"}"#)
            let after = try await send(gateway, "GET", "/pets/7")
            #expect(before == #"200 {"id":7,"name":"Rex"}"# && after == #"200 {"id":7,"name":"ten"}"#)
        }
    }
}
