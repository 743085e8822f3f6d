import APIDocument
import DemoManager
import DocumentStubs
import Testing
import WireFormats

/// Examples that are held to their schemas, and lists that are filled.
@Suite struct MendedExampleTests {
    private static let document = """
        GET /pets?limit:integer&name -> Pets example={total: '1', next: p2, items: [{id: '7', name: Rex, \
        born: 2020/01/02}]}
        GET /pets/{id:integer} -> Pet example={id: '7', name: Rex, born: 1577923200, weight: '3.5', status: SOLD, \
        owner: 3, nickname: null, seen: '2024-01-01 10:00'}
        GET /toys -> [Toy] example=[]
        GET /cases -> [Toy] examples={none: {value: []}, some: {value: [{id: 1, name: Ball}]}}
        GET /top -> {type: array, maxItems: 3, items: {$ref: '#/components/schemas/Toy'}} example=[{id: 1, name: Ball}]
        GET /sizes -> [{id: s|m}] example=[{id: s}]
        GET /many -> [Toy] example=[\((1...12).map { "{id: \($0), name: Ball}" }.joined(separator: ", "))]
        GET /users/{userId:integer}/toys -> [{id: integer, userId: integer, color: string}] example=[{id: 1, userId: 5}]
        GET /found -> [Toy] examples={one: {value: [{id: 1, name: Ball}]}} ; \
        parameters: [{name: q, in: query, schema: {type: string}, examples: {one: {value: Ball}}}]
        GET /trips?from! -> [{id: integer, from: string, price: number}] example=[{id: 1, from: berlin}]
        POST /hats Toy -> 201 Toy example={id: '9', name: Cap}
        Toy = {id: integer, name: string, price: number}
        Pets = {total!: integer, next: {type: [string, 'null']}, items!: [Pet]}
        Pet = {type: object, required: [id, name, status], additionalProperties: false, properties: {\
        id: {type: integer}, name: {type: string}, born: {type: string, format: date}, \
        seen: {type: string, format: date-time}, weight: {type: number}, status: {type: string, enum: [available, \
        sold]}, owner: {type: object, required: [name], properties: {name: {type: string}}}, nickname: {type: string}, \
        color: {type: string}}}
        """
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document, style: .mended) }

    private func body(_ path: String) throws -> JSONValue { try api.send(.get, path) }

    @Test(
        "A short list gets varied rows, as many as its schema and its ids allow; one of several examples may be empty",
        arguments: [
            ("/toys", 10), ("/cases", 0), ("/top", 3), ("/sizes", 2), ("/many", 12), ("/users/5/toys", 10),
            ("/found", 1),
        ])
    func filled(path: String, count: Int) throws {
        let rows = try #require(try body(path).arrayValue)
        #expect(rows.count == count)
        #expect(Set(rows.compactMap { $0["id"]?.scalarText }).count == count)
    }

    @Test("Added rows have the members of the example's rows, and their parent") func shape() throws {
        let rows = try #require(try body("/users/5/toys").arrayValue)
        #expect(rows.allSatisfy { $0.objectValue?.keys.sorted() == ["id", "userId"] && $0["userId"] == 5 })
    }

    @Test("Added rows match a required parameter") func required() throws {
        for town in ["berlin", "paris"] {
            let rows = try #require(try body("/trips?from=\(town)").arrayValue)
            #expect(rows.count == 10 && rows.allSatisfy { $0["from"] == .string(town) })
        }
    }

    @Test("A filled list pages, filters and counts, and each row opens as its item") func pages() throws {
        let whole = try body("/pets")
        let rows = try #require(whole["items"]?.arrayValue)
        #expect(whole["total"] == 10 && rows.count == 10 && whole["next"] == .null)
        #expect(try body("/pets?limit=4")["items"]?.arrayValue == Array(rows.prefix(4)))
        #expect(try body("/pets?name=rex")["items"]?.arrayValue == [rows[0]])
        for row in rows {
            let item = try body("/pets/\(try #require(row["id"]?.scalarText))")
            #expect(row.objectValue?.members.allSatisfy { item[$0.key] == $0.value } == true, "\(row) \(item)")
        }
    }

    @Test("Numbers in quotes, dates, enumerations and members of the wrong type are corrected by their schema")
    func held() throws {
        let pet = try body("/pets/7")
        let schema = try #require(api.document.schema(named: "Pet"))
        #expect(api.document.violations(of: pet, against: schema, isThorough: true).isEmpty, "\(pet)")
        #expect(pet["id"] == 7 && pet["born"] == "2020-01-02" && pet["status"] == "sold" && pet["nickname"] == nil)
        #expect(pet["seen"] == "2024-01-01T10:00:00Z" && pet["weight"]?.numberValue?.text == "3.5")
        #expect(pet["owner"]?["name"] != nil)
    }

    @Test("A reply to a write is also checked against its schema") func writes() throws {
        let toy = try api.send(.post, "/hats", ["name": "Hat"])
        #expect(toy["name"] == "Hat" && toy["id"]?.intValue != nil, "\(toy)")
    }

    @Test("The journal says how an example was mended; an unchanged example has no note") func notes() {
        #expect(
            api.reply(.get, "/pets")?.note
                == "The example was mended to fit its schema, and its list filled with 9 generated rows.")
        #expect(api.reply(.get, "/toys")?.note == "The example's list was filled with 10 generated rows.")
        #expect(api.reply(.get, "/pets/7")?.note == "The example was mended to fit its schema.")
        #expect(api.reply(.get, "/many") != nil && api.reply(.get, "/many")?.note == nil)
    }

    @Test("An example that is used as written keeps its flaws and its length") func written() throws {
        let reply = try #require(DemoAPI(Self.document).reply(.get, "/pets"))
        #expect(try reply.json()["total"] == "1" && reply.note == nil)
    }
}

@Suite("Examples with the same name") struct OperationExampleTests {
    private func operation() throws -> Operation {
        let text = """
            paths:
              /users/{id}:
                put:
                  parameters:
                    - {name: id, in: path, required: true, schema: {type: string}, examples: {ada: {value: '7'}, tom: {value: '8'}}}
                  requestBody: {content: {application/json: {examples: {ada: {value: {name: Ada}}}}}}
                  responses:
                    '200': {description: OK, content: {application/json: {examples: {ada: {value: 1}, tom: {summary: Tom, value: 2}}}}}
                    '404': {description: No, content: {application/json: {example: {error: none}}}}
            """
        return try #require(APIDocument(inline: text).operations.first)
    }

    @Test("Examples with the same name of a parameter, a body and a response are one exchange") func paired() throws {
        let exchanges = try operation().exampleExchanges
        #expect(exchanges.map(\.name) == ["ada", "tom", nil])
        #expect(exchanges.map { $0.arguments.map(\.value) } == [["7"], ["8"], []])
        #expect(exchanges.map(\.requestBody) == [["name": "Ada"], nil, nil])
        #expect(exchanges.map(\.responseBody) == [1, 2, ["error": "none"]])
        #expect(exchanges.map(\.response.status) == [.exact(200), .exact(200), .exact(404)])
        #expect(exchanges.map(\.isConditional) == [true, true, false])
    }
}
