import DemoManager
import HTTPTypes
import Testing
import WireFormats

@Suite("Lists whose replies lead to the next page")
struct PageLinkTests {
    private static let document = """
        paths:
          /items:
            get:
              parameters: [{name: page, in: query, schema: {type: integer}}, {name: page_size, in: query, schema: {type: integer, default: 20}}]
              responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {next: {type: string, format: uri, nullable: true}, previous: {type: string, format: uri, nullable: true}, results: {type: array, items: &row {type: object, properties: {id: {type: integer}}}}}}}}}}
            post:
              requestBody: {content: {application/json: {schema: *row}}}
              responses: {'201': {description: made, content: {application/json: {schema: *row}}}}
          /repos:
            get:
              parameters: [{name: page, in: query, schema: {type: integer, default: 1}}, {name: per_page, in: query, schema: {type: integer, default: 30}}]
              responses: {'200': {description: ok, headers: {link: {example: '<https://x.test/repos?page=2>; rel="next"', schema: {type: string}}}, content: {application/json: {schema: {type: array, items: *row}}}}}
          /orders:
            get:
              parameters: [{name: page, in: query, schema: {type: integer, default: 0}}, {name: size, in: query, schema: {type: integer}}]
              responses: {'200': {description: ok, content: {application/hal+json: {schema: {type: object, properties: {_embedded: {type: object, properties: {orders: {type: array, items: *row}}}, links: {type: object, properties: {next: {type: object, properties: {href: {type: string}}}}}}}}}}}
          /plain:
            get:
              parameters: [{name: page, in: query, schema: {type: integer}}, {name: limit, in: query, schema: {type: integer}}]
              responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: *row}}}}}
          /plain/{id}:
            get:
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses: {'200': {description: ok, content: {application/json: {schema: *row}}}}
          /far:
            get:
              parameters: [{name: offset, in: query, schema: {type: integer}}, {name: limit, in: query, schema: {type: integer}}]
              responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {page: {type: integer}, data: {type: array, items: *row}}}}}}}
          /trips:
            get:
              parameters: [{name: pageToken, in: query, schema: {type: string}}]
              responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {nextPageToken: {type: string}, trips: {type: array, items: *row}}}}}}}
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

    @Test("A plus in a filter stays one on the next page")
    func plus() throws {
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

    @Test("A page is a page, also where the reply has the next one's address; what was added stands on the first")
    func addresses() throws {
        let (first, third) = (try reply(.get, "/items?page=1&page_size=10").body, try reply(.get, "/items?page=3").body)
        #expect(ids(first["results"]) == Array(1...10) && ids(third["results"]).first == 41)
        #expect(first["next"]?.stringValue?.hasSuffix("/items?page_size=10&page=2") == true, "\(first.text())")
        #expect(third["next"] == .null && third["previous"]?.stringValue?.hasSuffix("/items?page=2") == true)
        #expect(first["previous"] == .null)
        let made = try reply(.post, "/items").body["id"]?.intValue
        #expect(ids(try reply(.get, "/items?page=1").body["results"]).first == made)
        #expect(!ids(try reply(.get, "/items?page=2").body["results"]).contains(made ?? 0))
    }

    @Test("A Link header sets the parameter the list has, and ends with the list, whatever its example says")
    func header() throws {
        let (first, last) = (try reply(.get, "/repos?per_page=50"), try reply(.get, "/repos?per_page=50&page=2"))
        #expect(first.link?.contains("/repos?per_page=50&page=2>; rel=\"next\"") == true, "\(first.link ?? "")")
        #expect(ids(last.body) == Array(51...57) && last.link == nil)
    }

    @Test("On the last page, what may not be null is left out, with the object around a link")
    func ends() throws {
        let first = try reply(.get, "/orders?size=50").body
        #expect(first["links"]?["next"]?["href"]?.stringValue?.hasSuffix("/orders?size=50&page=1") == true)
        let last = try reply(.get, "/orders?size=50&page=1").body
        #expect(last["links"] == [:] && ids(last["_embedded"]?["orders"]).first == 51, "\(last.text())")
        let trips = try reply(.get, "/trips?pageToken=40").body
        #expect(trips["nextPageToken"] == nil && ids(trips["trips"]).last == 57)
    }

    @Test(
        "Numbers at both ends of what numbers there are get an answer",
        arguments: [
            "/plain?page=-9223372036854775808", "/plain?page=9223372036854775807&limit=1",
            "/plain/-9223372036854775808",
            "/plain/9223372036854775807", "/far?offset=9223372036854775807&limit=1", "/far?offset=-9223372036854775808",
            "/items?page=9223372036854775807&page_size=1", "/items?page=-9223372036854775808",
            "/orders?page=9223372036854775807", "/repos?page=-9223372036854775808",
            "/trips?pageToken=9223372036854775807",
        ])
    func ends(path: String) throws {
        let body = try reply(.get, path).body
        #expect(body != .null)
    }
}
