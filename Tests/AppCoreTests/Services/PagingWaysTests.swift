import APIDocument
import APIModel
import HTTPTypes
import SourceTexts
import Testing
import WireFormats

@testable import AppCore

/// How well-known servers page, each with the requests that must follow.
@Suite("Paging methods of servers") struct PagingWaysTests {
    /// One server: how its pages are asked for, what it answers, and the paths that are then asked for.
    struct Way: Sendable, CustomTestStringConvertible {
        let name: String
        let pagination: Pagination
        var rows = "/data"
        /// The user's filters.
        var query: [QueryItem] = []
        let answers: [String]
        var headers: [HTTPFields] = []
        let paths: [String]
        var total: Int?
        var testDescription: String { name }
    }

    private static func link(_ text: String) -> HTTPFields { [HTTPField.Name("Link")!: text] }
    private static let next = JSONPointer(tokens: ["next"])
    private static let id = JSONPointer(tokens: ["id"])

    static let ways: [Way] = [
        Way(
            name: "pages and a Link header with first, last, next and a foreign anchor", pagination: .link, rows: "",
            answers: ["[1, 2]", "[3]"],
            headers: [
                link(
                    #"<https://api.test/v1/t?page=9>; rel="next"; anchor="/other", <https://api.test/v1/t?page=2>; rel="next""#
                ),
                link(#"<https://api.test/v1/t?page=1>; rel="first""#),
            ], paths: ["/v1/t", "/v1/t?page=2"]),
        Way(
            name: "a quoted title that looks like a relation", pagination: .link, rows: "", answers: ["[1]"],
            headers: [link(#"<?page=2>; title="a, b; rel=next"; rel=prev"#)], paths: ["/v1/t"]),
        Way(
            name: "a Link header with the page before", pagination: .link, rows: "", answers: ["[1]", "[2]"],
            headers: [link("</t?p=1>; rel=prev, </t?p=2>; rel=next")], paths: ["/v1/t", "/v1/t?p=2"]),
        Way(
            name: "a Link header with commas in targets and several relations", pagination: .link, rows: "",
            answers: ["[1]", "[2]"],
            headers: [link(#"</t?a=1,2>; rel="first"; title="a, b", <?p=2>; title="x"; rel="last next""#)],
            paths: ["/v1/t", "/v1/t?p=2"]),
        Way(
            name: "a cursor until it is null, beside the user's filters",
            pagination: .cursor(parameter: "cursor", next: next), query: [QueryItem("q", "a")],
            answers: [#"{"next": "a/b=", "data": [1, 2]}"#, #"{"next": null, "data": [3]}"#],
            paths: ["/v1/t?q=a", "/v1/t?q=a&cursor=a%2Fb%3D"]),
        Way(
            name: "a cursor that leads to itself ends the list", pagination: .cursor(parameter: "c", next: next),
            answers: [#"{"next": 7, "data": [1]}"#], paths: ["/v1/t", "/v1/t?c=7"]),
        Way(
            name: "a cursor that is a URL is followed by its query and never leaves this server",
            pagination: .cursor(parameter: "c", next: next),
            answers: [#"{"next": "https://evil.test/other?p=2&q=a%20b", "data": [1]}"#, #"{"data": [2]}"#],
            paths: ["/v1/t", "/v1/t?p=2&q=a%20b"]),
        Way(
            name: "numbered pages of a known size end with the first that is not full",
            pagination: .page(parameter: "page", first: 1, sizeParameter: "size", size: 2),
            answers: [#"{"data": [1, 2]}"#, #"{"data": [3, 4]}"#, #"{"data": [5]}"#],
            paths: ["/v1/t?size=2", "/v1/t?size=2&page=2", "/v1/t?size=2&page=3"]),
        Way(
            name: "the last row's id, with has_more",
            pagination: .lastRow(after: "starting_after", before: nil, id: id, limitParameter: "limit", limit: 2),
            answers: [
                #"{"has_more": true, "data": [{"id": "b"}, {"id": "a"}]}"#,
                #"{"has_more": false, "data": [{"id": "c"}, {"id": "d"}]}"#,
            ], paths: ["/v1/t?limit=2", "/v1/t?limit=2&starting_after=a"]),
        Way(
            name: "the last row's number, newest first: before",
            pagination: .lastRow(after: "after", before: "before", id: id, limitParameter: "limit", limit: 2), rows: "",
            answers: [#"[{"id": "1000"}, {"id": "999"}]"#, #"[{"id": "998"}]"#],
            paths: ["/v1/t?limit=2", "/v1/t?limit=2&before=999"]),
        Way(
            name: "the last row's number, oldest first: after",
            pagination: .lastRow(after: "after", before: "before", id: id, limitParameter: "limit", limit: 2), rows: "",
            answers: [#"[{"id": "999"}, {"id": "1000"}]"#, "[]"], paths: ["/v1/t?limit=2", "/v1/t?limit=2&after=1000"]),
        Way(
            name: "the last row's id alone: a page shorter than the first is the last",
            pagination: .lastRow(after: "since_id", before: nil, id: id), rows: "",
            answers: [#"[{"id": 1}, {"id": 2}]"#, #"[{"id": 3}]"#], paths: ["/v1/t", "/v1/t?since_id=2"]),
        Way(
            name: "what came since a row does not lead down a list",
            pagination: .lastRow(after: "since_id", before: nil, id: id), rows: "",
            answers: [#"[{"id": 2}, {"id": 1}]"#], paths: ["/v1/t"]),
        Way(
            name: "offset and limit with Content-Range, fewer rows at once than asked for",
            pagination: .offset(parameter: "offset", limitParameter: "limit", limit: 50),
            answers: [#"{"data": [1, 2]}"#, #"{"data": [3]}"#],
            headers: [
                [HTTPField.Name("Content-Range")!: "items 0-1/3"], [HTTPField.Name("Content-Range")!: "items 2-2/3"],
            ],
            paths: ["/v1/t?limit=50", "/v1/t?limit=50&offset=2"], total: 3),
        Way(
            name: "from and size, the total in an object",
            pagination: .offset(parameter: "from", limitParameter: "size", limit: 2), rows: "/hits/hits",
            answers: [
                #"{"hits": {"total": {"value": 3}, "hits": [1, 2]}}"#,
                #"{"hits": {"total": {"value": 3}, "hits": [3]}}"#,
            ], paths: ["/v1/t?size=2", "/v1/t?size=2&from=2"], total: 3),
        Way(
            name: "rows counted from 1",
            pagination: .offset(parameter: "startIndex", limitParameter: "count", limit: 1, first: 1),
            answers: [#"{"totalResults": 2, "data": [1]}"#, #"{"totalResults": 2, "data": [2]}"#],
            paths: ["/v1/t?count=1", "/v1/t?count=1&startIndex=2"], total: 2),
        Way(
            name: "$top and $skip with a next link",
            pagination: .cursor(parameter: "$skip", next: JSONPointer(tokens: ["@odata.nextLink"])), rows: "/value",
            answers: [
                #"{"@odata.count": 3, "@odata.nextLink": "https://api.test/v1/t?$skip=2&$top=2", "value": [1, 2]}"#,
                #"{"value": [3]}"#,
            ], paths: ["/v1/t", "/v1/t?%24skip=2&%24top=2"], total: 3),
        Way(
            name: "pages that the server counts from 0, and says which is the last",
            pagination: .page(parameter: "page", sizeParameter: "size", size: 2),
            answers: [
                #"{"number": 0, "last": false, "totalElements": 4, "data": [1, 2]}"#,
                #"{"number": 1, "last": true, "totalElements": 4, "data": [3, 4]}"#,
            ], paths: ["/v1/t?size=2", "/v1/t?size=2&page=1"], total: 4),
        Way(
            name: "links.next as an object",
            pagination: .cursor(parameter: "page[number]", next: JSONPointer(tokens: ["links", "next", "href"])),
            answers: [
                #"{"links": {"next": {"href": "/t?page%5Bnumber%5D=2"}}, "data": [1]}"#, #"{"links": {}, "data": [2]}"#,
            ],
            paths: ["/v1/t", "/v1/t?page%5Bnumber%5D=2"]),
        Way(
            name: "a cursor that stays on the last page, where hasNextPage says it is",
            pagination: .cursor(parameter: "after", next: JSONPointer(tokens: ["pageInfo", "endCursor"])),
            answers: [#"{"pageInfo": {"endCursor": "x", "hasNextPage": false}, "data": [1]}"#], paths: ["/v1/t"]),
        Way(
            name: "count is the page's own number of rows",
            pagination: .offset(parameter: "offset", limitParameter: "limit", limit: 2),
            answers: [#"{"count": 2, "data": [1, 2]}"#, #"{"count": 1, "data": [3]}"#],
            paths: ["/v1/t?limit=2", "/v1/t?limit=2&offset=2"]),
        Way(
            name: "numbers alone: a page shorter than the first is the last",
            pagination: .page(parameter: "p", first: 1, sizeParameter: nil, size: nil), rows: "",
            answers: ["[1, 2]", "[3, 4]", "[5]"], paths: ["/v1/t", "/v1/t?p=2", "/v1/t?p=3"]),
        Way(
            name: "numbers alone: a page as long as the first may be followed by none",
            pagination: .page(parameter: "p", first: 1, sizeParameter: nil, size: nil), rows: "",
            answers: ["[1, 2]", "[3, 4]", "[]"], paths: ["/v1/t", "/v1/t?p=2", "/v1/t?p=3"]),
        Way(
            name: "what a page says of itself in an object deeper, or beside rows that are wrapped",
            pagination: .page(parameter: "p", sizeParameter: "n", size: 2), rows: "/data/items",
            answers: [
                #"{"data": {"items": [1, 2]}, "meta": {"pagination": {"total": 4}}}"#,
                #"{"data": {"items": [3, 4]}, "meta": {"pagination": {"total": 4}}}"#,
            ],
            paths: ["/v1/t?n=2", "/v1/t?n=2&p=2"], total: 4),
        Way(
            name: "a full last page, known by the total",
            pagination: .page(parameter: "p", sizeParameter: "n", size: 2),
            answers: [
                #"{"meta": {"total_count": 4}, "data": [1, 2]}"#, #"{"meta": {"total_count": 4}, "data": [3, 4]}"#,
            ],
            paths: ["/v1/t?n=2", "/v1/t?n=2&p=2"], total: 4),
        Way(
            name: "a Link header nobody described", pagination: .none, rows: "", answers: ["[1]", "[2]"],
            headers: [link("</t?after=1>; rel=next"), [:]], paths: ["/v1/t", "/v1/t?after=1"]),
    ]

    @Test("The next page is requested as the server requires, and the last one is recognized", arguments: ways)
    func way(_ way: Way) async throws {
        let transport = StubTransport(
            way.answers.enumerated().map { number, text in
                answer(200, text, headers: way.headers.indices.contains(number) ? way.headers[number] : [:])
            })
        let pages = try APIClient(transport)
        let list = try list(of: way.answers[0], rows: way.rows, way.pagination)
        var token: PageToken?
        var totals: [Int?] = []
        for _ in 1...5 {
            let page = try await pages.page(
                token, of: list, at: Endpoint(path: "/t", query: way.query), in: .test)
            totals.append(page.total)
            token = page.next
            if token == nil { break }
        }
        #expect(transport.sent.compactMap { $0.request.path } == way.paths)
        if let total = way.total { #expect(totals.first == total) }
    }

    @Test(
        "A list is cut off if the server reports more rows without a way to the next page",
        arguments: [
            (#"{"data": [1], "has_more": true}"#, Pagination.none, true),
            (#"{"data": [1], "has_more": false, "total": 9}"#, .none, false),
            (#"{"data": [1], "total": 9}"#, .none, true), (#"{"data": [1], "total": 1}"#, .none, false),
            (#"{"data": [], "has_more": true}"#, .none, false),
            (#"{"data": [1], "meta": {"more": true}, "next": null}"#, .cursor(parameter: "c", next: next), true),
            (#"{"data": [1], "total": 9, "next": null}"#, .cursor(parameter: "c", next: next), false),
            (#"{"data": [1], "has_more": true, "next": "x"}"#, .cursor(parameter: "c", next: next), false),
        ])
    func cutOff(body: String, pagination: Pagination, isCutOff: Bool) async throws {
        let pages = try APIClient(StubTransport(answer(200, body)))
        let list = try list(of: body, rows: "/data", pagination)
        let page = try await pages.page(nil, of: list, at: Endpoint(path: "/t"), in: .test)
        #expect(page.isCutOff == isCutOff)
    }

    @Test("The page of any row is calculated, with numbers from 0 and from 1") func pageOfRow() {
        let pages = Pagination.page(parameter: "p", first: 1, sizeParameter: nil, size: nil)
        #expect(pages.token(ofRow: 49, size: 50)?.token == nil)
        #expect(pages.token(ofRow: 50, size: 50)?.token?.position == .page(2))
        #expect(
            pages.numbered(by: PageToken(position: .page(1))).token(ofRow: 120, size: 50)?.token?.position == .page(2))
        #expect(pages.token(ofRow: 999_999, size: 50)?.start == 999_950)
        #expect(Pagination.link.token(ofRow: 5, size: 50) == nil)
    }
}

@Suite("A page of a collection") struct CollectionTests {
    @Test("A reply without the rows is an error that names the place") func missing() async throws {
        let service = try APIClient(StubTransport(answer(200, #"{"data": {}}"#)))
        var list = Screen(id: "t", title: "T", kind: .collection)
        list.rows = try JSONPointer("/data")
        let error = await failure { [list] () throws(APIError) in
            try await service.page(nil, of: list, at: Endpoint(path: "/t"), in: .test)
        }
        #expect(error?.kind == .malformedBody)
        #expect(error?.userMessage.contains("\"data\"") == true)
    }
}

@Suite("Reading one item") struct ItemTests {
    @Test("The item is unwrapped and keeps its document and entity tag") func item() async throws {
        let stub = answer(200, #"{"data": {"id": 1}, "meta": 2}"#, headers: [.eTag: "\"v1\""])
        let service = try APIClient(StubTransport(stub))
        let item = try await service.item(Endpoint(path: "/x"), unwrapping: try JSONPointer("/data"), in: .test)
        #expect(item.value == ["id": 1])
        #expect(item.document["meta"] == 2)
        #expect(item.etag == "\"v1\"")
    }
}

/// A list with replies like this one.
private func list(of reply: String, rows: String, _ pagination: Pagination) throws -> Screen {
    var list = Screen(id: "t", title: "T", kind: .collection)
    (list.rows, list.pagination) = (try JSONPointer(rows), pagination)
    list.facts = PageFactPlaces(
        in: .inferred(from: try JSONValue(parsing: reply)), rows: list.rows,
        of: try document(paths: "  /a: {get: {}}"))
    return list
}
