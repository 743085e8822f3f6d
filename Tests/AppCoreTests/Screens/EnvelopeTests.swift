import AppCore
import Testing
import WireFormats

/// Which array of an answer has the rows, whatever stands around it.
@Suite struct EnvelopeTests {
    private static let row = "{type: object, properties: {id: {type: string}, name: {type: string}}}"
    private static let rows = "{type: array, items: \(row)}"
    private static let links = "{type: array, items: {type: object, properties: {url: {type: string}}}}"
    private static let words = "{type: array, items: {type: string}}"
    private static let map = "{type: object, additionalProperties: {type: string}}"

    private func screen(_ members: String) throws -> Screen {
        let schema = "{type: object, properties: {\(members)}}"
        return try #require(try catalog("  /things: {get: {\(answer(schema))}}").screens.first)
    }

    @Test(
        "Rows stand beside links, words, maps and counts, and in a page of a telling name",
        arguments: [
            ("kind: {}, id: {}, type: {}, total: {type: integer}, link: \(links), entry: \(rows)", ["entry"]),
            ("resourceType: {}, link: \(links), part: \(rows)", ["part"]),
            ("startAt: {}, total: {}, issues: \(rows), names: \(map), schema: \(map), warnings: \(words)", ["issues"]),
            ("nextPage: {}, pageSize: {}, issues: \(rows), hints: \(words), names: \(map)", ["issues"]),
            (
                "took: {}, timed: {}, shards: {type: object, properties: {total: {}}}, "
                    + "hits: {type: object, properties: {total: {}, score: {}, hits: \(rows)}}", ["hits", "hits"]
            ),
        ])
    func collections(members: String, place: [String]) throws {
        let screen = try screen(members)
        #expect(screen.kind == .collection && screen.rows == JSONPointer(tokens: place))
        #expect(screen.columns.map(\.title) == ["Name", "Id"])
    }

    @Test(
        "A thing that has rows, words, tuples or a page among its members stays a thing",
        arguments: [
            "id: {}, status: {}, total: {}, owner: {}, lines: \(rows)", "id: {}, lines: \(rows), parts: \(rows)",
            "start: {}, total: {}, note: {}, id: {}, legs: \(rows)", "title: {}, note: {}, tags: \(words)",
            "type: {const: Point}, coordinates: {type: array, prefixItems: [{type: number}], items: false}",
            "type: {const: Point}, coordinates: {type: array, items: {type: number}}",
            "title: {}, author: {}, content: {type: object, properties: {sections: \(rows)}}",
            "user: {type: object, properties: {id: {}}}, data: {type: object, properties: {total: {}, items: \(rows)}}",
        ])
    func things(members: String) throws {
        #expect(try screen(members).kind == .item)
    }

    @Test("A tuple is one thing and no list of rows")
    func tuple() throws {
        let tuple = "{type: array, prefixItems: [{type: string}, {type: boolean}], items: {type: integer}}"
        let screen = try #require(try catalog("  /span: {get: {\(answer(tuple))}}").screens.first)
        #expect(screen.kind == .item && screen.rows == .root)
    }
}
