import APIDocument
import APIModel
import DemoManager
import Testing

@testable import DocumentStubs

/// Replies that have several forms, and items that are numbered by another name than an id.
@Suite struct FormOfReplyTests {
    private static let document = """
        GET /result -> {oneOf: [{$ref: '#/components/schemas/Failed'}, {$ref: '#/components/schemas/Done'}]}
        GET /secrets/{name:}/versions -> [Version]
        GET /secrets/{name:}/versions/{version:} -> Version
        Failed = {status!: {const: failed}, error!: {code: integer}}
        Done = {status!: {const: success}, data!: {id!: integer}}
        Version = {version!: integer, state: string}
        """

    private func get(_ path: String) throws -> JSONValue { try DemoAPI(Self.document).send(.get, path) }

    @Test("A response has the variant with the item, and no members of other variants") func form() throws {
        let result = try get("/result")
        #expect(result["status"] == "success")
        #expect(result["data"]?["id"]?.intValue != nil && result["error"] == nil)
    }

    @Test("Rows with a number as their id have distinct numbers, and open by them") func numbered() throws {
        let rows = try #require(try get("/secrets/s/versions").arrayValue)
        let numbers = rows.compactMap { $0["version"]?.intValue }
        #expect(rows.count > 5 && Set(numbers).count == rows.count)
        #expect(try get("/secrets/s/versions/\(numbers[3])") == rows[3])
    }
}

/// Lists with their items and writes: one set of rows answers all of them.
@Suite struct ListReplyTests {
    private static let note = "{$ref: '#/components/schemas/Note'}"
    private static let schemas = [
        "Note: {type: object, required: [id], properties: {id: {type: integer}, text: {type: string}, state: {type: string, enum: [open, done]}}}"
    ]
    private static func json(_ schema: String, _ example: String? = nil) -> String {
        "content: {application/json: {schema: \(schema)\(example.map { ", example: \($0)" } ?? "")}}"
    }
    private static func path(_ list: String, _ example: String? = nil) -> [String] {
        [
            "/notes: {get: {parameters: [{name: page, in: query, schema: {type: integer}}, {name: limit, in: query, schema: {type: integer}}], responses: {'200': {\(json(list, example))}}}, post: {requestBody: {\(json(note))}, responses: {'201': {\(json(note))}}}}",
            "/notes/{id}: {get: {responses: {'200': {\(json(note))}}}, patch: {requestBody: {\(json(note))}, responses: {'200': {\(json(note, "{id: 1, text: example, state: open}"))}}}}",
        ]
    }
    private static let wrapped =
        "{type: object, properties: {data: {type: object, properties: {notes: {type: array, items: \(note)}, total: {type: integer}, page: {type: integer}}}}}"

    @Test("Paging numbers follow pages and writes, also in an object around the rows") func wrappedTotals() throws {
        let api = try DemoAPI(Self.path(Self.wrapped), schemas: Self.schemas)
        #expect(try api.send(.get, "/notes")["data"]?["total"] == 57)
        _ = try api.send(.post, "/notes", ["text": "new"])
        let second = try api.send(.get, "/notes?page=2&limit=10")["data"]
        #expect(second?["total"] == 58 && second?["page"] == 2 && second?["notes"]?[0]?["id"] == 10)
    }

    @Test("A page of an example counts the example's rows, whatever total is written there")
    func exampleTotals() throws {
        let example = "{data: {notes: [{id: 1}, {id: 2}, {id: 3}], total: 200, page: 1}}"
        let api = try DemoAPI(Self.path(Self.wrapped, example), schemas: Self.schemas)
        #expect(try api.send(.get, "/notes")["data"]?["total"] == 200)
        let second = try api.send(.get, "/notes?page=2&limit=2")["data"]
        #expect(second?["total"] == 3 && second?["page"] == 2 && second?["notes"] == [["id": 3]])
    }

    @Test("The reply to a PATCH is the item of the next GET, whatever its example is", arguments: [true, false])
    func patchReply(isListRead: Bool) throws {
        let api = try DemoAPI(Self.path("{type: array, items: \(Self.note)}"), schemas: Self.schemas)
        if isListRead { _ = try api.send(.get, "/notes") }
        let patched = try api.send(.patch, "/notes/4", ["state": "done"])
        #expect(patched == (try api.send(.get, "/notes/4")) && patched["id"] == 4 && patched["text"] != "example")
        #expect(try api.send(.get, "/notes")[3] == patched)
    }

    @Test("A PUT without a body does not change a listed row", arguments: [true, false])
    func membership(isListRead: Bool) throws {
        let paths = [
            "/teams/{team}/members: {get: {responses: {'200': {\(Self.json("{type: array, items: \(Self.note)}"))}}}}",
            "/teams/{team}/members/{id}: {get: {responses: {'200': {\(Self.json(Self.note))}}}, put: {responses: {'204': {}}}}",
        ]
        let (api, untouched) = (try DemoAPI(paths, schemas: Self.schemas), try DemoAPI(paths, schemas: Self.schemas))
        if isListRead { _ = try api.send(.get, "/teams/1/members") }
        #expect(api.reply(.put, "/teams/1/members/3")?.status == .noContent)
        for path in ["/teams/1/members", "/teams/1/members/3"] {
            #expect(try api.send(.get, path) == untouched.send(.get, path))
        }
    }
}
