import DocumentStubs
import HTTPTypes
import Testing
import WireFormats

@Suite("Samples from the document's own examples") struct WrittenSamplesTests {
    @Test(
        "An example, else a default, is used as written",
        arguments: [
            ("{type: integer, example: 0}", "0"), ("{type: boolean, example: false}", "false"),
            ("{type: string, example: ''}", "\"\""), ("{type: [string, 'null'], example: null}", "null"),
            ("{type: string, format: date-time, example: '2001-02-03T04:05:06Z'}", "\"2001-02-03T04:05:06Z\""),
            ("{type: array, items: {type: integer}, example: [1, 2]}", "[1,2]"),
            ("{type: object, properties: {a: {type: integer}}, example: {a: 3, b: x}}", "{\"a\":3,\"b\":\"x\"}"),
            ("{type: integer, default: 5}", "5"), ("{type: number, default: 0}", "0"),
            ("{type: string, default: ''}", "\"\""), ("{type: array, items: {}, default: []}", "[]"),
            ("{type: [string, 'null'], default: null}", "null"), ("{type: object, default: {z: 1}}", "{\"z\":1}"),
            ("{type: string, enum: [a, b, c], default: c}", "\"c\""),
            ("{type: string, example: written, default: preset}", "\"written\""),
        ])
    func asWritten(schema: String, text: String) throws {
        #expect(try generator().value(schema).text() == text)
        let inside = "{type: object, required: [some], properties: {some: \(schema)}}"
        #expect(try generator().value(inside)["some"]?.text() == text)
    }

    @Test("Examples that break their schema, and placeholders of tools, are not shown") func notShown() throws {
        for schema in [
            "{type: integer, minimum: 3, example: 0, default: 1}", "{type: string, format: uuid, default: none}",
            "{type: string, example: string}", "{type: string, example: null}",
            "{type: object, properties: {name: {type: string}}, example: {name: string}}",
        ] {
            let sample = try generator().sample(for: yaml(schema), seed: "/test")
            #expect(sample.violations.isEmpty)
            #expect(
                !["0", "1", "null", "\"none\"", "\"string\"", "{\"name\":\"string\"}"].contains(sample.value.text())
            )
        }
    }

    @Test(
        "The first row is as written; the others have other names, and count up from its id",
        arguments: [
            "{type: object, example: {id: 7, name: Seven}}",
            "{type: object, properties: {id: {type: integer, example: 7}, name: {type: string, example: Seven}}}",
            "{type: object, properties: {id: {type: integer, example: 1}, name: {type: string}}, example: {id: 7, name: Seven}}",
        ])
    func rows(item: String) throws {
        let rows = try generator().rows(0..<60, of: yaml(item), seed: "/test").map(\.value)
        #expect(rows[0] == ["id": 7, "name": "Seven"])
        #expect(rows.map { $0["id"]?.intValue } == (7..<67).map { $0 })
        #expect(Set(rows.map { $0["name"] }).count == 60)
    }

    @Test("Ids that count up from an example stay within their bounds, without duplicates") func bounds() throws {
        let ids = try generator().values("id", "{type: integer, minimum: 10, maximum: 34, example: 30}").map(\.intValue)
        #expect(ids[0] == 30 && Set(ids).count == 25 && ids.allSatisfy { (10...34).contains($0 ?? 0) })
        for example in ["0", "-3", "1.5", "9007199254740993", "1e30"] {
            let ids = try generator().values("id", "{type: number, example: \(example)}")
            #expect(Set(ids).count == 25)
        }
    }

    @Test("A list within an item has one item if its items have an example; all enum values occur in the rows")
    func parts() throws {
        let order =
            "{type: object, properties: {lines: {type: array, items: {type: object, properties: {sku: {type: string, example: A-1}}}}, status: {enum: [open, closed], type: string, example: closed}}}"
        let rows = try generator().rows(0..<25, of: yaml(order), seed: "/test").map(\.value)
        #expect(rows[0] == ["lines": [["sku": "A-1"]], "status": "closed"])
        #expect(Set(rows.map { $0["status"] }).count == 2 && rows.contains { $0["lines"]?.arrayValue?.count == 2 })
    }

    private func get(_ paths: [String], in document: String) throws -> [JSONValue] {
        let api = try DemoAPI(document)
        return try paths.map { try api.send(.get, $0) }
    }

    private static let page = "parameters: [{name: page, in: query, schema: {type: integer}}]"

    private func document(_ path: String, _ schema: String, _ more: String = page) -> String {
        """
        paths:
          \(path): {get: {\(more), responses: {'200': {description: ok, content: {application/json: {schema: \(schema)}}}}}}
        """
    }

    @Test("A list with an example has exactly that as its only page") func lists() throws {
        let rows =
            "{type: array, items: {type: object, properties: {id: {type: integer}}}, example: [{id: 5}, {id: 3}]}"
        let envelope = "{type: object, properties: {items: \(rows), total: {type: integer}}}"
        let pages = try get(["/things", "/things?page=2"], in: document("/things", rows))
        #expect(pages == [[["id": 5], ["id": 3]], []])
        let wrapped = try get(["/things", "/things?page=2"], in: document("/things", envelope))
        #expect(wrapped[0] == ["items": [["id": 5], ["id": 3]], "total": 2] && wrapped[1]["items"] == [])
    }

    @Test("Paging members have the page's real values, and no default empties the list") func besideLists() throws {
        let schema = """
            {type: object, properties: {items: {type: array, default: [], items: {type: object, properties: {id: {type: integer}}}}, \
            total: {type: integer, example: 999}, page: {type: integer, default: 7}, has_more: {type: boolean, example: false}, note: {type: string, example: hello}}}
            """
        let pages = try get(["/things", "/things?page=3"], in: document("/things", schema))
        #expect(pages[0]["items"]?.arrayValue?.count == 20 && pages[0]["total"] == 57 && pages[0]["page"] == 1)
        #expect(pages[0]["has_more"] == true && pages[1]["has_more"] == false && pages[0]["note"] == "hello")
        // A list without pages is shown with the numbers somebody wrote.
        let whole = try get(["/things"], in: document("/things", schema, "summary: all"))
        #expect(whole[0]["total"] == 999 && whole[0]["page"] == 7 && whole[0]["items"]?.arrayValue?.count == 25)
    }

    @Test("An item equals its row; an item without a row is as written") func items() throws {
        let thing = "{type: object, properties: {id: {type: integer, example: 10}, name: {type: string, example: Ten}}}"
        let text =
            document("/things", "{type: array, items: \(thing)}", "summary: all")
            + "\n  /things/{id}: {get: {responses: {'200': {description: ok, content: {application/json: {schema: \(thing)}}}}}}"
        let replies = try get(["/things", "/things/10", "/things/12", "/things/3"], in: text)
        #expect(replies[1] == ["id": 10, "name": "Ten"] && replies[2] == replies[0][2])
        #expect(replies[3] == ["id": 3, "name": "Ten"])
    }

    @Test("A list's example of a row is also the item's, whatever the item's own example is") func agreement() throws {
        func members(_ note: String) -> String {
            "{type: object, properties: {id: {type: integer, example: 10}, note: {type: string, example: \(note)}, more: {type: string, example: \(note)}}}"
        }
        for rows in [members("listed"), "{type: object, example: {id: 10, note: listed, more: listed}}"] {
            let text =
                document("/things", "{type: array, items: \(rows)}", "summary: all")
                + "\n  /things/{id}: {get: {responses: {'200': {description: ok, content: {application/json: {schema: \(members("own"))}}}}}}"
            let replies = try get(["/things", "/things/10", "/things/13", "/things/3"], in: text)
            #expect(replies[1] == replies[0][0] && replies[2] == replies[0][3] && replies[3]["note"] == "own")
        }
        let written =
            document(
                "/things", "{type: array, items: {}, example: [{id: 5, note: x}, {id: 7, note: 3}]}", "summary: all")
            + "\n  /things/{id}: {get: {responses: {'200': {description: ok, content: {application/json: {schema: \(members("own"))}}}}}}"
        let things = try get(["/things/5", "/things/7"], in: written)
        #expect(things[0] == ["id": 5, "note": "x", "more": "own"] && things[1]["note"] == "own")
    }

    @Test("An example of a whole body shows the item within it") func wrapped() throws {
        let schema =
            "{type: object, example: {data: {id: 4, note: x}}, properties: {data: {type: object, properties: {id: {type: integer}, note: {type: string}}}}}"
        let replies = try get(["/things/4", "/things/9"], in: document("/things/{id}", schema, "summary: one"))
        #expect(replies[0] == ["data": ["id": 4, "note": "x"]] && replies[1] == ["data": ["id": 9, "note": "x"]])
    }
}
