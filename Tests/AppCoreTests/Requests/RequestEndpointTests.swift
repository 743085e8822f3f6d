import HTTPTypes
import Testing
import WireFormats

@testable import AppCore

@Suite struct RequestEndpointTests {
    private func request(_ path: String, _ parameters: String) throws -> Request {
        let list = try catalog("  \(path): {get: {parameters: [\(parameters)], \(answer("{type: object}"))}}")
        return try #require(list.screens.first?.load)
    }

    @Test(
        "Values are written in the default style, with Swagger 2's tabs, or in the media type",
        arguments: [
            ("{in: query, schema: {type: array, items: {}}}", ["a", "b c"], "/x?p=a&p=b%20c"),
            ("{in: query, schema: {type: object}}", ["k": 1], "/x?k=1"),
            ("{in: query, style: tabDelimited, explode: false, schema: {type: array}}", ["a", "b"], "/x?p=a%09b"),
            ("{in: query, content: {application/json: {schema: {}}}}", ["k": 1], "/x?p=%7B%22k%22%3A1%7D"),
            ("{in: path, schema: {}}", ["a", "b/c"], "/x/a,b%2Fc"),
        ] as [(String, JSONValue, String)])
    func styles(parameter: String, value: JSONValue, expected: String) throws {
        let isPath = parameter.contains("in: path")
        let text = parameter.replacing("{in", with: "{name: p, required: true, in", maxReplacements: 1)
        let request = try request(isPath ? "/x/{p}" : "/x", text)
        let endpoint = try request.endpoint(["p": value])
        let query = endpoint.query.isEmpty ? "" : "?" + QueryItem.encoded(endpoint.query)
        #expect(endpoint.path + query == expected)
    }

    @Test("An error names a required parameter without a value; no path with a gap is sent") func missing() throws {
        let request = try request("/x/{p}", "{name: p, in: path, required: true, schema: {type: string}}")
        let missing = #expect(throws: MissingParameter.self) { try request.endpoint([:]) }
        #expect(missing?.userMessage == "P is needed first.")
        #expect(throws: MissingParameter.self) { try request.endpoint(["p": ""]) }
        #expect(throws: MissingParameter.self) { try request.endpoint(["p": .null]) }
    }

    @Test(
        "A call accepts JSON, else the type that the document names first",
        arguments: [
            ("text/event-stream: {}", "text/event-stream"),
            ("application/jsonl: {}, text/csv: {}", "application/jsonl"),
            ("text/csv: {}, application/json: {}", "application/json"),
            ("Application/Hal+JSON; v=1: {}", "application/hal+json"),
            ("application/*: {}", "application/json"), ("", "application/json"),
        ])
    func accept(content: String, expected: String) async throws {
        let list = try catalog("  /x: {get: {responses: {'200': {description: ok, content: {\(content)}}}}}")
        var endpoint = try #require(list.screens.first?.load).endpoint([:])
        endpoint.requiresData = false
        let transport = StubTransport(answer(200, "{}"))
        var client = try APIClient(transport)
        _ = try await client.send(endpoint, in: .test)
        client.commonHeaders = [.accept: "text/plain"]
        _ = try await client.send(endpoint, in: .test)
        #expect(transport.sent.map(\.request.headerFields[.accept]) == [expected + ", */*;q=0.5", "text/plain"])
    }

    @Test("Filters are sent if they are not empty; a list is typed with commas") func filters() throws {
        let list = try catalog(
            """
              /x: {get: {parameters: [{name: q, in: query, schema: {type: string}}, {name: tags, in: query, schema: {type: array,
                items: {type: string}}}, {name: no, in: query, schema: {type: string}}], \(answer("{type: array, items: {type: object}}"))}}
            """)
        let load = try #require(list.screens.first?.load)
        let endpoint = try load.endpoint([:], filters: ["q": "a", "tags": "b, c", "no": "", "unknown": "x"])
        #expect(endpoint.query == [QueryItem("q", "a"), QueryItem("tags", "b"), QueryItem("tags", "c")])
    }

    @Test("Fixed values, headers and cookies are sent") func others() throws {
        let request = try request(
            "/x",
            """
            {name: v, in: query, required: true, schema: {const: 2}}, {name: X-K, in: header, required: true, schema: {default: k}},
            {name: c, in: cookie, required: true, schema: {enum: ['a b']}}
            """)
        let endpoint = try request.endpoint(request.values(in: Place()))
        #expect(endpoint.query == [QueryItem("v", "2")])
        #expect(endpoint.headers.first { $0.name.rawName == "X-K" }?.value == "k")
        #expect(endpoint.headers[.cookie] == "c=a%20b")
    }

    @Test("A row whose name is a path fills each path parameter from its segment; an id with a slash stays one segment")
    func names() throws {
        let row = "{properties: {name: {type: string}}}"
        let list = "{properties: {things: {type: array, items: \(row)}}}"
        let catalog = try catalog(
            """
              /v1/projects/{project}/things: {get: {\(answer(list))}}
              /v1/projects/{project}/things/{thing}: {get: {\(answer(row))}}
            """)
        let load = try #require(catalog.screens.first { $0.kind == .item }?.load)
        func path(_ name: String, in project: String) throws -> String {
            let context = Place(row: ["name": .string(name)], inherited: ["project": .string(project)])
            return try load.endpoint(load.values(in: context)).path
        }
        #expect(try path("projects/p/things/t", in: "p") == "/v1/projects/p/things/t")
        #expect(try path("projects/p/things/t", in: "-") == "/v1/projects/p/things/t")
        #expect(try path("things/t", in: "p") == "/v1/projects/p/things/t")
        #expect(try path("t", in: "p") == "/v1/projects/p/things/t")
        #expect(try path("a/b", in: "p") == "/v1/projects/p/things/a%2Fb")
    }

    @Test("The rows of users open by their login if the path takes a user name") func userNames() throws {
        let row = "{properties: {id: {type: integer}, login: {type: string}}}"
        let catalog = try catalog(
            """
              /users: {get: {\(answer("{type: array, items: \(row)}"))}}
              /users/{username}: {get: {\(answer(row))}}
            """)
        #expect(
            catalog.screens.first { $0.kind == .item }?.load?.parameters.first?.source
                == .row(JSONPointer(tokens: ["login"])))
    }
}
