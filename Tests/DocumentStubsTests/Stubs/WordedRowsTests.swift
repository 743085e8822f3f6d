import APIDocument
import APIModel
import DemoManager
import DocumentStubs
import HTTPTypes
import Testing
import WireFormats

/// Lists and things that are shown by a word behind their paths: `/boxes/json` and `/boxes/{id}/json`.
@Suite struct WordedRowsTests {
    private static let document = """
        openapi: 3.0.3
        info: {title: Boxes, version: '1'}
        paths:
          /boxes/json: {get: {operationId: list, responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object, properties: {Id: {type: string}, Image: {type: string}}}}}}}}}}
          /boxes/{id}/json: {get: {operationId: one, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {Id: {type: string}, Created: {type: string, format: date-time}, State: {type: object, properties: {Running: {type: boolean}}}}}}}}}}}
          /boxes/{id}: {delete: {operationId: remove, responses: {'204': {description: gone}}}}
          /cards/json: {get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object, properties: {Id: {type: string}}}}}}}}}}
          /cards/{id}/json: {get: {parameters: [{name: size, in: query, schema: {type: boolean}}], responses: {'200': {description: ok, content: {application/json: {example: {Id: first, Name: Ace}, schema: {type: object, properties: {Id: {type: string}, Name: {type: string}}}}}}}}}
          /users/search: {get: {operationId: find, responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object, properties: {id: {type: integer}, login: {type: string}}}}}}}}}}
          /users/{id}: {get: {operationId: user, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: integer}, bio: {type: string}}}}}}}}}
          /users/recent: {get: {operationId: recent, responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object, properties: {id: {type: integer}, day: {type: string}}}}}}}}}}
          /teams: {get: {operationId: teams, responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object, properties: {id: {type: integer}}}}}}}}}}
          /teams/all: {get: {operationId: allTeams, responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object, properties: {id: {type: integer}, x: {type: string}}}}}}}}}}
          /teams/{id}/all: {get: {operationId: teamAll, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: integer}, y: {type: string}}}}}}}}}
        """
    private let manager = DemoManager(configuration: .init(unmatched: .error))
    private let document: APIDocument

    init() throws {
        document = try APIDocument(SourceText(name: "t.yaml", bytes: Array(Self.document.utf8)))
        try manager.add(DocumentStubs(document).stubs)
        manager.memory = RememberedData(document)
    }

    private func send(_ method: HTTPRequest.Method, _ path: String) throws -> (status: Int, json: JSONValue) {
        let request = HTTPRequest(method: method, scheme: "http", authority: "x", path: path)
        let decision = manager.decide(request, call: Call(id: 1, session: "s", mode: .demo))
        guard case .stub(let reply, _) = decision.action else { return (0, .null) }
        return (reply.status.code, reply.body.isEmpty ? .null : try JSONValue(parsing: reply.body))
    }

    @Test(
        "A row leads to the thing that the same word shows, or that stands beside a word about finding",
        arguments: [("list", "one"), ("find", "user"), ("recent", nil), ("allTeams", nil)] as [(String, String?)])
    func links(list: String, item: String?) throws {
        let list = try #require(document.operation(list))
        #expect(document.rowLinks.link(from: list)?.item.id == item)
    }

    @Test("The thing that a row opens has the row's id; what is deleted at its own path is gone from both")
    func deletes() throws {
        let rows = try #require(try send(.get, "/boxes/json").json.arrayValue)
        let id = try #require(rows[1]["Id"]?.stringValue)
        let path = "/boxes/" + id.replacing(" ", with: "%20")
        #expect(try send(.get, path + "/json").json["Id"] == .string(id))
        #expect(try send(.delete, path).status == 204)
        #expect(try send(.get, path + "/json").status == 404)
        #expect(try send(.delete, path).status == 404)
        #expect(try send(.get, "/boxes/json").json.arrayValue == [rows[0]] + rows[2...])
    }

    @Test("An example of a thing shows the one that is asked for, also where the request may have a query")
    func examples() throws {
        #expect(try send(.get, "/cards/7/json").json == ["Id": "7", "Name": "Ace"])
        #expect(try send(.get, "/cards/7/json?size=1").json["Id"] == "7")
    }
}
