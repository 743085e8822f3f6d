import APIModel
import HTTPTypes
import Testing
import WireFormats

@testable import AppCore

@Suite struct PaginationRecognitionTests {
    /// The query parameters and the answer of a list, how it is paged, and the parameters that stay filters.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let parameters: [(name: String, schema: String)]
        let answer: String
        let pagination: Pagination
        let filters: [String]

        init(
            _ name: String, _ parameters: [(name: String, schema: String)], _ answer: String, _ pagination: Pagination,
            filters: [String] = []
        ) {
            testDescription = name
            (self.parameters, self.answer, self.pagination, self.filters) = (parameters, answer, pagination, filters)
        }
    }

    private static func at(_ tokens: String...) -> JSONPointer { JSONPointer(tokens: tokens) }

    private static let text = "{type: string}"
    private static let number = "{type: integer}"
    private static let list = "{type: array, items: {properties: {id: {type: string}, name: {type: string}}}}"
    private static let limit = ("limit", "{type: integer, maximum: 100, minimum: 1}")
    private static let lastRow = Pagination.lastRow(
        after: "after", before: "before", id: at("id"), limitParameter: "limit", limit: 50)

    /// An object with the list and these members beside it.
    private static func data(_ members: String = "") -> String { "{properties: {data: \(list), \(members)}}" }

    private static let rows = [
        Row(
            "a cursor in the answer and a parameter that takes it",
            [("page[after]", text), ("page[size]", number), ("q", text)],
            data("meta: {properties: {next_cursor: {type: [string, 'null']}}}"),
            .cursor(parameter: "page[after]", next: at("meta", "next_cursor")), filters: ["q"]),
        Row(
            "a cursor parameter without a cursor in the answer is a filter", [("after", text)], list, .none,
            filters: ["after"]),
        Row(
            "a URL of the next page, whatever the parameters are called", [("page", number)],
            data("next: {type: string, format: uri}"), .cursor(parameter: "page", next: at("next"))),
        Row(
            "what comes next is an address where no parameter takes anything else", [("limit", number)],
            data("paging: {properties: {next: \(text)}}"), .cursor(parameter: "", next: at("paging", "next"))),
        Row(
            "a next link whose name begins with a sign", [("$skip", number)],
            "{properties: {value: \(list), '@odata.nextLink': \(text)}}",
            .cursor(parameter: "$skip", next: at("@odata.nextLink"))),
        Row(
            "a cursor in objects that lie in each other", [("cursor", text)],
            data("meta: {properties: {pagination: {properties: {links: {properties: {next: \(text)}}}}}}"),
            .cursor(parameter: "cursor", next: at("meta", "pagination", "links", "next"))),
        Row(
            "one of two cursors", [("after", text)],
            data("paging: {properties: {cursors: {properties: {after: \(text)}}}}"),
            .cursor(parameter: "after", next: at("paging", "cursors", "after"))),
        Row(
            "one of two cursors, deeper", [("after", text)],
            data("meta: {properties: {paging: {properties: {cursors: {properties: {after: \(text)}}}}}}"),
            .cursor(parameter: "after", next: at("meta", "paging", "cursors", "after"))),
        Row(
            "a cursor beside rows that are wrapped", [("cursor", text)],
            "{properties: {data: {properties: {items: \(list), next_cursor: \(text)}}, status: \(text)}}",
            .cursor(parameter: "cursor", next: at("data", "next_cursor"))),
        Row(
            "page numbers start where the schema says",
            [("page", "{type: integer, minimum: 0}"), ("per_page", "{type: integer, default: 30}")], data(),
            .page(parameter: "page", first: 0, sizeParameter: "per_page", size: 30)),
        Row(
            "pages of Spring are counted from 0", [("page", number), ("size", number)],
            data("totalElements: \(number)"), .page(parameter: "page", first: 0, sizeParameter: "size")),
        Row(
            "pages of Spring, told in an object", [("page", number), ("size", number)],
            data("page: {properties: {totalElements: \(number)}}"),
            .page(parameter: "page", first: 0, sizeParameter: "size")),
        Row(
            "an index is counted from 0", [("pageIndex", number), ("size", number)], data("total: \(number)"),
            .page(parameter: "pageIndex", first: 0, sizeParameter: "size")),
        Row(
            "other pages are counted from 1", [("page", number), ("size", number)], data("total: \(number)"),
            .page(parameter: "page", first: 1, sizeParameter: "size")),
        Row(
            "pages in brackets", [("page[number]", number), ("page[size]", number)], list,
            .page(parameter: "page[number]", first: 1, sizeParameter: "page[size]")),
        Row(
            "results per page", [("pageNumber", number), ("resultsPerPage", number)], list,
            .page(parameter: "pageNumber", first: 1, sizeParameter: "resultsPerPage")),
        Row(
            "offset and limit", [("offset", number), ("limit", "{type: integer, maximum: 20}")], data(),
            .offset(parameter: "offset", limitParameter: "limit", limit: 20)),
        Row(
            "skip and top", [("$skip", number), ("$top", number)], list,
            .offset(parameter: "$skip", limitParameter: "$top", limit: 50)),
        Row(
            "from and size", [("from", number), ("size", number)], list,
            .offset(parameter: "from", limitParameter: "size", limit: 50)),
        Row("from alone is a filter", [("from", number)], list, .none, filters: ["from"]),
        Row(
            "an offset in brackets", [("page[offset]", number), ("page[limit]", number)], list,
            .offset(parameter: "page[offset]", limitParameter: "page[limit]", limit: 50)),
        Row(
            "start and rows", [("start", number), ("rows", number)], list,
            .offset(parameter: "start", limitParameter: "rows", limit: 50)),
        Row(
            "rows counted from 1, and sizes no server would give",
            [
                ("startIndex", "{type: integer, minimum: 1}"),
                ("count", "{type: integer, default: 9223372036854775807}"),
            ],
            list, .offset(parameter: "startIndex", limitParameter: "count", limit: 100_000, first: 1)),
        Row(
            "what is only called like paging, but is a date or text, is a filter",
            [("start", "{type: string, format: date}"), ("page", text)], data(), .none, filters: ["start", "page"]),
        Row(
            "rows that go on behind the last one's id, where there is a number of rows to ask for",
            [("before", text), ("after", text), ("around", text), limit], list, lastRow),
        Row(
            "a moment is no row's id", [("after", "{type: string, format: date-time}"), limit], list, .none,
            filters: ["after", "limit"]),
        Row(
            "what takes nothing but a row's id needs no number of rows", [("since_id", text)],
            "{properties: {data: {type: array, items: {properties: {id: \(number)}}}}}",
            .lastRow(after: "since_id", before: nil, id: at("id"))),
        Row(
            "an id of another name", [("after_id", text)],
            "{properties: {data: {type: array, items: {properties: {a_id: \(number)}}}}}",
            .lastRow(after: "after_id", before: nil, id: at("a_id"))),
        Row(
            "what may take a row's id, where the answer says if there are more", [("after", text)],
            data("has_more: {type: boolean}"), .lastRow(after: "after", before: nil, id: at("id"))),
    ]

    private func screen(
        _ parameters: [(name: String, schema: String)], _ answer: String, headers: String = ""
    ) throws -> Screen {
        let query = parameters.map { "{name: '\($0)', in: query, schema: \($1)}" }.joined(separator: ", ")
        let content = "content: {application/json: {schema: \(answer)}}"
        return try firstScreen("  /a: {get: {parameters: [\(query)], responses: {'200': {\(headers)\(content)}}}}")
    }

    @Test("A list's paging is recognized by its parameters and its answer", arguments: rows)
    func recognised(row: Row) throws {
        let screen = try screen(row.parameters, row.answer)
        #expect(screen.pagination == row.pagination)
        #expect(screen.filters.map(\.name) == row.filters)
    }

    @Test("A documented Link header is followed") func link() throws {
        let screen = try screen([("page", Self.number)], Self.list, headers: "headers: {Link: {schema: {}}}, ")
        #expect(screen.pagination == .link && screen.filters == [])
    }

    @Test("A next page without a parameter is followed if it is a URL") func address() throws {
        let screen = try screen([("limit", Self.number)], Self.data("paging: {properties: {next: {type: string}}}"))
        func next(_ text: String) -> PageToken? {
            let json: JSONValue = ["data": [["id": 1]], "paging": ["next": .string(text)]]
            let response = APIResponse(head: HTTPResponse(status: .ok), body: json.bytes(.compact))
            return screen.page(nil, rows: json["data"]?.arrayValue ?? [], in: response).next
        }
        #expect(next("https://x.example/a?after=7")?.position == .query([QueryItem("after", "7")]))
        #expect(next("c7") == nil)
    }
}
