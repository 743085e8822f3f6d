import APIDocument
import DemoManager
import Foundation
import Testing
import WireFormats

@testable import DocumentStubs

@Suite struct RememberedDataTests {
    /// An API with a wrapped collection, its rows, and an item there is one of.
    private static let document = """
        GET /pets?page:integer -> Pets
        POST /pets Pet -> 201 Pet
        GET /pets/{petId:} -> Pet
        PUT /pets/{petId:} Pet -> Pet
        DELETE /pets/{petId:} -> 204
        GET /settings -> Settings
        PATCH /settings Settings -> 204
        Pet = {id: integer, name: string, kind: string}
        Pets = {data: [Pet], total: integer}
        Settings = {theme: string, units: {length: string, mass: string}}
        """

    private let memory: RememberedData
    private let session = "demo"

    private static let list: JSONValue = [
        "data": [["id": 1, "name": "Rex", "kind": "dog"], ["id": 2, "name": "Tom", "kind": "cat"]], "total": 2,
    ]

    init() throws { memory = RememberedData(try APIDocument(inline: Self.document), below: "/api") }

    /// The reply of a stub with `json`, after all writes so far.
    private func reply(
        _ request: HTTPRequest, _ json: JSONValue? = nil, sending: JSONValue? = nil, status: Int = 200,
        isRecorded: Bool = false
    ) -> (status: Int, json: JSONValue?) {
        guard
            let reply = try? memory.reply(
                to: request, json, sending: sending, status: status, from: isRecorded ? .recording : .generated,
                as: session)
        else { return (0, nil) }
        return (reply.status.code, reply.body.isEmpty ? nil : try? reply.json())
    }

    private var names: [String?]? {
        reply(.get("/api/pets"), Self.list).json?["data"]?.arrayValue?.map { $0["name"]?.stringValue }
    }

    @Test("A recorded write gets its recorded reply, and the list has the row that the server sent") func recorded() {
        #expect(names == ["Rex", "Tom"])
        let told: JSONValue = ["id": 7, "name": "Ada", "extra": true]
        let sent: JSONValue = ["name": "Ada", "kind": "cat"]
        #expect(reply(.post("/api/pets"), told, sending: sent, status: 201, isRecorded: true).json == told)
        #expect(reply(.get("/api/pets"), Self.list, isRecorded: true).json?["data"]?[0] == told)
        let changed: JSONValue = ["id": 2, "name": "Tom", "at": "now"]
        #expect(reply(.put("/api/pets/2"), changed, sending: ["name": "Felix"], isRecorded: true).json == changed)
        #expect(names == ["Ada", "Rex", "Felix"])
    }

    @Test("A list that was recorded after a write counts the new row once") func recordedAfterwards() {
        #expect(names == ["Rex", "Tom"])
        let told: JSONValue = ["id": 7, "name": "Ada"]
        _ = reply(.post("/api/pets"), told, sending: ["name": "Ada"], status: 201, isRecorded: true)
        let later: JSONValue = ["data": [["id": 1, "name": "Rex"], ["id": 2, "name": "Tom"], told], "total": 3]
        let list = reply(.get("/api/pets"), later, isRecorded: true).json
        #expect(list?["data"]?.arrayValue?.count == 3 && list?["total"] == 3)
    }

    @Test("An added row is on the first page only, and only if it matches the filters") func pages() {
        _ = reply(.post("/api/pets"), nil, sending: ["name": "Ada", "kind": "cat"], status: 201)
        #expect(reply(.get("/api/pets?page=2"), Self.list).json?["data"]?.arrayValue?.count == 2)
        #expect(reply(.get("/api/pets?page=1"), Self.list).json?["data"]?.arrayValue?.count == 3)
        #expect(reply(.get("/api/pets?kind=dog"), Self.list).json?["data"]?.arrayValue?.count == 2)
        #expect(reply(.get("/api/pets?kind=cat"), Self.list).json?["data"]?.arrayValue?.count == 3)
    }

    @Test("A deleted item is removed everywhere; deleting it again gives 404") func delete() {
        #expect(reply(.delete("/api/pets/1"), status: 204).status == 204)
        #expect(names == ["Tom"])
        #expect(reply(.get("/api/pets/1"), ["id": 1]).status == 404)
        #expect(reply(.put("/api/pets/1"), ["id": 1], sending: ["name": "x"]).status == 404)
        #expect(reply(.delete("/api/pets/1"), status: 204).status == 404)
        #expect(reply(.get("/api/pets"), Self.list).json?["total"] == 1)
    }

    @Test("A single item keeps the members that were set; nested objects are merged") func single() {
        _ = reply(.patch("/api/settings"), nil, sending: ["units": ["mass": "kg"]], status: 204)
        let now = reply(.get("/api/settings"), ["theme": "dark", "units": ["length": "m", "mass": "lb"]]).json
        #expect(now == ["theme": "dark", "units": ["length": "m", "mass": "kg"]])
    }

    @Test("Failures, faults and bodies other than JSON are returned unchanged and not remembered") func untouched() {
        #expect(reply(.delete("/api/pets/1"), status: 403).status == 403)
        let text = StubReply(body: Array("<html>".utf8))
        let received = ReceivedRequest(.put("/api/pets/1"), body: Data("not json".utf8))
        #expect(memory.reply(text, to: received, of: Call(id: 1, session: session, mode: .demo)).body == text.body)
        #expect(memory.remembered.isEmpty)
        #expect(names == ["Rex", "Tom"])
    }

    @Test("Forgetting some operations keeps other resources; forgetting all keeps nothing") func forget() {
        _ = reply(.delete("/api/pets/1"), status: 204)
        _ = reply(.patch("/api/settings"), nil, sending: ["theme": "light"], status: 204)
        memory.forget(["get-pets"], of: nil)
        #expect(memory.remembered.map(\.path) == ["/api/settings"])
        memory.forget(nil, of: nil)
        #expect(memory.remembered.isEmpty)
    }

    @Test("Only writes to resources need their bodies") func needsBody() {
        #expect(memory.needsBody(.post("/api/pets?x=1")))
        #expect(!memory.needsBody(.get("/api/pets")))
        #expect(!memory.needsBody(.post("/elsewhere")))
    }
}

/// The memory takes a request for the operation whose stub answers it.
@Suite struct ResourceMapTests {
    @Test(
        "The path with the most literal text from left to right answers; among equals, the last declared one",
        arguments: [
            (["/users/{id}/settings", "/users/me/{section}"], "/users/me/settings", "/users/me/{section}"),
            (["/users/me/{section}", "/users/{id}/settings"], "/users/me/settings", "/users/me/{section}"),
            (["/files/{name}.json", "/files/{name}"], "/files/a.json", "/files/{name}.json"),
            (["/{kind}/first", "/{kind}/{id}"], "/a/first", "/{kind}/first"), (["/a/{x}", "/a/{y}"], "/a/1", "/a/{y}"),
        ])
    func order(paths: [String], path: String, template: String) throws {
        let item =
            "{get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}}}}"
        let document = try APIDocument(inline: "paths:\n" + paths.map { "  '\($0)': \(item)\n" }.joined())
        #expect(ResourceMap(document, below: "/v1").find(.get, path: "/v1\(path)")?.0.template.text == "/v1" + template)
    }
}

/// Writes that are remembered over a change of the document.
@Suite struct ContinuedMemoryTests {
    private let manager = DemoManager(configuration: .init(unmatched: .error))

    private func use(_ resources: [String: String], continuing other: RememberedData?) throws -> RememberedData {
        let body = "content: {application/json: {schema: {type: object, properties: "
        let paths = resources.sorted { $0.key < $1.key }.map { name, members in
            """
              /\(name):
                get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/rows/\(name)'}}}}}}
                post:
                  requestBody: {\(body)\(members)}}}}
                  responses: {'201': {description: ok, \(body)\(members)}}}}}
            """
        }
        let rows = resources.map { "  \($0): {type: array, items: {type: object, properties: \($1)}}" }
        let text = "openapi: 3.1.0\npaths:\n\(paths.joined(separator: "\n"))\nrows:\n\(rows.joined(separator: "\n"))\n"
        let document = try APIDocument(inline: text)
        let memory = other.map { RememberedData(document, continuing: $0) } ?? RememberedData(document)
        try manager.use(APIDescription(stubs: DocumentStubs(document).stubs, memory: memory))
        return memory
    }

    private func send(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil) throws -> JSONValue {
        let request = HTTPRequest(method: method, scheme: "http", authority: "x", path: path)
        let call = Call(id: 1, session: "demo", mode: .demo)
        let decision = manager.decide(request, body: body?.bytes(.compact), call: call)
        guard case .stub(let reply, _) = decision.action else { return .null }
        return try JSONValue(parsing: reply.body)
    }

    @Test("Added rows stay in a list that both documents have; other writes are forgotten") func writes() throws {
        let members = "{id: {type: integer}, name: {type: string}}"
        let first = try use(["pets": members, "owners": members], continuing: nil)
        _ = try send(.post, "/pets", ["name": "Rex"])
        _ = try send(.post, "/owners", ["name": "Ann"])
        let second = try use(
            ["pets": "{id: {type: integer}, name: {type: string}, kind: {type: string}}"], continuing: first)
        #expect(try send(.get, "/pets").arrayValue?.first?["name"] == "Rex")
        #expect(try send(.get, "/pets").arrayValue?.last?["kind"] != nil)
        second.forgetOthers()
        #expect(second.remembered.map(\.path) == ["/pets"])
    }
}
