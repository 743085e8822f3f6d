import DemoGateway
import DemoManager
import LoopbackPorts
import NIOHTTP1
import Testing

@Suite("A document as a mock server") struct MockTests {
    static let document = """
        openapi: 3.0.3
        info: {title: Things, version: "1"}
        paths:
          /things/{id}:
            get:
              parameters:
                - {name: id, in: path, required: true, schema: {type: integer}}
                - {name: fields, in: query, schema: {type: array, items: {enum: [a, b]}}, explode: false}
                - {name: deep, in: query, style: deepObject, explode: true, schema: {type: object, properties: {n: {type: integer}}}}
                - {name: limit, in: query, schema: {type: integer, maximum: 10}}
              responses:
                "200":
                  description: ok
                  content: {application/json: {example: {id: 1}}, application/xml: {example: {thing: {id: 1}}}}
                "404": {description: none, content: {application/json: {example: {error: none}}}}
                5XX: {description: broken, content: {text/plain: {example: broken}}}
            delete: {security: [{key: []}, {token: []}], responses: {"204": {description: gone}}}
          /things/mine: {get: {responses: {"200": {description: ok, content: {text/plain: {example: mine}}}}}}
          /things:
            post:
              requestBody:
                required: true
                content:
                  application/json:
                    schema: &thing {type: object, required: [name], properties: {name: {type: string}, size: {type: integer}}}
                  application/x-www-form-urlencoded:
                    schema: *thing
              responses: {"201": {description: made, content: {application/json: {example: {id: 2}}}}}
          /listed:
            post:
              requestBody:
                required: true
                content:
                  application/json:
                    schema: *thing
              responses:
                "201": {description: made}
                "422":
                  description: invalid
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [errors]
                        properties:
                          errors:
                            type: array
                            items:
                              {type: object, required: [field, message], properties: {field: {type: string}, message: {type: string}}}
          /pointed:
            post:
              parameters: [{name: n, in: query, schema: {type: integer}}]
              requestBody: {content: {application/json: {schema: {properties: {size: {type: integer}}}}}}
              responses:
                "204": {description: ok}
                "422":
                  description: bad
                  content:
                    application/vnd.api+json:
                      schema:
                        type: object
                        required: [errors]
                        properties:
                          errors:
                            type: array
                            items:
                              type: object
                              required: [source]
                              properties:
                                {detail: {type: string}, source: {properties: {pointer: {type: string}, parameter: {type: string}}}}
          /documented:
            get:
              parameters: [{name: q, in: query, required: true, schema: {type: string}}]
              responses:
                "200": {description: ok}
                "400": {description: bad, content: {application/json: {example: {mine: true}}}}
        components: {securitySchemes: {key: {type: apiKey, in: query, name: key}, token: {type: http, scheme: bearer}}}
        """

    static let exchanges: [MockExchange] = [
        // The most concrete path answers; unknown paths and methods are refused.
        MockExchange("GET /things/mine", ends: "\r\n\r\nmine"), MockExchange("GET /nothing", status: 404),
        MockExchange("PUT /things/1", status: 405, says: "Allow: GET, DELETE, HEAD, OPTIONS\r\n", refused),
        MockExchange("OPTIONS /things/1", status: 204, says: "Allow: GET, DELETE", stubbed),
        MockExchange("HEAD /things/1", says: "Content-Length: 8\r\n", ends: "\r\n\r\n"),
        // An error with entries for fields names those of the request.
        MockExchange(
            "POST /listed", "Content-Type: application/json", body: #"{"size": "big"}"#, status: 422,
            says: #"{"field":"name","message":"\"name\" is required"}"#, #""field":"size""#),
        MockExchange(
            "POST /pointed?n=x", "Content-Type: application/json", body: #"{"size": "big"}"#, status: 422,
            says: #""source":{"pointer":"/size"}"#, #""source":{"parameter":"n"}"#),
        // The media type that the client prefers.
        MockExchange("GET /things/1", "Accept: application/xml", says: "<thing><id>1</id></thing>"),
        MockExchange("GET /things/1", "Accept: application/json;q=0.5, application/*;q=0.9", says: "<thing>"),
        MockExchange("GET /things/1", "Accept: text/html, */*;q=0.1", says: "{\"id\":1}"),
        MockExchange("GET /things/1", "Accept: text/html", status: 406, says: "application/xml", refused),
        MockExchange(
            "GET /things/1", "Accept: application/json;q=0, application/xml;q=0", status: 406, says: "not accept"),
        // A requested error has the type it has.
        MockExchange(
            "GET /things/1", "Prefer: code=503", "Accept: application/json", status: 503,
            says: "Content-Type: text/plain\r\n", "X-Demo-Decision: stubbed\r\n", ends: "\r\n\r\nbroken"),
        MockExchange(
            "GET /things/1", "Prefer: code=503", "Accept: text/html;q=1, */*;q=0", status: 503,
            says: "Content-Type: text/plain\r\n", "X-Demo-Decision: stubbed\r\n", ends: "\r\n\r\nbroken"),
        // The decision of what is turned down.
        MockExchange("GET /things/1", "Prefer: code=418", status: 404, says: refused, "no answer with the status 418"),
        MockExchange("GET /things/1", "Prefer: example=cat", status: 404, says: refused),
        MockExchange("GET /things/1", "Prefer: code=404", status: 404, says: stubbed, "none"),
        MockExchange("GET /documented", status: 400, says: refused, ends: #"{"mine":true}"#),
        // A status or an example is requested by header or query.
        MockExchange("GET /things/1?__code=503", status: 503, says: "broken"),
        MockExchange("GET /things/1?__example=cat", status: 404, says: "no example"),
        MockExchange("GET /things/1", "Prefer: dynamic=true", says: "id"),
        // Parameters are read by their styles and checked.
        MockExchange("GET /things/1?fields=a,b&limit=10&deep[n]=1"),
        MockExchange("GET /things/1?fields=a,c", status: 422), MockExchange("GET /things/1?limit=11", status: 422),
        MockExchange("GET /things/1?limit=x", status: 422), MockExchange("GET /things/one", status: 422),
        MockExchange("GET /things/1?deep[n]=x", status: 422),
        // Bodies are checked.
        post(#"{"name":"a","size":1}"#, status: 201), post(#"{"size":1}"#, "; charset=utf-8", status: 422),
        post(#"{"name":"#, status: 400), post("", status: 422),
        MockExchange("POST /things", form, body: "name=a&size=2", status: 201),
        MockExchange("POST /things", form, body: "name=a&size=b", status: 422),
        MockExchange("POST /things", "Content-Type: text/csv", body: "a", status: 415),
        // Any of the declared credentials is enough.
        MockExchange("DELETE /things/1", status: 401, says: "WWW-Authenticate: Bearer\r\n"),
        MockExchange("DELETE /things/1", "Authorization: Bearer abc", status: 204, lacks: ["Content-Length"]),
        MockExchange("DELETE /things/2?key=k", status: 204),
    ]
    private static let refused = "X-Demo-Decision: refused\r\n"
    private static let stubbed = "X-Demo-Decision: stubbed\r\n"
    private static let form = "Content-Type: application/x-www-form-urlencoded"
    private static func post(_ body: String, _ rest: String = "", status: Int) -> MockExchange {
        MockExchange("POST /things", "Content-Type: application/json\(rest)", body: body, status: status)
    }

    @Test("Each request gets its reply and one entry in the journal", arguments: exchanges)
    func replies(_ exchange: MockExchange) async throws {
        try await withMock(Self.document) { gateway in
            try await gateway.expect(exchange)
            #expect(gateway.manager.journal.exchanges.count == 1)
        }
    }

    @Test("A compressed body is validated like any other") func compressed() async throws {
        try await withMock(Self.document) { gateway in
            for (body, status) in [(#"{"name": "a"}"#, "201"), (#"{"size": 1}"#, "422")] {
                let gzip = Array(body.utf8).gzip
                let head = MockExchange(
                    "POST /things", "Content-Type: application/json", "Content-Encoding: gzip",
                    "Content-Length: \(gzip.count)")
                let reply = try await gateway.exchange(Array(head.message.utf8) + gzip)
                #expect(reply.hasPrefix("HTTP/1.1 \(status) "), "\(reply)")
            }
        }
    }

    @Test("The log explains a response to OPTIONS with the document's methods") func options() async throws {
        try await withMock(Self.document) { gateway in
            try await gateway.expect(
                MockExchange(
                    "OPTIONS /things", "Origin: http://x.test", "Access-Control-Request-Method: POST", status: 204,
                    says: "Allow: POST, OPTIONS"),
                MockExchange("OPTIONS *", status: 204, says: Self.stubbed))
            #expect(try await gateway.logs("what the document has at this path: POST, OPTIONS;"))
            #expect(try await gateway.logs("a page of http://x.test"))
            #expect(!gateway.log.contains("open it live"))
        }
    }

    @Test("Replies of the document have the common delay") func delays() async throws {
        try await withMock(Self.document) { _, manager in
            manager.delay = Delay(fixed: .milliseconds(50))
        } _: { gateway in
            let time = try await ContinuousClock().measure { _ = try await gateway.get("/things/mine") }
            #expect(time >= .milliseconds(50))
        }
    }

    @Test("Requests are not validated if validation is off") func unchecked() async throws {
        try await withMock(Self.document) { configuration, _ in
            configuration.validatesRequests = false
        } _: {
            try await $0.expect(MockExchange("GET /things/one"))
        }
    }

    @Test("A passed request is not validated, and the server gets it unchanged") func live() async throws {
        let upstream = try await LoopbackServer.start()
        try await withMock(Self.document) { configuration, _ in
            configuration.upstream = try UpstreamServer("http://127.0.0.1:\(upstream.port)")
        } _: { gateway in
            try await gateway.expect(
                MockExchange("GET /things/one", status: 422),
                MockExchange("GET /things/one", "X-Demo-Bypass: 1", ends: "live"))
            gateway.manager.isEnabled = false
            try await gateway.expect(MockExchange("GET /things/one", ends: "live"))
            #expect(upstream.requests.map(\.head.uri) == ["/things/one", "/things/one"])
        }
        await upstream.stop()
    }
}
