import APIModel
import AppCore
import HTTPTypes
import Testing
import WireFormats

/// The table "Style Examples" of the standard (OpenAPI 3.0.4, 3.1.1 and 3.2.0), row by row.
@Suite struct StyleExamplesTests {
    private static let values: [JSONValue] = ["", "blue", ["blue", "black", "brown"], ["R": 100, "G": 200, "B": 150]]

    @Test(
        "The standard's examples are written as documented; nil is a gap that is not sent",
        arguments: [
            (
                "path", "matrix", false,
                [";color", ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"]
            ),
            (
                "path", "matrix", true,
                [";color", ";color=blue", ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"]
            ),
            ("path", "label", false, [".", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"]),
            ("path", "label", true, [".", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"]),
            ("path", "simple", false, [nil, "blue", "blue,black,brown", "R,100,G,200,B,150"]),
            ("path", "simple", true, [nil, "blue", "blue,black,brown", "R=100,G=200,B=150"]),
            ("header", "simple", false, ["", "blue", "blue,black,brown", "R,100,G,200,B,150"]),
            ("header", "simple", true, ["", "blue", "blue,black,brown", "R=100,G=200,B=150"]),
            ("query", "form", false, ["color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"]),
            (
                "query", "form", true,
                ["color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"]
            ),
            (
                "query", "spaceDelimited", false,
                ["color=", "color=blue", "color=blue%20black%20brown", "color=R%20100%20G%20200%20B%20150"]
            ),
            (
                "query", "pipeDelimited", false,
                ["color=", "color=blue", "color=blue%7Cblack%7Cbrown", "color=R%7C100%7CG%7C200%7CB%7C150"]
            ),
            (
                "query", "deepObject", true,
                [
                    "color=", "color=blue", "color=blue&color=black&color=brown",
                    "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
                ]
            ),
            (
                "cookie", "cookie", true,
                ["color=", "color=blue", "color=blue; color=black; color=brown", "R=100; G=200; B=150"]
            ),
            ("cookie", "cookie", false, ["color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"]),
        ] as [(String, String, Bool, [String?])])
    func table(location: String, style: String, explodes: Bool, expected: [String?]) throws {
        let path = location == "path" ? "/x/{color}" : "/x"
        let parameter =
            "{name: color, in: \(location), required: true, style: \(style), explode: \(explodes), schema: {}}"
        let load = try #require(
            try firstScreen("  \(path): {get: {parameters: [\(parameter)], \(answer("{type: object}"))}}").load)
        for (value, expected) in zip(Self.values, expected) {
            let endpoint = try? load.endpoint(["color": value])
            let written =
                switch location {
                case "path": endpoint.map { String($0.path.dropFirst("/x/".count)) }
                case "header": endpoint?.headers.first { $0.name.canonicalName == "color" }?.value
                case "cookie": endpoint?.headers[.cookie]
                default: endpoint.map { QueryItem.encoded($0.query) }
                }
            // A lone dot would be a step in the path; its spelling is the same for the server.
            #expect(written == (expected == "." ? "%2E" : expected), "\(value.text())")
        }
    }

    @Test(
        "A delimiter in a value is encoded, the one between values is not; allowReserved keeps unambiguous characters")
    func delimiters() throws {
        func query(_ rest: String, _ value: JSONValue) throws -> String {
            let parameter = "{name: p, in: query, required: true, \(rest)}"
            let list = try catalog("  /x: {get: {parameters: [\(parameter)], \(answer("{type: object}"))}}")
            return QueryItem.encoded(try #require(list.screens.first?.load).endpoint(["p": value]).query)
        }
        #expect(try query("explode: false, schema: {type: array}", ["a,b", "c&d"]) == "p=a%2Cb,c%26d")
        #expect(try query("schema: {type: string}", "a,b") == "p=a%2Cb")
        #expect(
            try query("allowReserved: true, schema: {type: string}", "/a?b=c&d#e+f 1%") == "p=/a?b=c%26d%23e%2Bf%201%25"
        )
        #expect(try query("style: deepObject, schema: {}", ["k": ["a", "b"]]) == "p%5Bk%5D=a&p%5Bk%5D=b")
    }

    @Test("Typed lists and objects are sent as such, also with a `$ref`") func typed() throws {
        let document = try catalog(
            """
              /x: {get: {operationId: x, parameters: [{name: l, in: query, explode: false, schema: {$ref: '#/components/schemas/L'}},
                {name: o, in: query, style: deepObject, schema: {$ref: '#/components/schemas/O'}}], \(answer("{type: array, items: {type: object}}"))}}
            """, rest: "components: {schemas: {L: {type: array, items: {type: string}}, O: {type: object}}}")
        let load = try #require(document.screens.first?.load)
        for text in ["k=1, l=a b", #"{"k": 1, "l": "a b"}"#] {
            let endpoint = try load.endpoint([:], filters: ["l": "a, b", "o": text])
            #expect(QueryItem.encoded(endpoint.query) == "l=a,b&o%5Bk%5D=1&o%5Bl%5D=a%20b")
        }
    }

    @Test("An optional object in the style deepObject is one filter for each member, or pages") func parts() throws {
        let document = try catalog(
            """
              /x: {get: {operationId: x, parameters: [
                {name: filter, in: query, style: deepObject, schema: {type: object, properties: {state: {type: string},
                  created: {type: object, properties: {gte: {type: string}}}}}},
                {name: any, in: query, style: deepObject, schema: {type: object}},
                {name: page, in: query, style: deepObject, schema: {type: object, properties: {number: {type: integer}}}}],
                \(answer("{type: array, items: {type: object}}"))}}
            """)
        let screen = try #require(document.screens.first)
        #expect(screen.filters.map(\.name) == ["filter[state]", "filter[created][gte]", "any"])
        #expect(screen.pagination == .page(parameter: "page[number]", first: 1, sizeParameter: nil, size: nil))
        let endpoint = try screen.load?.endpoint([:], filters: ["filter[created][gte]": "2026"])
        #expect(endpoint.map { QueryItem.encoded($0.query) } == "filter%5Bcreated%5D%5Bgte%5D=2026")
    }

    @Test("Optional headers and cookies are filters of a list; conditional headers are not") func headers() throws {
        let document = try catalog(
            """
              /x: {get: {operationId: x, parameters: [{name: X-Region, in: header, schema: {type: string}},
                {name: If-None-Match, in: header, schema: {type: string}}, {name: theme, in: cookie, schema: {type: string}}],
                \(answer("{type: array, items: {type: object}}"))}}
            """)
        let screen = try #require(document.screens.first)
        #expect(screen.filters.map(\.name) == ["X-Region", "theme"])
        let endpoint = try #require(try screen.load?.endpoint([:], filters: ["X-Region": "eu", "theme": "dark"]))
        #expect(endpoint.headers[HTTPField.Name("X-Region")!] == "eu" && endpoint.headers[.cookie] == "theme=dark")
    }
}
