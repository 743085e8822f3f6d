import DemoManager
import Testing
import WireFormats

/// Links that an author wrote into examples: to the next page, and from an item to itself.
@Suite struct WrittenLinksTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Trains, version: '1'}
        servers: [{url: 'https://api.example.com'}]
        paths:
          /stations:
            get:
              responses:
                '200':
                  description: ok
                  content:
                    application/json:
                      schema: {type: object, properties: {data: {type: array, items: {type: object, properties: {id: {type: string}}}}, links: {type: object, properties: {next: {type: string, format: uri}, prev: {type: string, format: uri}}}}}
                      example: {data: [{id: berlin}, {id: paris}], links: {next: 'https://api.example.com/stations?page=3', prev: 'https://api.example.com/stations?page=1'}}
          /bookings: {get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Booking'}}}}}}}}
          /bookings/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: string, format: uuid}}]
            get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Booking'}}}}}}
          /tickets/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: string}}]
            get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}, example: {id: a1, links: {self: {href: 'https://api.example.com/tickets/zz'}, trip: '/trips/zz'}}}}}}}
        components:
          schemas:
            Booking:
              type: object
              properties:
                id: {type: string, format: uuid}
                links: {type: object, properties: {self: {type: string, format: uri, example: 'https://api.example.com/bookings/1725ff48-ab45-4bb5-9d02-88745177dedb'}}}
        """
    private let api: DemoAPI

    init() throws { api = try DemoAPI(Self.document) }

    private func send(_ path: String) throws -> JSONValue { try api.send(.get, path) }

    @Test(
        "An example is the first page, whatever its links say; later pages are empty",
        arguments: [("", 2), ("?page=1", 2), ("?page=2", 0), ("?page=3", 0), ("?page=4", 0), ("?page=x", 0)])
    func pages(query: String, count: Int) throws {
        let body = try send("/stations\(query)")
        #expect(body["data"]?.arrayValue?.count == count)
        #expect((body["links"]?["next"] != nil) == (count > 0))
        #expect(body["links"]?["prev"]?.stringValue?.hasSuffix("/stations?page=1") == true, "\(body)")
    }

    @Test("A generated item, and its row in the list, links to itself and not to the item of the schema's example")
    func generated() throws {
        let first = try #require(try send("/bookings").arrayValue?.first)
        let id = try #require(first["id"]?.stringValue)
        #expect(first["links"]?["self"] == .string("https://api.example.com/bookings/\(id)"))
        #expect(try send("/bookings/\(id)") == first)
    }

    @Test("An example links to itself by the id of the path; links to others stay")
    func example() throws {
        let links = try send("/tickets/b2")["links"]
        #expect(links?["self"]?["href"] == "https://api.example.com/tickets/b2" && links?["trip"] == "/trips/zz")
        #expect(try send("/tickets/a1")["links"]?["self"]?["href"] == "https://api.example.com/tickets/a1")
    }

    @Test("A malformed id in the path is noted beside the reply, which has a valid one")
    func malformed() throws {
        let gateway = try DemoAPI(Self.document, negotiates: true)
        let reply = try #require(gateway.reply(.get, "/bookings/seven"))
        #expect(reply.note == "The path's id is malformed; the reply shows another one.")
        guard case .stub(let kept, _)? = gateway.manager.journal.exchanges.last?.action else { throw NoReply() }
        #expect(kept.note == reply.note)
        #expect(try reply.json()["id"]?.stringValue?.count == 36)
    }

    private struct NoReply: Error {}
}
