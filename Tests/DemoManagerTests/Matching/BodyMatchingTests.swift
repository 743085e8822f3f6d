import Testing

@testable import DemoManager

@Suite struct JSONMatchingTests {
    private func body(_ matcher: String, _ body: String) throws -> Bool {
        try request("{urlPath: /a, bodyPatterns: [\(matcher)]}", matches: .post("/a"), body: body)
    }

    @Test(
        "equalToJson accepts JSON or a string with JSON; the last of two equal members is used",
        arguments: [
            // Numbers compare by value, and null is not missing.
            (#"'{"a":1,"b":2}'"#, #"{"b":2.0,"a":1e0}"#, true), ("'9007199254740993'", "9007199254740992", false),
            (#"'{"a":null}'"#, "{}", false), ("'{}'", #"{"a":null}"#, false), ("'1'", "\"1\"", false),
            // Arrays can be multisets, and extras are allowed at an array's end.
            ("'[1,2]'", "[2,1]", false), ("'[[1,2],[3]]', ignoreArrayOrder: true", "[[3],[2,1]]", true),
            ("'[1,1,2]', ignoreArrayOrder: true", "[1,2,2]", false),
            (#"'{"a":[1]}', ignoreExtraElements: true"#, #"{"a":[1,2],"b":0}"#, true),
            ("'[2]', ignoreExtraElements: true", "[1,2]", false),
            ("'[2]', ignoreArrayOrder: true, ignoreExtraElements: true", "[1,2]", true),
            ("'[1,2]', ignoreExtraElements: true", "[1]", false),
            (
                #"'[{"a":1},{"a":1,"b":2}]', ignoreArrayOrder: true, ignoreExtraElements: true"#,
                #"[{"a":1,"b":2},{"a":1}]"#, true
            ),
            ("{\"a\": [1]}", "{\"a\":[1]}", true), ("{\"a\": [1]}", "no json", false),
            ("'{\"a\": [1.0]}'", "{\"a\":[1]}", true), ("'{\"a\": [1.0]}'", "no json", false),
            ("'{\"a\":1}'", "{\"a\":1.0e0}", true), ("'{\"a\":1}'", "{\"a\":\"1\"}", false), ("'[1]'", "1", false),
            ("'{\"a\":-0}'", "{\"a\":0}", true), ("'[]'", "{}", false), ("'{\"a\":[]}'", "{\"a\":[null]}", false),
            ("'{\"a\":1}'", "{\"a\":2,\"a\":1}", true), ("'[100000000000000000001]'", "[100000000000000000000]", false),
            ("'{\"a\":true}'", "{\"a\":1}", false), ("'\"a\"'", "\"a\"", true), ("'{}'", "{} x", false),
        ])
    func equalToJSON(_ expected: String, _ actual: String, _ matches: Bool) throws {
        #expect(try body("{equalToJson: \(expected)}", actual) == matches)
    }

    private static let document = #"{"a":{"b":false},"list":[{"id":1},{"id":"two"}],"null":null,"empty":[]}"#

    @Test(
        "matchesJsonPath finds members, indexes, slices, descendants and filtered items; null and empty results do not match",
        arguments: [
            ("$.a.b", document, true), ("$.list[1].id", document, true), ("$.list[*].id", document, true),
            ("$['a']['b']", document, true), ("$.list[-1]", document, true), ("$.none", document, false),
            ("$.null", document, false), ("$.empty", document, false), ("$.list[9]", document, false),
            ("$.a.b.c", document, false), ("$.a", "{\"a\":0}", true), ("$.a", "{\"a\":\"\"}", true),
            ("$.a", "{\"a\":null}", false), ("$.a", "{\"a\":{}}", false), ("$[*]", "[null]", true),
            ("$.*", "{}", false), ("$.a[0]", "{\"a\":{\"0\":1}}", false),
            ("$.first-name", "{\"first-name\":1}", true), ("$['a.b']", "{\"a.b\":1}", true),
            ("$.a[-2]", "{\"a\":[1]}", false), ("$.a[*].b[0]", "{\"a\":[{},{\"b\":[1]}]}", true),
            ("$.A", "{\"a\":1}", false), ("$", "[1]", true), ("$..id", document, true), ("$..code", document, false),
            ("$.list[?(@.id == 'two')]", document, true), ("$.list[?(@.id == 2)]", document, false),
            ("$.list[1:].id", document, true), ("$['a','b']", "{\"b\":1}", true),
        ])
    func paths(_ path: String, _ text: String, _ matches: Bool) throws {
        #expect(try body("{matchesJsonPath: \"\(path)\"}", text) == matches)
    }

    @Test(
        "A path's value is matched, an array's items one by one",
        arguments: [
            ("$.n", "equalTo: \"1.50\"", true), ("$.tags", "equalTo: y", true), ("\"$.tags[*]\"", "contains: x", true),
            ("$.tags", "equalToJson: [x, y]", true), ("$.o", "equalToJson: {k: 1}", true),
            ("$.none", "absent: true", true), ("$.n", "equalTo: \"2\"", false),
        ])
    func pathValues(_ path: String, _ matcher: String, _ matches: Bool) throws {
        let text = #"{"n":1.50,"tags":["x","y"],"o":{"k":1}}"#
        #expect(try body("{matchesJsonPath: {expression: \(path), \(matcher)}}", text) == matches)
    }

    @Test("A path accepts double quotes")
    func quotes() throws { #expect(try body("{matchesJsonPath: '$[\"a.b\"]'}", "{\"a.b\":1}")) }
}

@Suite("Matchers of whole bodies, of bare parameters and of other hosts") struct ExactMatcherTests {
    private let manager = demoManager()

    private func answers(_ request: HTTPRequest, _ body: [UInt8]? = nil) -> Bool {
        manager.decide(request, body: body, call: manager.beginCall()).reply != nil
    }

    @Test(
        "A form matches exactly these fields, each once, in any order",
        arguments: [
            ("a=1&b=x+y", true), ("b=x%20y&a=1", true), ("a=1", false), ("a=1&b=x+y&c=2", false),
            ("a=1&a=1", false), ("a=1&b=x", false), ("", false),
        ])
    func form(_ body: String, _ matches: Bool) throws {
        try manager.stub(matching: .post("/a", body: .equalToForm(["a": "1", "b": "x y"])), Reply())
        #expect(answers(.post("/a"), Array(body.utf8)) == matches)
    }

    @Test(
        "Bytes are compared exactly", arguments: [([0xFF, 0x00, 0x41], true), ([0xFF, 0x00], false), ([0xFE], false)])
    func bytes(_ body: [UInt8], _ matches: Bool) throws {
        try manager.stub(matching: .post("/a", body: .equalToBytes([0xFF, 0x00, 0x41])), Reply())
        #expect(answers(.post("/a"), body) == matches)
    }

    @Test(
        "A parameter without a value is not one with an empty value",
        arguments: [("?flag", true), ("?a=1&flag", true), ("?flag=", false), ("?flag=1", false), ("", false)])
    func bare(_ query: String, _ matches: Bool) throws {
        try manager.stub(matching: .get("/a", query: ["flag": .withoutValue]), Reply())
        #expect(answers(.get("/a\(query)")) == matches)
        try manager.stub(matching: .get("/b", query: ["flag": .and(["", .not(.withoutValue)])]), Reply())
        #expect(answers(.get("/b\(query)")) == (query == "?flag="))
    }

    @Test("A stub can exclude hosts, ignoring case") func hosts() throws {
        var pattern = try RequestPattern.get("/a")
        pattern.excludedHosts = ["Api.Example.com"]
        try manager.stub(matching: pattern, Reply())
        #expect(answers(.get("https://other.example.com/a")))
        #expect(!answers(.get("https://API.example.com/a")))
        let part = manager.explain(.get("https://api.example.com/a")).nearMisses.first?.table()
        #expect(part?.contains("not api.example.com") == true)
    }
}
