import APIDocument
import DemoGateway
import DemoManager
import SourceTexts
import Testing
import WireFormats

/// A document that is replaced while clients talk to the gateway.
@Suite("A replaced document", .timeLimit(.minutes(2))) struct ReplacedDocumentTests {
    /// An operation whose reply is its own id.
    private static func document(_ id: String, method: String = "post") throws -> APIDocument {
        let text = """
            openapi: 3.1.0
            paths:
              /a:
                \(method):
                  operationId: \(id)
                  requestBody: {content: {text/plain: {schema: {type: string}}}}
                  responses: {'200': {description: ok, content: {text/plain: {example: \(id)}}}}
            """
        return try APIDocument(SourceText(name: "openapi.yaml", bytes: Array(text.utf8)))
    }

    @Test("A request whose body arrives later is routed by the new document", arguments: [true, false])
    func between(validates: Bool) async throws {
        try await withGateway { configuration, manager in
            configuration.validatesRequests = validates
            try manager.use(.mock(try Self.document("first")))
        } _: { gateway in
            let client = try await RawClient(port: gateway.port)
            // The interim response says that the head was routed.
            client.send(
                MockExchange("POST /a", "Content-Type: text/plain", "Content-Length: 2", "Expect: 100-continue").message
            )
            _ = await client.text { $0.contains("100 Continue") }
            try gateway.manager.use(.mock(try Self.document("second")))
            client.send("it")
            #expect(await client.text().hasSuffix("second"))
            await client.close()
            let exchange = try #require(gateway.manager.journal.exchanges.first)
            #expect(exchange.call.operation == "second" && exchange.requestBody == Array("it".utf8))
            #expect(gateway.manager.journal.exchanges.count == 1)
        }
    }

    @Test("A method that the new document lacks is refused, in sessions too", arguments: ["", "X-Demo-Session: phone"])
    func methods(session: String) async throws {
        try await withGateway { _, manager in
            try manager.use(.mock(try Self.document("first")))
        } _: { gateway in
            let header = session.isEmpty ? "Accept: */*" : session
            #expect(try await gateway.get("/a", method: "POST", header).hasSuffix("first"))
            try gateway.manager.use(.mock(try Self.document("second", method: "get")))
            #expect(try await gateway.get("/a", method: "POST", header).contains(" 405 "))
            #expect(try await gateway.get("/a", header).hasSuffix("second"))
        }
    }
}
