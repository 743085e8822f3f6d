import APIDocument
import APIModel
import Testing
import WireFormats

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

    @Test("x-list names the rows, the next page and the total of an answer without them")
    func rows() throws {
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
