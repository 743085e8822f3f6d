import DemoManager
import TestSupport
import Testing

@Suite("Lists with a link to the next page") struct PageLinkTests {
    private static let document = """
        GET /items?page:integer&page_size:integer=20 -> {next: uri nullable, previous: uri nullable, \
        results: [{id: integer}]}
        POST /items {id: integer} -> 201 {id: integer}
        GET /repos?page:integer=1&per_page:integer=30 ; responses: {'200': {description: ok, headers: {link: {example: \
        '<https://x.test/repos?page=2>; rel="next"', schema: {type: string}}}, \
        content: {application/json: {schema: {type: array, items: {type: object, properties: {id: {type: integer}}}}}}}}
        GET /orders?page:integer=0&size:integer -> \
        application/hal+json {_embedded: {orders: [{id: integer}]}, links: {next: {href: string}}}
        GET /plain?page:integer&limit:integer -> [{id: integer}]
        GET /plain/{id:integer} -> {id: integer}
        GET /far?offset:integer&limit:integer -> {page: integer, data: [{id: integer}]}
        GET /trips?pageToken -> {nextPageToken: string, trips: [{id: integer}]}
        """
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    private func reply(
        _ method: HTTPRequest.Method, _ path: String, at host: String = "x.test"
    ) throws -> (body: JSONValue, link: String?) {
        let reply = try #require(api.reply(method, path, method == .get ? nil : [:], at: host))
        return (try reply.json(), HTTPField.Name("Link").flatMap { reply.headers[$0] })
    }

    private func ids(_ rows: JSONValue?) -> [Int] { rows?.arrayValue?.compactMap { $0["id"]?.intValue } ?? [] }

    @Test("A plus in a filter stays a plus in the next page's URL") func plus() throws {
        let next = try reply(.get, "/items?tag=a%2Bb&mark=c+d").body["next"]?.stringValue
        #expect(next?.contains("tag=a%2Bb&mark=c%20d&page=2") == true, "\(next ?? "")")
    }

    @Test("The next page is at the host that the request called, however often the page was read before")
    func hosts() throws {
        for host in ["x.test", "y.test", "x.test"] {
            let items = try reply(.get, "/items", at: host).body["next"]?.stringValue
            #expect(items?.hasPrefix("http://\(host)/items") == true, "\(items ?? "")")
            let repos = try reply(.get, "/repos", at: host).link
            #expect(repos?.hasPrefix("<http://\(host)/repos") == true, "\(repos ?? "")")
        }
    }

    @Test("A reply with the next page's URL is still a page; added rows are on the first one") func addresses() throws {
        let (first, third) = (try reply(.get, "/items?page=1&page_size=10").body, try reply(.get, "/items?page=3").body)
        #expect(ids(first["results"]) == Array(1...10) && ids(third["results"]).first == 41)
        #expect(first["next"]?.stringValue?.hasSuffix("/items?page_size=10&page=2") == true, "\(first.text())")
        #expect(third["next"] == .null && third["previous"]?.stringValue?.hasSuffix("/items?page=2") == true)
        #expect(first["previous"] == .null)
        let made = try reply(.post, "/items").body["id"]?.intValue
        #expect(ids(try reply(.get, "/items?page=1").body["results"]).first == made)
        #expect(!ids(try reply(.get, "/items?page=2").body["results"]).contains(made ?? 0))
    }

    @Test("A Link header sets the list's own parameter, and ends with the list, whatever its example is")
    func header() throws {
        let (first, last) = (try reply(.get, "/repos?per_page=50"), try reply(.get, "/repos?per_page=50&page=2"))
        #expect(first.link?.contains("/repos?per_page=50&page=2>; rel=\"next\"") == true, "\(first.link ?? "")")
        #expect(ids(last.body) == Array(51...57) && last.link == nil)
    }

    @Test("On the last page, links and cursors that are not nullable are left out") func ends() throws {
        let first = try reply(.get, "/orders?size=50").body
        #expect(first["links"]?["next"]?["href"]?.stringValue?.hasSuffix("/orders?size=50&page=1") == true)
        let last = try reply(.get, "/orders?size=50&page=1").body
        #expect(last["links"] == [:] && ids(last["_embedded"]?["orders"]).first == 51, "\(last.text())")
        let trips = try reply(.get, "/trips?pageToken=40").body
        #expect(trips["nextPageToken"] == nil && ids(trips["trips"]).last == 57)
    }

    @Test(
        "The smallest and the largest integers get an answer",
        arguments: [
            "/plain?page=-9223372036854775808", "/plain?page=9223372036854775807&limit=1",
            "/plain/-9223372036854775808", "/plain/9223372036854775807", "/far?offset=9223372036854775807&limit=1",
            "/far?offset=-9223372036854775808", "/items?page=9223372036854775807&page_size=1",
            "/items?page=-9223372036854775808", "/orders?page=9223372036854775807", "/repos?page=-9223372036854775808",
            "/trips?pageToken=9223372036854775807",
        ])
    func ends(path: String) throws {
        let body = try reply(.get, path).body
        #expect(body != .null)
    }
}

/// Lists that say in an object of its own what the next page is.
@Suite struct NextPageObjectTests {
    @Test(
        "A cursor in an object about the next page reaches every row, and the last page has none",
        arguments: [", nullable: true", ""])
    func object(nullable: String) throws {
        let api = try DemoAPI(
            [
                "/tasks: {get: {parameters: [{name: limit, in: query, schema: {type: integer}}, {name: offset, in: query, schema: {type: string}, example: eyJ0}], responses: {'200': {content: {application/json: {schema: {type: object, properties: {data: {type: array, items: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}}, next_page: {type: object\(nullable), properties: {offset: {type: string, example: eyJ0}, path: {type: string, example: '/t?offset=eyJ0'}, uri: {type: string, format: uri, example: 'https://a.example/t?offset=eyJ0'}}}}}}}}}}}"
            ])
        var (path, ids, pages): (String, [JSONValue?], Int) = ("/tasks?limit=20", [], 0)
        while pages < 9 {
            let page = try api.send(.get, path)
            ids += page["data"]?.arrayValue?.map { $0["id"] } ?? []
            pages += 1
            guard let next = page["next_page"], let offset = next["offset"]?.stringValue else { break }
            #expect(next["path"] == .string("/tasks?limit=20&offset=\(offset)"))
            #expect(next["uri"] == .string("http://x/tasks?limit=20&offset=\(offset)"))
            path = "/tasks?limit=20&offset=\(offset)"
        }
        #expect(pages == 3 && ids.count == 57 && Set(ids).count == 57)
    }
}

/// Lists whose ids leave room for a few rows only.
@Suite struct DistinctRowsTests {
    @Test(
        "A list has no more rows than there are ids, and pages end there",
        arguments: [
            ("{type: integer, minimum: 1, maximum: 5}", 5), ("{type: integer, maximum: 24, multipleOf: 3}", 8),
            ("{type: integer, minimum: 10, exclusiveMaximum: 12}", 2), ("{type: string, enum: [low, normal, high]}", 3),
            ("{type: integer, maximum: 900}", 57), ("{type: string}", 57),
        ])
    func rows(id: String, count: Int) throws {
        let api = try DemoAPI("GET /slots?page:integer&limit:integer=4 -> {data: [{id!: \(id)}], total: integer}")
        var ids: [JSONValue] = []
        for page in 1...20 {
            let body = try api.send(.get, "/slots?page=\(page)")
            #expect(body["total"]?.intValue == count)
            ids += body["data"]?.arrayValue?.compactMap { $0["id"] } ?? []
        }
        #expect(ids.count == count && Set(ids).count == count)
    }
}

/// Links that an author wrote into examples: to the next page, and from an item to itself.
@Suite struct WrittenLinksTests {
    private static let document = openAPI(
        server: "https://api.example.com",
        """
        GET /stations -> {data: [{id: string}], links: {next: uri, prev: uri}} example={data: [{id: berlin}, \
        {id: paris}], \
        links: {next: 'https://api.example.com/stations?page=3', prev: 'https://api.example.com/stations?page=1'}}
        GET /bookings -> [Booking]
        GET /bookings/{id:uuid} -> Booking
        GET /tickets/{id} -> {id: string} \
        example={id: a1, links: {self: {href: 'https://api.example.com/tickets/zz'}, trip: '/trips/zz'}}
        Booking = {id: uuid, \
        links: {self: uri example='https://api.example.com/bookings/1725ff48-ab45-4bb5-9d02-88745177dedb'}}
        """)
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    private func send(_ path: String) throws -> JSONValue { try api.send(.get, path) }

    @Test(
        "An example is the first page, whatever its links are; later pages are empty",
        arguments: [("", 2), ("?page=1", 2), ("?page=2", 0), ("?page=3", 0), ("?page=4", 0), ("?page=x", 0)])
    func pages(query: String, count: Int) throws {
        let body = try send("/stations\(query)")
        #expect(body["data"]?.arrayValue?.count == count)
        #expect((body["links"]?["next"] != nil) == (count > 0))
        #expect(body["links"]?["prev"]?.stringValue?.hasSuffix("/stations?page=1") == true, "\(body)")
    }

    @Test("A generated item, and its row in the list, links to itself, not to the item of the schema's example")
    func generated() throws {
        let first = try #require(try send("/bookings").arrayValue?.first)
        let id = try #require(first["id"]?.stringValue)
        #expect(first["links"]?["self"] == .string("https://api.example.com/bookings/\(id)"))
        #expect(try send("/bookings/\(id)") == first)
    }

    @Test("An example links to itself by the path's id; links to other items stay") func example() throws {
        let links = try send("/tickets/b2")["links"]
        #expect(links?["self"]?["href"] == "https://api.example.com/tickets/b2" && links?["trip"] == "/trips/zz")
        #expect(try send("/tickets/a1")["links"]?["self"]?["href"] == "https://api.example.com/tickets/a1")
    }

    @Test("A malformed id in the path is noted with the reply, which has a valid id") func malformed() throws {
        let gateway = try DemoAPI(Self.document, negotiates: true)
        let reply = try #require(gateway.reply(.get, "/bookings/seven"))
        #expect(reply.note == "The path's id is malformed; the reply shows another one.")
        guard case .stub(let kept, _)? = gateway.manager.journal.exchanges.last?.action else { throw NoReply() }
        #expect(kept.note == reply.note)
        #expect(try reply.json()["id"]?.stringValue?.count == 36)
    }

    private struct NoReply: Error {}
}
