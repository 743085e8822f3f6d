import APIModel
import HTTPTypes
import Testing
import WireFormats

@testable import AppCore

@Suite struct PaginationRecognitionTests {
    private static let rows = "data: {type: array, items: {properties: {id: {}}}}"

    private func screen(_ parameters: String, _ answer: String, headers: String = "") throws -> Screen {
        let list = try catalog(
            """
              /a:
                get:
                  parameters: [\(parameters)]
                  responses: {'200': {headers: {\(headers)}, content: {application/json: {schema: \(answer)}}}}
            """)
        return try #require(list.screens.first)
    }

    private func query(_ name: String, _ schema: String = "{type: string}") -> String {
        "{name: '\(name)', in: query, schema: \(schema)}"
    }

    @Test("A cursor in the answer and a parameter that takes it")
    func cursor() throws {
        let screen = try screen(
            [query("page[after]"), query("page[size]", "{type: integer}"), query("q")].joined(separator: ", "),
            "{properties: {\(Self.rows), meta: {properties: {next_cursor: {type: [string, 'null']}}}}}")
        #expect(
            screen.pagination
                == .cursor(
                    parameter: "page[after]", next: JSONPointer(tokens: ["meta", "next_cursor"])))
        #expect(screen.filters.map(\.name) == ["q"])
    }

    @Test("A cursor parameter without a cursor in the answer is a filter")
    func cursorWithoutNext() throws {
        let screen = try screen(query("after"), "{type: array, items: {properties: {id: {}}}}")
        #expect(screen.pagination == .none)
        #expect(screen.filters.map(\.name) == ["after"])
    }

    @Test("A URL of the next page is followed whatever the parameters are called")
    func url() throws {
        let screen = try screen(
            query("page", "{type: integer}"),
            "{properties: {\(Self.rows), next: {type: string, format: uri}}}")
        #expect(screen.pagination == .cursor(parameter: "page", next: JSONPointer(tokens: ["next"])))
    }

    @Test("Page numbers start where the schema says")
    func page() throws {
        let screen = try screen(
            [query("page", "{type: integer, minimum: 0}"), query("per_page", "{type: integer, default: 30}")]
                .joined(separator: ", "), "{properties: {\(Self.rows)}}")
        #expect(screen.pagination == .page(parameter: "page", first: 0, sizeParameter: "per_page", size: 30))
        #expect(screen.filters == [])
    }

    @Test(
        "Pages whose first number nobody says are counted from 0 where they are Spring's, or an index",
        arguments: [
            ("page", "totalElements: {type: integer}", 0), ("pageIndex", "total: {type: integer}", 0),
            ("page", "page: {properties: {totalElements: {type: integer}}}", 0),
            ("page", "total: {type: integer}", 1),
        ])
    func firstPage(_ name: String, _ member: String, _ first: Int) throws {
        let screen = try screen(
            [query(name, "{type: integer}"), query("size", "{type: integer}")].joined(separator: ", "),
            "{properties: {\(Self.rows), \(member)}}")
        #expect(screen.pagination == .page(parameter: name, first: first, sizeParameter: "size"))
    }

    @Test("What comes next is an address where no parameter takes anything else")
    func address() throws {
        let screen = try screen(
            query("limit", "{type: integer}"),
            "{properties: {\(Self.rows), paging: {properties: {next: {type: string}}}}}")
        #expect(screen.pagination == .cursor(parameter: "", next: JSONPointer(tokens: ["paging", "next"])))
        let link = CollectionEndpoint(Endpoint(path: "/a"), rows: screen.rows, pagination: screen.pagination)
        func next(_ text: String) -> PageToken? {
            let json: JSONValue = ["data": [["id": 1]], "paging": ["next": .string(text)]]
            let response = APIResponse(head: HTTPResponse(status: .ok), body: json.bytes(.compact))
            return link.page(nil, rows: json["data"]?.arrayValue ?? [], in: response).next
        }
        #expect(next("https://x.example/a?after=7")?.position == .query([QueryItem("after", "7")]))
        #expect(next("c7") == nil)
    }

    @Test(
        "Where an answer leads on is found in objects that lie in each other, and in what it only wraps",
        arguments: [
            (
                "cursor",
                "meta: {properties: {pagination: {properties: {links: {properties: {next: {type: string}}}}}}}", rows,
                ["meta", "pagination", "links", "next"]
            ),
            (
                "after", "paging: {properties: {cursors: {properties: {after: {type: string}}}}}", rows,
                ["paging", "cursors", "after"]
            ),
            (
                "after", "meta: {properties: {paging: {properties: {cursors: {properties: {after: {type: string}}}}}}}",
                rows,
                ["meta", "paging", "cursors", "after"]
            ),
            (
                "cursor", "status: {type: string}",
                "data: {properties: {items: {type: array, items: {properties: {id: {}}}}, next_cursor: {type: string}}}",
                ["data", "next_cursor"]
            ),
        ])
    func nested(parameter: String, beside: String, rows: String, place: [String]) throws {
        let screen = try screen(query(parameter), "{properties: {\(rows), \(beside)}}")
        #expect(screen.pagination == .cursor(parameter: parameter, next: JSONPointer(tokens: place)))
    }

    @Test("Offset and limit, and a Link header")
    func offsetAndLink() throws {
        let offset = try screen(
            [query("offset", "{type: integer}"), query("limit", "{type: integer, maximum: 20}")].joined(
                separator: ", "),
            "{properties: {\(Self.rows)}}")
        #expect(offset.pagination == .offset(parameter: "offset", limitParameter: "limit", limit: 20))
        let link = try screen(
            query("page", "{type: integer}"), "{type: array, items: {properties: {id: {}}}}",
            headers: "Link: {schema: {type: string}}")
        #expect(link.pagination == .link)
        #expect(link.filters == [])
    }

    @Test("What is only called like paging, but is a date or text, is a filter")
    func noPaging() throws {
        let screen = try screen(
            [query("start", "{type: string, format: date}"), query("page")].joined(separator: ", "),
            "{properties: {\(Self.rows)}}")
        #expect(screen.pagination == .none)
        #expect(screen.filters.map(\.name) == ["start", "page"])
    }

    private static let people = "{type: array, items: {properties: {id: {type: string}, name: {type: string}}}}"

    @Test(
        "Names of real APIs are recognised",
        arguments: [
            (["$skip", "$top"], Pagination.offset(parameter: "$skip", limitParameter: "$top", limit: 50)),
            (["from", "size"], .offset(parameter: "from", limitParameter: "size", limit: 50)),
            (["page[number]", "page[size]"], .page(parameter: "page[number]", first: 1, sizeParameter: "page[size]")),
            (
                ["page[offset]", "page[limit]"],
                .offset(parameter: "page[offset]", limitParameter: "page[limit]", limit: 50)
            ),
            (
                ["pageNumber", "resultsPerPage"],
                .page(parameter: "pageNumber", first: 1, sizeParameter: "resultsPerPage")
            ),
            (["start", "rows"], .offset(parameter: "start", limitParameter: "rows", limit: 50)),
            (["from"], .none),
        ])
    func names(_ names: [String], _ pagination: Pagination) throws {
        let screen = try screen(names.map { query($0, "{type: integer}") }.joined(separator: ", "), Self.people)
        #expect(screen.pagination == pagination)
        #expect(screen.filters.map(\.name) == (pagination == .none ? names : []))
    }

    @Test("Rows that go on behind the last one's id, where there is a number of rows to ask for")
    func lastRow() throws {
        let limit = query("limit", "{type: integer, maximum: 100, minimum: 1}")
        let id = JSONPointer(tokens: ["id"])
        let both = try screen(
            [query("before"), query("after"), query("around"), limit].joined(separator: ", "), Self.people)
        #expect(
            both.pagination == .lastRow(after: "after", before: "before", id: id, limitParameter: "limit", limit: 50))
        #expect(both.filters == [])
        let dates = try screen(
            [query("after", "{type: string, format: date-time}"), limit].joined(separator: ", "), Self.people)
        #expect(dates.pagination == .none && dates.filters.map(\.name) == ["after", "limit"])
    }

    @Test(
        "A parameter that takes nothing but a row's id needs no number of rows, and any that may where the answer says if there are more",
        arguments: [
            ("since_id", "data: {type: array, items: {properties: {id: {type: integer}}}}", "id"),
            ("after_id", "data: {type: array, items: {properties: {a_id: {type: integer}}}}", "a_id"),
            (
                "after", "data: {type: array, items: {properties: {id: {type: string}}}}, has_more: {type: boolean}",
                "id"
            ),
        ])
    func lastRowAlone(parameter: String, members: String, id: String) throws {
        let screen = try screen(query(parameter), "{properties: {\(members)}}")
        #expect(screen.pagination == .lastRow(after: parameter, before: nil, id: JSONPointer(tokens: [id])))
        #expect(screen.filters == [])
    }

    @Test("Rows counted from 1, and sizes no server would give")
    func oddNumbers() throws {
        let screen = try screen(
            [
                query("startIndex", "{type: integer, minimum: 1}"),
                query("count", "{type: integer, default: 9223372036854775807}"),
            ]
            .joined(separator: ", "), Self.people)
        #expect(
            screen.pagination == .offset(parameter: "startIndex", limitParameter: "count", limit: 100_000, first: 1))
    }

    @Test("A next link whose name begins with a sign")
    func odata() throws {
        let screen = try screen(
            query("$skip", "{type: integer}"),
            "{properties: {value: \(Self.people), '@odata.nextLink': {type: string}}}")
        #expect(screen.pagination == .cursor(parameter: "$skip", next: JSONPointer(tokens: ["@odata.nextLink"])))
    }
}
