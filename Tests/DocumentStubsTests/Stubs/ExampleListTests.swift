import DemoManager
import Foundation
import Testing

@Suite("Lists from a document's example") struct ExampleListTests {
    private static let server = "https://api.example.com/v1"
    private static let rows = (1...5).map { "{id: \($0), kind: \($0 < 3 ? "talk" : "show")}" }.joined(separator: ", ")

    private static var document: String {
        func path(_ path: String, _ parameters: [String], _ schema: String, _ example: String, _ headers: String = "")
            -> String
        {
            let query = (parameters + ["limit"]).map { name in
                "{name: \(name), in: query, schema: {type: \(name == "cursor" ? "string" : "integer")}}"
            }
            return """
                \(path):
                    get:
                      parameters: [\((query + ["{name: kind, in: query, schema: {type: string}}"]).joined(separator: ", "))]
                      responses: {'200': {description: ok, \(headers)content: {application/json: {schema: \(schema), example: \(example)}}}}
                    post:
                      requestBody: {content: {application/json: {schema: *row}}}
                      responses: {'201': {description: made, content: {application/json: {schema: *row}}}}
                """
        }
        let items = "{type: array, items: *row}"
        return """
            openapi: 3.1.0
            info: {title: Pages, version: '1'}
            servers: [{url: '\(server)'}]
            components: {schemas: {Row: &row {type: object, properties: {id: {type: integer}, kind: {type: string, enum: [talk, show]}}}}}
            paths:
              \(path("/cursors", ["cursor"], "{type: object, properties: {next_cursor: {type: [string, 'null']}, has_more: {type: boolean}, data: \(items)}}", "{next_cursor: abc, has_more: true, data: [\(rows)]}"))
              \(path("/addresses", ["page"], "{type: object, properties: {total: {type: integer}, next: {type: [string, 'null'], format: uri}, results: \(items)}}", "{total: 5, next: '\(server)/addresses?page=2', results: [\(rows)]}"))
              \(path("/links", ["offset"], "{type: object, properties: {meta: {type: object}, links: {type: object, properties: {self: {type: string}, next: {type: string}}}, data: \(items)}}", "{meta: {total: 5, limit: 20, offset: 0}, links: {self: '/v1/links', last: '\(server)/links?offset=40', next: '/v1/links?offset=20', help: 'https://example.com/help'}, data: [\(rows)]}"))
              \(path("/headers", ["page"], items, "[\(rows)]", "headers: {X-Total-Count: {schema: {type: integer}, example: 5}, Link: {schema: {type: string}, example: '<\(server)/headers?page=2>; rel=\"next\", <\(server)/headers?page=9>; rel=\"last\"'}}, "))
              \(path("/ids", ["after"], items, "[\(rows)]"))
            """
    }

    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document, below: "/v1") }

    private func stubbed(_ path: String, sending body: JSONValue? = nil) -> StubReply? {
        api.reply(body == nil ? .get : .post, path, body, at: "demo.test:9000")
    }

    private func reply(_ path: String, sending body: JSONValue? = nil) throws -> (body: JSONValue, link: String?) {
        let reply = try #require(stubbed(path, sending: body))
        return (try reply.json(), HTTPField.Name("Link").flatMap { reply.headers[$0] })
    }

    @Test("A header with the number of rows counts the filtered rows, and each added row once") func totals() throws {
        let name = try #require(HTTPField.Name("X-Total-Count"))
        #expect(stubbed("/v1/headers")?.headers[name] == "5" && stubbed("/v1/headers?kind=talk")?.headers[name] == "2")
        _ = try reply("/v1/headers", sending: ["kind": "talk"])
        #expect(stubbed("/v1/headers")?.headers[name] == "6" && stubbed("/v1/headers?kind=talk")?.headers[name] == "3")
    }

    private func ids(_ body: JSONValue) -> [Int] {
        let rows = body.arrayValue ?? body["data"]?.arrayValue ?? body["results"]?.arrayValue
        return rows?.compactMap { $0["id"]?.intValue } ?? []
    }

    /// The path of the page behind one, as a client finds it.
    private func next(behind reply: (body: JSONValue, link: String?), _ path: String) throws -> String? {
        if let link = reply.link { return try led(String(link.dropFirst().prefix { $0 != ">" })) }
        if path.contains("/ids") { return ids(reply.body).last.map { "/v1/ids?limit=2&after=\($0)" } }
        if let cursor = reply.body["next_cursor"]?.stringValue { return "/v1/cursors?limit=2&cursor=\(cursor)" }
        return try (reply.body["next"]?.stringValue ?? reply.body["links"]?["next"]?.stringValue).map(led)
    }

    /// The path of an address, which must not lead away.
    private func led(_ address: String) throws -> String {
        let url = try #require(URL(string: address))
        #expect(url.host == nil || url.host == "demo.test" && url.port == 9000, "\(address)")
        return url.path + (url.query.map { "?\($0)" } ?? "")
    }

    private static let lists = ["/v1/cursors", "/v1/addresses", "/v1/links", "/v1/headers", "/v1/ids"]

    @Test("Pages with the requested size refer to one another through all rows, and end", arguments: lists)
    func cut(list: String) throws {
        var path: String? = "\(list)?limit=2"
        var seen: [[Int]] = []
        while let here = path, seen.count < 6 {
            let page = try reply(here)
            if !ids(page.body).isEmpty { seen.append(ids(page.body)) }
            path = try next(behind: page, here)
        }
        #expect(seen == [[1, 2], [3, 4], [5]] && path == nil)
    }

    @Test("Paging members next to the rows have the page's real values") func said() throws {
        let (first, last) = (try reply("/v1/cursors?limit=4").body, try reply("/v1/cursors?limit=4&cursor=4").body)
        #expect(first["has_more"] == true && last["has_more"] == false && last["next_cursor"] == .null)
        #expect(try reply("/v1/addresses?limit=2").body["total"] == 5)
        let meta = try reply("/v1/links?limit=2&offset=2").body["meta"]
        #expect(meta == ["total": 5, "limit": 2, "offset": 2])
    }

    @Test("The URLs of an unpaged example name the called server, and its next page is empty") func written() throws {
        #expect(try reply("/v1/cursors").body["next_cursor"] == "abc")
        #expect(ids(try reply("/v1/cursors?cursor=abc").body) == [])
        #expect(try reply("/v1/addresses").body["next"] == "http://demo.test:9000/v1/addresses?page=2")
        #expect(try reply("/v1/addresses?page=2").body == ["total": 5, "next": .null, "results": []])
        #expect(
            try reply("/v1/links").body["links"] == [
                "self": "/v1/links", "last": "http://demo.test:9000/v1/links?offset=40", "next": "/v1/links?offset=20",
                "help": "https://example.com/help",
            ])
        #expect(
            try reply("/v1/headers").link == "<http://demo.test:9000/v1/headers?page=2>; rel=\"next\", "
                + "<http://demo.test:9000/v1/headers?page=9>; rel=\"last\"")
        #expect(try reply("/v1/headers?page=2") == ([], nil))
    }

    @Test("Added rows are paged and filtered like the example's rows", arguments: lists)
    func added(list: String) throws {
        let made = try #require(try reply(list, sending: ["kind": "talk"]).body["id"]?.intValue)
        #expect(ids(try reply(list).body) == [made, 1, 2, 3, 4, 5])
        #expect(ids(try reply("\(list)?limit=2").body) == [made, 1])
        #expect(ids(try reply("\(list)?kind=talk").body) == [made, 1, 2])
        #expect(ids(try reply("\(list)?kind=show&limit=2").body) == [3, 4])
        if list == "/v1/addresses" { #expect(try reply(list).body["total"] == 6) }
    }
}

/// Queries to a list whose rows are an example of the document.
@Suite struct FilteredExampleTests {
    private static let document = """
        GET /events -> {total: integer, events: [Event]} examples={all: {value: {total: 3, events: [\
        {id: 1, name: Ballet, kind: show, dates: ['2023-12-15', '2023-12-22']}, \
        {id: 2, name: Clay, kind: talk, dates: ['2023-10-29']}, \
        {id: 3, name: Bones, kind: talk, dates: ['2023-11-18', '2023-11-25']}]}}} ; parameters: [\
        {name: startDate, in: query, schema: {type: string, format: date}}, \
        {name: endDate, in: query, schema: {type: string, format: date}}, \
        {name: kind, in: query, schema: {type: string, enum: [talk, show], default: talk}}, \
        {name: id, in: query, required: true, schema: {type: integer}}, {name: room, in: query, \
        schema: {type: string}}, {name: name, in: query, schema: {type: string}, examples: {all: {value: Anything}}}]
        Event = {id: integer, name: string, kind: talk|show, room: string, dates: [date]}
        """
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    private func shown(_ query: String) throws -> (ids: [Int?], total: Int?) {
        let body = try api.send(.get, "/events\(query)")
        return ((body["events"]?.arrayValue ?? []).map { $0["id"]?.intValue }, body["total"]?.intValue)
    }

    @Test(
        "The example's rows are filtered like those of any list, and its count follows",
        arguments: [
            ("", [1, 2, 3]), ("?kind=talk", [2, 3]), ("?kind=show", [1]), ("?name=bo", [3]), ("?name=nothing", []),
            ("?id=2", [2]), ("?id=7", []),
        ])
    func members(query: String, ids: [Int]) throws {
        let shown = try shown(query)
        #expect(shown.ids == ids && shown.total == ids.count)
    }

    @Test("Defaults, the example's own query and values without a matching row do not filter")
    func unconcerned() throws {
        for query in ["", "?name=Anything", "?room=7", "?other=1"] {
            #expect(try shown(query).ids == [1, 2, 3], "\(query)")
        }
    }

    @Test(
        "A first and a last day filter by the rows' only date; a period without events has no rows",
        arguments: [
            ("?startDate=2023-11-01", [1, 3]), ("?endDate=2023-11-18", [2, 3]),
            ("?startDate=2023-11-20&endDate=2023-11-30", [3]), ("?startDate=2026-01-01", []),
            ("?startDate=nonsense", [1, 2, 3]),
        ])
    func days(query: String, ids: [Int]) throws { #expect(try shown(query).ids == ids) }
}
