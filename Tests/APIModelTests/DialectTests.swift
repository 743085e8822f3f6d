import APIDocument
import SourceTexts
import Testing
import WireFormats

@testable import APIModel

/// One row for each dialect: a list as it writes it, and what is found in it.
@Suite struct DialectTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let dialect: String
        /// The schema of a list's reply; ROW stands for an object with an id.
        let reply: String
        var parameters = ""
        let rows: String
        var pagination = Pagination.none
        var total: String?
        /// Members with the same value in every row.
        var constants: [String] = []
        var testDescription: String { dialect }
    }

    static let rows: [Row] = [
        Row(
            dialect: "plain", reply: "data: ROWS, meta: {properties: {total: {type: integer}}}", rows: "/data",
            total: "/meta/total"),
        Row(
            dialect: "JSON:API",
            reply: """
                data: {type: array, items: {properties: {type: {}, id: {}, attributes: {properties: {name: {}}}}}}, \
                jsonapi: {}, included: ROWS, links: {properties: {next: {type: string}}}
                """, parameters: "{name: 'page[number]', in: query, schema: {type: integer}}", rows: "/data",
            pagination: .cursor(parameter: "page[number]", next: pointer("/links/next"))),
        Row(
            dialect: "HAL", reply: "_embedded: {properties: {orders: ROWS}}, _links: {type: object}",
            rows: "/_embedded/orders"),
        Row(
            dialect: "Spring", reply: "content: ROWS, totalElements: {type: integer}, sort: {type: object}",
            parameters: "{name: page, in: query, schema: {type: integer}}", rows: "/content",
            pagination: .page(parameter: "page", first: 0), total: "/totalElements"),
        Row(
            dialect: "OData",
            reply: """
                '@odata.context': {type: string}, '@odata.count': {type: integer}, '@odata.nextLink': {type: string}, \
                value: ROWS
                """, rows: "/value", pagination: .cursor(parameter: "cursor", next: pointer("/@odata.nextLink")),
            total: "/@odata.count", constants: ["@odata.etag"]),
        Row(
            dialect: "Hydra", reply: "'hydra:member': ROWS, 'hydra:totalItems': {type: integer}, 'hydra:view': ROW",
            rows: "/hydra:member", total: "/hydra:totalItems", constants: ["@type"]),
        Row(
            dialect: "Kubernetes",
            reply: """
                apiVersion: {type: string}, kind: {type: string}, metadata: {properties: {continue: {type: string}}}, \
                items: ROWS
                """, parameters: "{name: continue, in: query, schema: {type: string}}", rows: "/items",
            pagination: .cursor(parameter: "continue", next: pointer("/metadata/continue")),
            constants: ["apiVersion", "kind"]),
        Row(
            dialect: "Google", reply: "kind: {type: string}, nextPageToken: {type: string}, files: ROWS",
            parameters: "{name: pageToken, in: query, schema: {type: string}}", rows: "/files",
            pagination: .cursor(parameter: "pageToken", next: pointer("/nextPageToken")), constants: ["kind"]),
        Row(
            dialect: "FHIR",
            reply: "resourceType: {type: string}, total: {type: integer}, entry: ROWS, link: ROWS", rows: "/entry",
            total: "/total", constants: ["resourceType"]),
        Row(
            dialect: "Stripe",
            reply: "object: {type: string}, has_more: {type: boolean}, data: ROWS",
            parameters: "{name: starting_after, in: query, schema: {type: string}}", rows: "/data",
            pagination: .lastRow(after: "starting_after", before: nil, id: pointer("/id")), constants: ["object"]),
    ]

    private static func pointer(_ text: String) -> JSONPointer {
        JSONPointer(tokens: text.split(separator: "/").map(String.init))
    }

    @Test("A dialect is recognized, and its lists are read", arguments: rows) func dialect(_ row: Row) throws {
        let one = "{type: object, properties: {id: {type: string}}}"
        let reply = row.reply.replacing("ROWS", with: "{type: array, items: \(one)}").replacing("ROW", with: one)
        let document = try document(
            """
              /orders:
                get:
                  parameters: [\(row.parameters)]
                  responses: {'200': {content: {application/json: {schema: {type: object, properties: {\(reply)}}}}}}
            """)
        #expect(document.dialects.contains { $0.name == row.dialect })
        let list = try #require(document.list(of: document.operations[0]))
        #expect(list.rows.description == row.rows && list.pagination == row.pagination)
        #expect(list.facts.total?.description == row.total)
        #expect(row.constants.allSatisfy(document.isConstant))
    }

    @Test("A dialect's conventions apply only to documents in that dialect") func others() throws {
        let document = try document("  /a: {get: {}}")
        #expect(document.firstPage == 1 && !document.isConstant("kind") && !document.isConstant("object"))
    }

    @Test("Additions of frameworks are removed from the name of a function") func functions() throws {
        let document = try document(
            """
              /api/v1/tasks: {get: {operationId: read_tasks_api_v1_tasks_get}}
              /bookings: {get: {operationId: BookingsController_findAll}}
              /plain: {get: {operationId: listPlain}}
            """)
        #expect(document.operations.map(document.functionName) == ["read_tasks", "findAll", "listPlain"])
    }
}

@Suite struct ListWishTests {
    private static func list(_ wish: String) throws -> APIDocument {
        try document(
            """
              /feed:
                get:
                  x-list: \(wish)
                  parameters: [{name: from_mark, in: query, schema: {type: string}}]
                  responses:
                    '200':
                      description: ok
                      content:
                        application/json:
                          schema:
                            type: object
                            properties:
                              id: {type: string}
                              strange: {type: object, properties: {sum: {type: integer}, things: {type: array, items: {type: object, properties: {n: {type: integer}}}}}}
                              mark: {type: string, format: uri}
            """)
    }

    @Test("x-list names the rows, the next page and the total of an answer without them") func rows() throws {
        let plain = try Self.list("{}")
        #expect(plain.list(of: plain.operations[0]) == nil)
        let document = try Self.list("{rows: /strange/things, next: /mark, total: /strange/sum}")
        let list = try #require(document.list(of: document.operations[0]))
        #expect(list.rows.description == "/strange/things" && list.row.properties.map(\.name) == ["n"])
        #expect(list.pagination == .cursor(parameter: "cursor", next: JSONPointer(tokens: ["mark"])))
        #expect(list.facts.total == JSONPointer(tokens: ["strange", "sum"]))
        #expect(document.listComplaints.isEmpty)
    }

    @Test(
        "A faulty `x-list` is reported with its place",
        arguments: [
            ("[]", "must be an object", ""), ("{rows: 7}", "must be a JSON pointer", "/rows"),
            ("{rows: /no}", "has nothing at \"/no\"", "/rows"), ("{rows: /id}", "no array at \"/id\"", "/rows"),
            ("{row: /id}", "has no key \"row\"", "/row"),
        ])
    func complaints(wish: String, message: String, place: String) throws {
        let complaint = try #require(try Self.list(wish).listComplaints.first)
        #expect(complaint.message.contains(message))
        #expect(complaint.pointer.description == "/paths/~1feed/get/x-list" + place)
    }
}

/// A document of a few lines of YAML.
func document(_ paths: String, rest: String = "") throws -> APIDocument {
    let text = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n\(rest)\npaths:\n\(paths)\n"
    return try APIDocument(SourceText(name: "t.yaml", bytes: Array(text.utf8)))
}
