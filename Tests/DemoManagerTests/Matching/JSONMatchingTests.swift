import HTTPTypes
import Testing
import WireFormats

@testable import DemoManager

@Suite struct JSONMatchingTests {
    private func equal(_ expected: String, _ actual: String, order: Bool = false, extra: Bool = false) throws -> Bool {
        JSONComparison(ignoresArrayOrder: order, ignoresExtraElements: extra)
            .matches(try JSONValue(parsing: actual), expected: try JSONValue(parsing: expected))
    }

    @Test("numbers compare by value, member order never counts, null is not missing")
    func basics() throws {
        #expect(try equal(#"{"a":1,"b":2}"#, #"{"b":2.0,"a":1e0}"#))
        #expect(try !equal("9007199254740993", "9007199254740992"))
        #expect(try !equal(#"{"a":null}"#, "{}"))
        #expect(try !equal("{}", #"{"a":null}"#))
        #expect(try !equal("1", "\"1\""))
    }

    @Test("without array order arrays are multisets, at every depth")
    func arrayOrder() throws {
        #expect(try !equal("[1,2]", "[2,1]"))
        #expect(try equal("[[1,2],[3]]", "[[3],[2,1]]", order: true))
        #expect(try !equal("[1,1,2]", "[1,2,2]", order: true))
    }

    @Test("extra items are allowed only at an array's end, extra members anywhere")
    func extras() throws {
        #expect(try equal(#"{"a":[1]}"#, #"{"a":[1,2],"b":0}"#, extra: true))
        #expect(try !equal("[2]", "[1,2]", extra: true))
        #expect(try equal("[2]", "[1,2]", order: true, extra: true))
        #expect(try !equal("[1,2]", "[1]", extra: true))
    }

    @Test("an item that fits two expected ones does not take the place of the other")
    func assignment() throws {
        let expected = #"[{"a":1},{"a":1,"b":2}]"#
        #expect(try equal(expected, #"[{"a":1,"b":2},{"a":1}]"#, order: true, extra: true))
    }

    @Test("equalToJson may be written as JSON or as a text that holds it")
    func written() throws {
        for matcher in ["{\"a\": [1]}", "'{\"a\": [1.0]}'"] {
            let pattern = "{urlPath: /a, bodyPatterns: [{equalToJson: \(matcher)}]}"
            #expect(try request(pattern, matches: .post("/a"), body: #"{"a":[1]}"#))
            #expect(try !request(pattern, matches: .post("/a"), body: "no json"))
        }
    }

    @Test(
        "matchesJsonPath finds members, indexes, wildcards, descendants and filtered items",
        arguments: [
            ("$.a.b", true), ("$.list[1].id", true), ("$.list[*].id", true), ("$['a']['b']", true),
            ("$.list[-1]", true), ("$..id", true), ("$.list[?(@.id == 'two')]", true), ("$.list[1:].id", true),
            ("$..code", false), ("$.list[?(@.id == 2)]", false), ("$.list[?(@.id > 1)]", false),
            ("$.none", false), ("$.null", false), ("$.empty", false), ("$.list[9]", false), ("$.a.b.c", false),
        ])
    func paths(_ path: String, _ matches: Bool) throws {
        let body = #"{"a":{"b":false},"list":[{"id":1},{"id":"two"}],"null":null,"empty":[]}"#
        let pattern = "{urlPath: /a, bodyPatterns: [{matchesJsonPath: \"\(path)\"}]}"
        #expect(try request(pattern, matches: .post("/a"), body: body) == matches)
    }

    @Test("a path's value is matched, an array's items one by one")
    func pathValues() throws {
        func matches(_ matcher: String) throws -> Bool {
            try request(
                "{urlPath: /a, bodyPatterns: [{matchesJsonPath: \(matcher)}]}", matches: .post("/a"),
                body: #"{"n":1.50,"tags":["x","y"],"o":{"k":1}}"#)
        }
        #expect(try matches("{expression: $.n, equalTo: \"1.50\"}"))
        #expect(try matches("{expression: $.tags, equalTo: y}"))
        #expect(try matches("{expression: \"$.tags[*]\", contains: x}"))
        #expect(try matches("{expression: $.tags, equalToJson: [x, y]}"))
        #expect(try matches("{expression: $.o, equalToJson: {k: 1}}"))
        #expect(try matches("{expression: $.none, absent: true}"))
        #expect(try !matches("{expression: $.n, equalTo: \"2\"}"))
    }

    @Test(
        "paths that are not understood are refused",
        arguments: ["a.b", "$..", "$.a[?(@.b]", "$.a['b'", "$.a.length()", "$a", "$."])
    func refused(_ path: String) {
        #expect(throws: JSONPath.InvalidPath.self) { try JSONPath(path) }
    }
}
