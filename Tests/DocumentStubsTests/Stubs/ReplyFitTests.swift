import APIDocument
import DemoManager
import DocumentStubs
import Testing

/// Values from the request in replies: taken only as far as the reply's schema allows them.
@Suite struct ReplyFitTests {
    private static let document = """
        GET /hooks/{id}/{token} -> {oneOf: [{$ref: '#/components/schemas/App'}, {$ref: '#/components/schemas/Channel'}]}
        GET /events/{id:} -> Event
        PATCH /events/{id:} {start: string, title: string} -> Event
        Snowflake = {type: string, pattern: '^[0-9]+$'}
        App = {id!: Snowflake, kind!: {const: app}}
        Channel = {id!: Snowflake, kind!: {const: channel}}
        Event = {id: string, title: string, start: {type: [string, 'null'], format: date-time}}
        """
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    @Test("A path value that violates the id's pattern is not the id of the reply", arguments: ["7/__main__", "0/%20"])
    func path(values: String) throws {
        let hook = try api.send(.get, "/hooks/\(values)")
        let schema = try #require(
            api.document.operations.first { $0.path.text.hasPrefix("/hooks") }?.success?.json?.schema)
        #expect(api.document.violations(of: hook, against: schema, isThorough: true).isEmpty, "\(hook)")
    }

    @Test("A string that is not a valid timestamp is not in the reply; a valid one is") func format() throws {
        let reply = try #require(api.reply(.patch, "/events/3", ["start": "", "title": "Fair"]))
        let event = try reply.json()
        let schema = try #require(api.document.schema(named: "Event"))
        #expect(event["title"] == "Fair")
        #expect(api.document.violations(of: event, against: schema, isThorough: true).isEmpty, "\(event)")
        #expect(try api.send(.get, "/events/3")["title"] == "Fair")
        #expect(reply.note?.contains("not shown as sent: /start: must be") == true)
    }
}
