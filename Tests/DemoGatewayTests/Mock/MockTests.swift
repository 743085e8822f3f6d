import DemoGateway
import DemoManager
import HTTPTypes
import NIOHTTP1
import Testing

@Suite("A document as a mock server")
struct MockTests {
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
                  content:
                    application/json: {example: {id: 1}}
                    application/xml: {example: {thing: {id: 1}}}
                "404": {description: none, content: {application/json: {example: {error: none}}}}
                5XX: {description: broken, content: {text/plain: {example: broken}}}
            delete:
              security: [{key: []}, {token: []}]
              responses: {"204": {description: gone}}
          /things/mine:
            get:
              responses: {"200": {description: ok, content: {text/plain: {example: mine}}}}
          /things:
            post:
              requestBody:
                required: true
                content:
                  application/json:
                    schema: {type: object, required: [name], properties: {name: {type: string}, size: {type: integer}}}
                  application/x-www-form-urlencoded:
                    schema: {type: object, required: [name], properties: {name: {type: string}, size: {type: integer}}}
              responses:
                "201": {description: made, content: {application/json: {example: {id: 2}}}}
          /documented:
            get:
              parameters: [{name: q, in: query, required: true, schema: {type: string}}]
              responses:
                "200": {description: ok}
                "400": {description: bad, content: {application/json: {example: {mine: true}}}}
        components:
          securitySchemes:
            key: {type: apiKey, in: query, name: key}
            token: {type: http, scheme: bearer}
        """

    private func post(_ body: String, type: String) -> String {
        "POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }

    @Test("A body that is sent compressed is checked and answered as what it says")
    func compressed() async throws {
        try await withMock(Self.document) { gateway in
            for (body, status) in [(#"{"name": "a"}"#, "201"), (#"{"size": 1}"#, "422")] {
                let bytes = Array(body.utf8)
                let length = [UInt8(bytes.count), 0]
                // A stored block (RFC 1951 section 3.2.4) of a gzip member.
                let gzip =
                    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + length + length.map { ~$0 } + bytes
                    + [UInt8](repeating: 0, count: 8)
                let head =
                    "POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Content-Encoding: gzip\r\nContent-Length: \(gzip.count)\r\nConnection: close\r\n\r\n"
                let client = try await RawClient(port: gateway.port)
                client.send(Array(head.utf8) + gzip)
                let reply = await client.text()
                #expect(reply.hasPrefix("HTTP/1.1 \(status) "), "\(reply)")
                await client.close()
            }
        }
    }

    @Test("OPTIONS of a path is answered by what the document has there, and told so")
    func options() async throws {
        try await withMock(Self.document) { gateway in
            let reply = try await gateway.get(
                "/things", method: "OPTIONS", "Origin: http://x.test", "Access-Control-Request-Method: POST")
            #expect(reply.hasPrefix("HTTP/1.1 204 ") && reply.contains("Allow: POST, OPTIONS"))
            #expect(try await gateway.logs("what the document has at this path: POST, OPTIONS;"))
            #expect(try await gateway.logs("a page of http://x.test"))
            #expect(!gateway.log.contains("open it live"))
        }
    }

    @Test("Of several paths the one with most said in it answers")
    func concreteness() async throws {
        try await withMock(Self.document) { gateway in
            let reply = try await gateway.get("/things/mine")
            #expect(reply.hasSuffix("\r\n\r\nmine"))
        }
    }

    @Test("A path nobody described is 404, one with other methods 405 with these; OPTIONS names them")
    func routes() async throws {
        try await withMock(Self.document) { gateway in
            let unknown = try await gateway.get("/nothing")
            #expect(unknown.hasPrefix("HTTP/1.1 404 "))
            let other = try await gateway.get("/things/1", method: "PUT")
            #expect(other.hasPrefix("HTTP/1.1 405 ") && other.contains("Allow: GET, DELETE, HEAD, OPTIONS\r\n"))
            let options = try await gateway.get("/things/1", method: "OPTIONS")
            #expect(options.hasPrefix("HTTP/1.1 204 ") && options.contains("Allow: GET, DELETE"))
        }
    }

    @Test("What the document answers waits as long as replies are told to")
    func delays() async throws {
        try await withMock(Self.document) { _, manager in
            manager.delay = Delay(fixed: .milliseconds(50))
        } _: { gateway in
            let time = try await ContinuousClock().measure { _ = try await gateway.get("/things/mine") }
            #expect(time >= .milliseconds(50))
        }
    }

    @Test("HEAD has what GET has, but its body")
    func head() async throws {
        try await withMock(Self.document) { gateway in
            let reply = try await gateway.get("/things/1", method: "HEAD")
            #expect(reply.hasPrefix("HTTP/1.1 200 ") && reply.contains("Content-Length: 8\r\n"))
            #expect(reply.hasSuffix("\r\n\r\n"))
        }
    }

    @Test(
        "The form the client wants most is given, and one there is not is 406",
        arguments: [
            ("application/xml", 200, "<thing><id>1</id></thing>"),
            ("application/json;q=0.5, application/*;q=0.9", 200, "<thing>"),
            ("text/html, */*;q=0.1", 200, "{\"id\":1}"), ("text/html", 406, "application/xml"),
            ("application/json;q=0, application/xml;q=0", 406, "not accept"),
        ])
    func accept(accept: String, status: Int, text: String) async throws {
        try await withMock(Self.document) { gateway in
            let reply = try await gateway.get("/things/1", "Accept: \(accept)")
            #expect(reply.hasPrefix("HTTP/1.1 \(status) ") && reply.contains(text))
        }
    }

    @Test(
        "An error that is asked for is given in the form it has, whatever the client takes",
        arguments: [("Accept: application/json", "broken"), ("Accept: text/html;q=1, */*;q=0", "broken")])
    func acceptedError(accept: String, text: String) async throws {
        try await withMock(Self.document) { gateway in
            let reply = try await gateway.get("/things/1", "Prefer: code=503\r\n\(accept)")
            #expect(reply.hasPrefix("HTTP/1.1 503 ") && reply.hasSuffix("\r\n\r\n\(text)"))
            #expect(reply.contains("Content-Type: text/plain\r\n") && reply.contains("X-Demo-Decision: stubbed\r\n"))
        }
    }

    @Test(
        "What is turned down is refused, and what the gateway knows to answer is not",
        arguments: [
            ("GET", "/things/1", "Accept: text/html", "406", "refused"),
            ("GET", "/things/1", "Prefer: code=418", "404", "refused"),
            ("GET", "/things/1", "Prefer: example=cat", "404", "refused"),
            ("GET", "/things/1", "Prefer: code=404", "404", "stubbed"),
            ("PUT", "/things/1", "X: y", "405", "refused"), ("GET", "/documented", "X: y", "400", "refused"),
            ("OPTIONS", "/things/1", "X: y", "204", "stubbed"), ("OPTIONS", "*", "X: y", "204", "stubbed"),
        ])
    func outcomes(method: String, path: String, header: String, status: String, outcome: String) async throws {
        try await withMock(Self.document) { gateway in
            let reply = try await gateway.get(path, method: method, header)
            #expect(reply.hasPrefix("HTTP/1.1 \(status) ") && reply.contains("X-Demo-Decision: \(outcome)\r\n"))
        }
    }

    @Test(
        "A status can be asked for, by header and by query",
        arguments: [
            ("/things/1", "Prefer: code=404", 404, "none"), ("/things/1?__code=503", "X: y", 503, "broken"),
            ("/things/1", "Prefer: code=418", 404, "no answer with the status 418"),
            ("/things/1?__example=cat", "X: y", 404, "no example"), ("/things/1", "Prefer: dynamic=true", 200, "id"),
        ])
    func preferences(path: String, header: String, status: Int, text: String) async throws {
        try await withMock(Self.document) { gateway in
            let reply = try await gateway.get(path, header)
            #expect(reply.hasPrefix("HTTP/1.1 \(status) ") && reply.contains(text))
        }
    }

    @Test(
        "Parameters are read by their styles and held against their schemas",
        arguments: [
            ("/things/1?fields=a,b&limit=10&deep[n]=1", 200), ("/things/1?fields=a,c", 422),
            ("/things/1?limit=11", 422),
            ("/things/1?limit=x", 422), ("/things/one", 422), ("/things/1?deep[n]=x", 422),
        ])
    func parameters(path: String, status: Int) async throws {
        try await withMock(Self.document) { gateway in
            let reply = try await gateway.get(path)
            #expect(reply.hasPrefix("HTTP/1.1 \(status) "))
        }
    }

    @Test(
        "Bodies are held against their schemas",
        arguments: [
            (#"{"name":"a","size":1}"#, "application/json", 201),
            (#"{"size":1}"#, "application/json; charset=utf-8", 422),
            (#"{"name":"#, "application/json", 400), ("name=a&size=2", "application/x-www-form-urlencoded", 201),
            ("name=a&size=b", "application/x-www-form-urlencoded", 422), ("a", "text/csv", 415),
            ("", "application/json", 422),
        ])
    func bodies(body: String, type: String, status: Int) async throws {
        try await withMock(Self.document) { gateway in
            let reply = try await gateway.exchange(post(body, type: type))
            #expect(reply.hasPrefix("HTTP/1.1 \(status) "))
            #expect(gateway.manager.journal.exchanges.count == 1)
        }
    }

    @Test("Without credentials the answer is 401 with a challenge; any of the ways in will do")
    func credentials() async throws {
        try await withMock(Self.document) { gateway in
            let none = try await gateway.get("/things/1", method: "DELETE")
            #expect(none.hasPrefix("HTTP/1.1 401 ") && none.contains("WWW-Authenticate: Bearer\r\n"))
            let token = try await gateway.get("/things/1", method: "DELETE", "Authorization: Bearer abc")
            #expect(token.hasPrefix("HTTP/1.1 204 ") && !token.contains("Content-Length"))
            let key = try await gateway.get("/things/2?key=k", method: "DELETE")
            #expect(key.hasPrefix("HTTP/1.1 204 "))
        }
    }

    @Test("What the document answers to a bad request is answered, where it does")
    func documentedError() async throws {
        try await withMock(Self.document) { gateway in
            let reply = try await gateway.get("/documented")
            #expect(reply.hasPrefix("HTTP/1.1 400 ") && reply.hasSuffix(#"{"mine":true}"#))
            #expect(reply.contains("X-Demo-Decision: refused"))
        }
    }

    @Test("Requests are not checked where nobody asked for it")
    func unchecked() async throws {
        try await withMock(Self.document) { configuration, _ in
            configuration.validatesRequests = false
        } _: { gateway in
            let reply = try await gateway.get("/things/one")
            #expect(reply.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("A request that goes to the server is not checked: in demo it would be, and the server sees it as it came")
    func live() async throws {
        let upstream = try await TestServer.start()
        try await withMock(Self.document) { configuration, _ in
            configuration.upstream = try UpstreamServer("http://127.0.0.1:\(upstream.port)")
        } _: { gateway in
            let stubbed = try await gateway.get("/things/one")
            #expect(stubbed.hasPrefix("HTTP/1.1 422 "))
            let bypassed = try await gateway.get("/things/one", "X-Demo-Bypass: 1")
            gateway.manager.isEnabled = false
            let live = try await gateway.get("/things/one")
            #expect(bypassed.hasSuffix("live") && live.hasSuffix("live"))
            #expect(upstream.received.map(\.head.uri) == ["/things/one", "/things/one"])
        }
        await upstream.stop()
    }

    @Test("The path of the document's server may be left away")
    func prefix() async throws {
        try await withMock(Self.document, below: "/api/v1") { gateway in
            let with = try await gateway.get("/api/v1/things/mine")
            let without = try await gateway.get("/things/mine")
            #expect(with.hasSuffix("mine") && without.hasSuffix("mine"))
            let other = try await gateway.get("/api/v10/things/mine")
            #expect(other.hasPrefix("HTTP/1.1 404 "))
        }
    }
}
