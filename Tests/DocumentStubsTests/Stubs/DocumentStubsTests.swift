import DemoManager
import Testing

@Suite struct DocumentStubsTests {
    @Test(
        "A list with a sequential media type is written in that format",
        arguments: [
            ("application/jsonl", "{\"id\":1}\n{\"id\":2}\n"),
            ("application/json-seq", "\u{1E}{\"id\":1}\n\u{1E}{\"id\":2}\n"),
            ("application/json", "[{\"id\":1},{\"id\":2}]"),
        ])
    func sequences(type: String, expected: String) throws {
        let text = """
            openapi: 3.2.0
            info: {title: T, version: '1'}
            paths: {/l: {get: {responses: {'200': {content: {\(type): {itemSchema: {}, example: [{id: 1}, {id: 2}]}}}}}}}
            """
        #expect(try DemoAPI(text).reply(.get, "/l")?.text == expected)
    }

    private static let pets = """
        GET /pets listPets ; parameters: [{name: page, in: query, schema: {type: integer, default: 1}}, \
        {name: limit, in: query, schema: {type: integer, default: 10, maximum: 30}}, \
        {name: kind, in: query, schema: {type: string}}] ; responses: {\
        '200': {description: ok, content: {application/json: {schema: {type: object, properties: {data: {type: array, \
        items: {$ref: '#/components/schemas/Pet'}}, total: {type: integer}}}}}}, \
        '403': {description: Not yours, content: {application/json: {example: {error: not yours}}}}, \
        '409': {description: Taken. Try another., content: {application/json: {schema: {type: object, \
        required: [error], properties: {error: {type: string, const: taken}}}}}}}
        GET /pets/{petId:} getPet -> Pet
        GET /pets/mine myPet -> 200 examples={first: {value: {name: Rex}}, second: {value: {name: Tom}}}
        PUT /rooms/{roomId:} bookRoom {type: object} examples={late: {value: {at: '23:00'}}} \
        -> {type: object} examples={free: {value: {booked: true}}} \
        -> 409 {type: object} examples={taken: {value: {error: taken}}, late: {value: {error: closed}}} ; parameters: [\
        {name: roomId, in: path, required: true, schema: {type: integer}, examples: {taken: {value: 7}, \
        free: {value: 8}}}]
        GET /tours?page:integer listTours -> 200 example=[{id: a, name: North}, {id: b, name: South}]
        GET /tours/{tourId:} getTour -> 200 example={id: a, name: North, length: 7}
        GET /ping ping -> 204
        Pet = {id!: integer, name!: string, kind!: cat|dog|bird}
        """

    private let manager: DemoManager
    init() throws { manager = try DemoAPI(Self.pets, below: "/v1").manager }

    private func reply(_ path: String, headers: HTTPFields = [:]) -> StubReply? {
        let decision = manager.decide(.get("/v1\(path)", headers: headers), call: Call(id: 1, screen: "s", mode: .demo))
        guard case .stub(let reply, _) = decision.action else { return nil }
        return reply
    }

    private func body(_ path: String, headers: HTTPFields = [:]) -> JSONValue? {
        reply(path, headers: headers).flatMap { try? $0.json() }
    }

    private func ids(_ path: String) -> [JSONValue]? {
        body(path)?["data"]?.arrayValue?.compactMap { $0["id"] }
    }

    @Test("Pages follow one another without a gap; the last is shorter, and the page after it is empty")
    func pages() throws {
        let all = try (1...6).flatMap { try #require(ids("/pets?page=\($0)")) }
        #expect(all.count == 57)
        #expect(Set(all).count == 57)
        #expect(ids("/pets?page=7") == [])
        #expect(body("/pets")?["total"] == 57)
        #expect(ids("/pets?limit=1000")?.count == 30)
        #expect(ids("/pets?page=9223372036854775807") == [])
        #expect(ids("/pets?page=-3&limit=-1")?.count == 1)
    }

    @Test("The item of a row equals the row; unknown ids are also answered") func rows() throws {
        let row = try #require(body("/pets?page=2")?["data"]?[3])
        let id = try #require(row["id"]?.intValue)
        #expect(body("/pets/\(id)") == row)
        #expect(body("/pets/4711")?["id"] == 4711)
    }

    @Test("The path with fewer parameters answers, with its first example") func concrete() {
        #expect(body("/pets/mine") == ["name": "Rex"])
    }

    @Test("Other answers can be chosen: as built-in conditions with the document's body, else by name")
    func conditions() {
        manager.describe(
            screens: [], operations: [OperationDescription(id: "listPets", method: .get, pathTemplate: "/v1/pets")])
        let names = manager.conditionNames(forOperations: ["listPets"]).map(\.name)
        #expect(names.contains("409 Taken"))
        _ = manager.setCondition(.forbidden, forScreen: "s")
        #expect(reply("/pets")?.status == .forbidden)
        #expect(body("/pets") == ["error": "not yours"])
        _ = manager.setCondition(.named("409 Taken"), forScreen: "s")
        #expect(body("/pets") == ["error": "taken"])
    }

    @Test("The Prefer header selects a status or an example") func prefer() throws {
        let prefer = try #require(HTTPField.Name("Prefer"))
        #expect(reply("/pets", headers: [prefer: "code=403"])?.status == .forbidden)
        #expect(body("/pets/mine", headers: [prefer: "example=second"]) == ["name": "Tom"])
        // The first answer of the document is no wish.
        #expect(reply("/pets", headers: [prefer: "dynamic=true"])?.status == .ok)
    }

    @Test(
        "An unknown preferred example is refused with its name and the right status",
        arguments: ["code=999", "code=404", "example=x"])
    func unknownPreference(wish: String) throws {
        let prefer = try #require(HTTPField.Name("Prefer"))
        let decision = manager.decide(.get("/v1/pets", headers: [prefer: wish]), call: Call(id: 1, mode: .demo))
        guard case .refuse(let refusal) = decision.action else { return #expect(Bool(false), "\(decision.action)") }
        #expect(refusal.kind == .notOffered(status: 404))
        let name = wish.drop { $0 != "=" }.dropFirst()
        #expect(refusal.message.contains("listPets") && refusal.message.contains(name), "\(refusal.message)")
    }

    @Test("A request with an example's parameter or body gets the response of the same name") func pairs() {
        func book(_ room: Int, _ body: String) -> String? {
            let decision = manager.decide(
                .put("/v1/rooms/\(room)"), body: Array(body.utf8), call: Call(id: 1, mode: .demo))
            guard case .stub(let reply, _) = decision.action else { return nil }
            return "\(reply.status.code) \(reply.text)"
        }
        #expect(book(7, "{}") == #"409 {"error":"taken"}"#)
        #expect(book(8, "{}") == #"200 {"booked":true}"#)
        #expect(book(9, #"{"at": "23:00"}"#) == #"409 {"error":"closed"}"#)
        #expect(book(9, "{}") == #"200 {"booked":true}"#)
    }

    @Test("A list from an example has one page; the item of another row is shown with that row's id")
    func exampleRows() {
        #expect(body("/tours")?.arrayValue?.count == 2)
        #expect(body("/tours?page=2") == [])
        #expect(body("/tours/a") == ["id": "a", "name": "North", "length": 7])
        #expect(body("/tours/b") == ["id": "b", "name": "South", "length": 7])
        #expect(body("/tours/z") == ["id": "z", "name": "North", "length": 7])
    }

    @Test("An answer without content has no body") func empty() {
        #expect(reply("/ping")?.status == .noContent)
        #expect(reply("/ping")?.body == [])
        #expect(reply("/nothing") == nil)
    }

    @Test("An empty list is the sample without its rows") func emptied() {
        _ = manager.setCondition(.empty, forScreen: "s")
        #expect(body("/pets")?["data"] == [])
    }
}
