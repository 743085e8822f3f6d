import APIDocument
import DemoManager
import Testing

/// The memory over the stubs made of a document, for ways in which APIs write their resources.
@Suite struct RememberedShapesTests {
    /// An API of notes.
    private static func server(_ paths: String) throws -> DemoAPI {
        try DemoAPI(
            """
            paths:
            \(paths.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
            components:
              schemas:
                Note: {type: object, required: [id, title, createdAt], properties: {id: {type: string, format: uuid}, title: {type: string}, createdAt: {type: string, format: date-time}, labels: {type: array, items: {type: object}}}}
                NewNote: {type: object, required: [title], properties: {title: {type: string}, secret: {type: string}, labels: {type: array, items: {type: string}}}}
            """)
    }

    private static let note = "{application/json: {schema: {$ref: '#/components/schemas/Note'}}}"
    private static let body = "{content: {application/json: {schema: {$ref: '#/components/schemas/NewNote'}}}}"
    private static let list = """
        get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Note'}}}}}}}
        """
    private static let item =
        "get: {responses: {'200': {description: ok, content: \(note)}, '404': {description: none, content: {application/json: {example: {code: gone}}}}}}"

    @Test(
        "A reply without a body, 201 or 202, also adds a whole row; `Location` is sent if the document describes it",
        arguments: [
            "'201': {description: ok, headers: {Location: {schema: {type: string}}}}", "'202': {description: later}",
        ])
    func created(answer: String) throws {
        let server = try Self.server(
            "/notes:\n  \(Self.list)\n  post: {requestBody: \(Self.body), responses: {\(answer)}}\n/notes/{id}:\n  \(Self.item)"
        )
        let reply = try #require(server.reply(.post, "/notes", ["title": "Tea", "secret": "x", "labels": ["a"]]))
        let rows = try #require(try server.send(.get, "/notes").arrayValue)
        #expect(rows.count == 26 && rows[0]["title"] == "Tea")
        // What no row has, or has in another form, is not shown.
        #expect(rows[0]["secret"] == nil && rows[0]["labels"]?.arrayValue?.contains("a") != true)
        let schema = Schema(["$ref": "#/components/schemas/Note"])
        #expect(server.document.violations(of: rows[0], against: schema).isEmpty)
        let id = try #require(rows[0]["id"]?.stringValue)
        #expect(try server.send(.get, "/notes/\(id)")["title"] == "Tea")
        if answer.contains("Location") { #expect(reply.headers[.location]?.hasPrefix("/notes/") == true) }
        try server.send(.post, "/notes", ["title": "Milk"])
        #expect(Set(try server.send(.get, "/notes").arrayValue?.compactMap { $0["id"] } ?? []).count == 27)
    }

    @Test("Paths with a final slash or a format are remembered and read like other paths", arguments: ["/", ".json"])
    func endings(end: String) throws {
        let answer = "{'201': {description: ok, headers: {Location: {schema: {type: string}}}, content: \(Self.note)}}"
        let server = try Self.server(
            """
            /notes\(end):
              \(Self.list)
              post: {requestBody: \(Self.body), responses: \(answer)}
            /notes/{id}\(end):
              \(Self.item)
              delete: {responses: {'204': {description: gone}}}
            """)
        let rows = try #require(try server.send(.get, "/notes\(end)").arrayValue)
        let id = try #require(rows.first?["id"]?.stringValue)
        #expect(try server.send(.get, "/notes/\(id)\(end)") == rows.first)
        let place = try #require(server.reply(.post, "/notes\(end)", ["title": "Tea"])?.headers[.location])
        #expect(place.hasSuffix(end) && place.hasPrefix("/notes/") && place != "/notes/")
        #expect(try server.send(.get, place)["title"] == "Tea")
        #expect(server.reply(.delete, "/notes/\(id)\(end)")?.status == .noContent)
        // The document's own 404 answers.
        let gone = try #require(server.reply(.get, "/notes/\(id)\(end)"))
        #expect(try gone.status == .notFound && gone.json() == ["code": "gone"])
        #expect(try server.send(.get, "/notes\(end)").arrayValue?.count == rows.count)
    }

    @Test("Wrapped bodies and replies are unwrapped, whatever the wrapper's name is") func wrapped() throws {
        let wrapper =
            "{application/json: {schema: {type: object, properties: {note: {$ref: '#/components/schemas/Note'}}}}}"
        let list =
            "{application/json: {schema: {type: object, properties: {notes: {type: array, items: {$ref: '#/components/schemas/Note'}}, notesCount: {type: integer}}}}}"
        let server = try Self.server(
            """
            /notes:
              get: {responses: {'200': {description: ok, content: \(list)}}}
              post: {requestBody: {content: \(wrapper)}, responses: {'201': {description: ok, content: \(wrapper)}}}
            /notes/{id}:
              get: {responses: {'200': {description: ok, content: \(wrapper)}}}
              put: {requestBody: {content: \(wrapper)}, responses: {'200': {description: ok, content: \(wrapper)}}}
              delete: {responses: {'204': {description: gone}}}
            """)
        let before = try #require(try server.send(.get, "/notes")["notesCount"]?.intValue)
        let reply = try #require(server.reply(.post, "/notes", ["note": ["title": "Tea"]]))
        let note = try #require(try reply.json()["note"])
        #expect(note["title"] == "Tea")
        #expect(try server.send(.get, "/notes")["notes"]?[0] == note)
        #expect(try server.send(.get, "/notes")["notesCount"]?.intValue == before + 1)
        let id = try #require(note["id"]?.stringValue)
        try server.send(.put, "/notes/\(id)", ["note": ["title": "Coffee"]])
        #expect(try server.send(.get, "/notes/\(id)")["note"]?["title"] == "Coffee")
        #expect(server.reply(.delete, "/notes/\(id)")?.status == .noContent)
        #expect(server.reply(.get, "/notes/\(id)")?.status == .notFound)
    }

    @Test("An item that is returned in a list of one is the row of the collection, before and after a write")
    func listOfOne() throws {
        let rows =
            "{application/json: {schema: {type: object, properties: {notes: {type: array, items: {$ref: '#/components/schemas/Note'}}, total: {type: integer}}}}}"
        let server = try Self.server(
            """
            /notes:
              get: {responses: {'200': {description: ok, content: \(rows)}}}
              post: {requestBody: \(Self.body), responses: {'201': {description: ok, content: \(rows)}}}
            /notes/{noteId}:
              get: {responses: {'200': {description: ok, content: \(rows)}}}
              put: {requestBody: \(Self.body), responses: {'200': {description: ok, content: \(rows)}}}
            """)
        let row = try #require(try server.send(.get, "/notes")["notes"]?[2])
        let id = try #require(row["id"]?.stringValue)
        #expect(try server.send(.get, "/notes/\(id)")["notes"] == [row])
        let put = try #require(server.reply(.put, "/notes/\(id)", ["title": "Tea"]))
        #expect(try put.json()["notes"]?[0]?["title"] == "Tea")
        #expect(try server.send(.get, "/notes/\(id)")["notes"]?[0]?["title"] == "Tea")
        #expect(try server.send(.get, "/notes")["notes"]?[2]?["title"] == "Tea")
        let added = try #require(server.reply(.post, "/notes", ["title": "Milk"]))
        #expect(try added.json()["notes"]?[0]?["title"] == "Milk")
        #expect(try server.send(.get, "/notes")["notes"]?[0]?["title"] == "Milk")
    }

    @Test(
        "A PUT adds the row under its path's id if the document says so, or if no other operation can create it",
        arguments: [("", 201, 26), ("", 200, 26), ("\n  post: {responses: {'201': {description: made}}}", 200, 25)])
    func upsert(post: String, status: Int, count: Int) throws {
        let server = try Self.server(
            "/notes:\n  \(Self.list)\(post)\n/notes/{id}:\n  \(Self.item)\n  put: {requestBody: \(Self.body), responses: {'\(status)': {description: ok, content: \(Self.note)}}}"
        )
        _ = try server.send(.get, "/notes")
        try server.send(.put, "/notes/00000000-0000-4000-8000-000000000001", ["title": "Tea"])
        #expect(try server.send(.get, "/notes").arrayValue?.count == count)
        #expect(try server.send(.get, "/notes/00000000-0000-4000-8000-000000000001")["title"] == "Tea")
    }

    @Test("Rows that are changed by posting to them are remembered") func posted() throws {
        let server = try Self.server(
            "/notes:\n  \(Self.list)\n/notes/{id}:\n  \(Self.item)\n  post: {requestBody: \(Self.body), responses: {'200': {description: ok, content: \(Self.note)}}}"
        )
        let id = try #require(try server.send(.get, "/notes")[1]?["id"]?.stringValue)
        try server.send(.post, "/notes/\(id)", ["title": "Tea"])
        #expect(try server.send(.get, "/notes")[1]?["title"] == "Tea")
        #expect(try server.send(.get, "/notes").arrayValue?.count == 25)
    }

    @Test(
        "A reply about the write itself is returned unchanged; the row is remembered all the same",
        arguments: [
            "example: {ok: true}", "schema: {type: object, properties: {ok: {type: boolean}}}, example: {ok: true}",
            "schema: {type: object}, example: {ok: true}",
        ])
    func aboutTheWrite(media: String) throws {
        let answer = "responses: {'200': {description: ok, content: {application/json: {\(media)}}}}"
        let server = try Self.server(
            "/notes:\n  \(Self.list)\n  post: {requestBody: \(Self.body), \(answer)}\n/notes/{id}:\n  \(Self.item)\n  put: {requestBody: \(Self.body), \(answer)}"
        )
        let reply = try #require(server.reply(.post, "/notes", ["title": "Tea"]))
        #expect(try reply.json() == ["ok": true])
        let row = try #require(try server.send(.get, "/notes")[0])
        let id = try #require(row["id"]?.stringValue)
        #expect(row["title"] == "Tea")
        let changed = try #require(server.reply(.put, "/notes/\(id)", ["title": "Milk"]))
        #expect(try changed.json() == ["ok": true])
        #expect(try server.send(.get, "/notes/\(id)")["title"] == "Milk")
    }
}
