import APIDocument
import DemoManager
import DocumentStubs
import HTTPTypes
import Testing
import WireFormats

/// What comes back of a write, and what later reads and searches show of it.
@Suite struct WrittenThingsTests {
    private static let document = """
        openapi: 3.0.3
        info: {title: Pets, version: '1'}
        paths:
          /pet:
            post: {requestBody: {content: \(pet)}, responses: {'200': {description: ok, content: \(pet)}}}
            put: {requestBody: {content: \(pet)}, responses: {'200': {description: ok, content: \(pet)}}}
          /pet/findByStatus:
            get:
              parameters: [{name: status, in: query, schema: {type: string, enum: [available, sold, all]}}, {name: name, in: query, schema: {type: string}}]
              responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}}}}}
          /pet/{petId}:
            get: {parameters: [\(id)], responses: {'200': {description: ok, content: \(pet)}, '404': {description: none, content: {application/json: {example: {code: none}}}}}}
            patch: {parameters: [\(id)], requestBody: {content: \(pet)}, responses: {'200': {description: ok, content: \(pet)}}}
            post:
              parameters: [\(id), {name: status, in: query, schema: {type: string}}]
              responses: {'200': {description: ok, content: \(pet)}}
            delete: {parameters: [\(id)], responses: {'200': {description: ok}, '400': {description: bad}}}
          /keys/{key}:
            get: {parameters: [{name: key, in: path, required: true, schema: {type: string, format: uuid}}], responses: {'200': {description: ok, content: \(key)}}}
          /odd:
            get: {responses: {'200': {description: ok, content: {application/json: {example: [{id: first}]}}}}}
          /odd/{id}:
            get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: ok, content: {application/json: {example: {id: first}}}}}}
          /shops/{id}:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Shop'}, example: {id: a, name: North, town: Oslo}}}}}}
            patch:
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Shop'}}}}
              responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Shop'}, example: {id: z, name: South, town: Rome}}}}}
          /log-in:
            post:
              requestBody: {content: {application/json: {schema: {type: object, properties: {user: {type: string}, password: {type: string}}}}}}
              responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {token: {type: string}, user: {type: string}}}}}}}
        components:
          schemas:
            Shop: {type: object, properties: {id: {type: string}, name: {type: string}, town: {type: string}}}
            Key: {type: object, required: [key], properties: {key: {type: string, format: uuid}}}
            Pet:
              type: object
              required: [name, photos]
              properties:
                id: {type: integer}
                name: {type: string}
                photos: {type: array, items: {type: string}}
                status: {type: string, enum: [available, sold]}
                note: {type: string, nullable: true}
                kind: {type: string, default: dog}
                owner: {type: object, properties: {name: {type: string}, town: {type: string}}}
                tag: {type: string, readOnly: true}
                createdAt: {type: string, format: date-time}
        """
    private static let pet = "{application/json: {schema: {$ref: '#/components/schemas/Pet'}}}"
    private static let key = "{application/json: {schema: {$ref: '#/components/schemas/Key'}}}"
    private static let id = "{name: petId, in: path, required: true, schema: {type: integer, format: int64}}"

    private let manager = DemoManager(configuration: .init(unmatched: .error))

    init() throws {
        let document = try APIDocument(SourceText(name: "p.yaml", bytes: Array(Self.document.utf8)))
        try manager.add(DocumentStubs(document).stubs)
        manager.memory = RememberedData(document)
    }

    private func send(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil, type: String? = nil) -> (
        Int, JSONValue?
    ) {
        var request = HTTPRequest(method: method, scheme: "http", authority: "x", path: path)
        request.headerFields[.contentType] = type
        let call = Call(id: 1, session: "demo", mode: .demo)
        let decision = manager.decide(request, body: body?.bytes(.compact) ?? [], call: call)
        guard case .stub(let reply, _) = decision.action else { return (0, nil) }
        return (reply.status.code, try? JSONValue(parsing: reply.body))
    }

    private func names(_ status: String) -> [JSONValue?] {
        send(.get, "/pet/findByStatus?status=\(status)").1?.arrayValue?.map { $0["name"] } ?? []
    }

    @Test(
        "A POST gives back what was sent as far as it is valid; what was left out is absent but for what a server makes"
    )
    func post() throws {
        let sent: JSONValue = ["name": 7, "photos": "none", "owner": ["name": "Ada"], "extra": 1]
        let made = try #require(send(.post, "/pet", sent).1)
        #expect(
            made["name"] == "7" && made["photos"]?.arrayValue != nil && made["owner"] == ["name": "Ada"]
                && made["extra"] == 1)
        #expect(made["status"] == nil && made["kind"] == "dog")
        #expect(made["id"]?.intValue != nil && made["tag"] != nil && made["createdAt"] != nil)
        // The thing that is read by its id is the same.
        let id = try #require(made["id"]?.scalarText)
        #expect(Set(send(.get, "/pet/\(id)").1?.objectValue?.keys ?? []) == Set(made.objectValue?.keys ?? []))
        // What must be there is made.
        #expect(send(.post, "/pet", ["name": "Bo"]).1?["photos"]?.arrayValue != nil)
        let empty = try #require(send(.post, "/pet", [:]).1)
        #expect(empty["name"] != nil && empty["status"] == nil && empty["owner"] == nil)
    }

    @Test("A PATCH changes what was sent and leaves the rest; a PUT that names its row in the body replaces it")
    func change() throws {
        let before = try #require(send(.get, "/pet/3").1)
        let patched = try #require(send(.patch, "/pet/3", ["name": "Rex"]).1)
        #expect(patched == before.setting("Rex", at: JSONPointer(tokens: ["name"])))
        let put = try #require(send(.put, "/pet", ["id": 3, "name": "Tom", "photos": [], "owner": ["town": "Oslo"]]).1)
        #expect(put["id"] == 3 && put["owner"] == ["town": "Oslo"] && put["status"] == nil)
        let after = try #require(send(.get, "/pet/3").1)
        #expect(after["name"] == "Tom" && after["owner"] == ["town": "Oslo"] && after["status"] == nil)
        #expect(after["createdAt"] == before["createdAt"])
    }

    @Test("What a PATCH leaves is what reading shows, and not what another example has")
    func examples() {
        #expect(send(.patch, "/shops/a", ["name": "New"]).1 == ["id": "a", "name": "New", "town": "Oslo"])
    }

    @Test("Null takes a member away, deep down too; one that may be null has it, one that must be there stays")
    func nulls() throws {
        let before = try #require(send(.get, "/pet/4").1)
        let patched = try #require(
            send(.patch, "/pet/4", ["status": .null, "name": .null, "note": .null, "owner": ["town": .null]]).1)
        #expect(patched["status"] == nil && patched["name"] == before["name"] && patched["note"] == .null)
        #expect(patched["owner"]?["town"] == nil && patched["owner"]?["name"] == before["owner"]?["name"])
        #expect(send(.get, "/pet/4").1 == patched)
        // A merge patch means null as nothing but that (RFC 7396).
        #expect(send(.patch, "/pet/4", ["note": .null], type: "application/merge-patch+json").1?["note"] == nil)
        #expect(send(.get, "/pet/4").1?["note"] == nil)
        #expect(send(.patch, "/pet/4", ["status": "sold", "owner": ["town": "Oslo"]]).1?["owner"]?["town"] == "Oslo")
        #expect(send(.get, "/pet/4").1?["status"] == "sold")
        // What was added and never listed loses members as others do.
        let id = try #require(send(.post, "/pet", ["name": "Bo", "photos": [], "status": "sold"]).1?["id"]?.scalarText)
        #expect(send(.patch, "/pet/\(id)", ["status": .null]).1?["status"] == nil)
        #expect(send(.get, "/pet/\(id)").1?["status"] == nil)
    }

    @Test("A JSON Patch changes the thing as it is now, items of its lists too; one that leads nowhere changes nothing")
    func patches() throws {
        _ = send(.patch, "/pet/5", ["photos": ["a", "b"], "name": "Rex"])
        let steps: JSONValue = [
            ["op": "add", "path": "/photos/1", "value": "new"], ["op": "remove", "path": "/status"],
            ["op": "move", "from": "/photos/0", "path": "/photos/-"],
            ["op": "copy", "from": "/name", "path": "/owner/name"], ["op": "test", "path": "/name", "value": "Rex"],
        ]
        let patched = try #require(send(.patch, "/pet/5", steps).1)
        #expect(
            patched["photos"] == ["new", "b", "a"] && patched["owner"]?["name"] == "Rex" && patched["status"] == nil)
        #expect(send(.get, "/pet/5").1 == patched)
        for path in ["/photos/9", "/none/x", "no pointer"] {
            #expect(send(.patch, "/pet/5", [["op": "replace", "path": .string(path), "value": 1]]).1 == patched)
        }
    }

    @Test("Without a body the query of a write says what is set; the rest stays")
    func query() throws {
        let before = try #require(send(.get, "/pet/2").1)
        let wanted: JSONValue = before["status"] == "sold" ? "available" : "sold"
        let changed = send(.post, "/pet/2?status=\(wanted.scalarText ?? "")&more=1").1
        #expect(changed == before.setting(wanted, at: JSONPointer(tokens: ["status"])))
        #expect(send(.get, "/pet/2").1 == changed)
    }

    @Test("A search shows the things its rows open, with what was added, changed and deleted elsewhere")
    func search() throws {
        let rows = try #require(send(.get, "/pet/findByStatus?status=available").1?.arrayValue)
        let (first, second) = (try #require(rows[0]["id"]?.scalarText), try #require(rows[1]["id"]?.scalarText))
        #expect(send(.get, "/pet/\(second)").1 == rows[1])
        _ = send(.post, "/pet", ["name": "New", "photos": [], "status": "available"])
        _ = send(.patch, "/pet/\(second)", ["name": "Moved", "status": "sold"])
        #expect(send(.delete, "/pet/\(first)").0 == 200)
        #expect(names("available").first == "New" && !names("sold").contains("New"))
        #expect(names("available").count == rows.count - 1)
        #expect(names("sold").contains("Moved") && !names("available").contains("Moved"))
        #expect(manager.memory?.remembered.map(\.path) == ["/pet"])
        // A value that only the parameter has is no filter; one that nobody has finds nothing. Texts are looked for in rows that
        // were added as in those that were made.
        #expect(names("all").count == 25 && names("lost").isEmpty)
        #expect(names("all&name=ne").contains("New") && !names("all&name=other").contains("New"))
        // A reset of the search forgets what it shows.
        manager.memory?.forget(["get-pet-findByStatus"])
        #expect(send(.get, "/pet/findByStatus?status=available").1?.arrayValue == rows)
    }

    @Test("An id of another form than the path's parameter takes is not there; every other one is")
    func forms() {
        #expect(send(.get, "/pet/abc").0 == 404)
        #expect(send(.get, "/pet/abc").1 == ["code": "none"])
        #expect(send(.get, "/pet/1.5").0 == 404)
        #expect(send(.delete, "/pet/abc").0 == 400)
        #expect(send(.get, "/keys/abc").0 == 404)
        #expect(send(.get, "/keys/abc").1 == ["code": "none"])
        let key = "0b0e9a1c-3f7c-4b7e-9d53-7a1f6f0f2f11"
        #expect(send(.get, "/keys/\(key)").1?["key"] == .string(key))
        #expect(send(.get, "/pet/987654").1?["id"] == 987_654)
        // The document's own ids are of another form than it says: it cannot decide.
        #expect(send(.get, "/odd/first").0 == 200)
    }

    @Test("What signs in is not given back its password")
    func secrets() {
        let reply = send(.post, "/log-in", ["user": "ada", "password": "x"]).1
        #expect(reply?["password"] == nil && reply?["token"] != nil && reply?["user"] == "ada")
    }
}
