import HTTPTypes
import Testing

@testable import DemoManager

/// What implementers of the format get wrong, each with the request that shows it.
@Suite struct AdversarialMatchingTests {
    private func get(_ pattern: String, _ path: String, _ headers: [(String, String)] = []) throws -> Bool {
        var request = HTTPRequest.get(path)
        for (name, value) in headers {
            request.headerFields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        return try DemoManagerTests.request(pattern, matches: request)
    }
    private func body(_ matcher: String, _ body: String?) throws -> Bool {
        try request("{urlPath: /a, bodyPatterns: [\(matcher)]}", matches: .post("/a"), body: body)
    }
    private func query(_ matcher: String, _ query: String) throws -> Bool {
        try get("{urlPath: /a, queryParameters: {q: \(matcher)}}", "/a\(query)")
    }

    @Test(
        "every kind of URL compares the escaped form: case of escapes, slashes and dots count, a fragment does not",
        arguments: [
            ("url: '/a%2fb'", "/a%2Fb", false), ("url: '/a?'", "/a", false), ("url: '/a'", "/a#part", true),
            ("url: '/a?x=%20'", "/a?x=+", false), ("urlPath: '/a/./b'", "/a/b", false),
            ("urlPath: '/A'", "/a", false), ("urlPath: '/a;v=1'", "/a", false), ("urlPath: '/'", "/?x", true),
            ("urlPathPattern: '/a b'", "/a%20b", false), ("urlPathPattern: '/.*'", "/a/b?x=1", true),
            ("urlPattern: '/a'", "/a?", false), ("urlPathPattern: '/a\\?x'", "/a?x", false),
            ("urlPathTemplate: '/a/{id}'", "/a//", false), ("urlPathTemplate: '/{x}/b'", "//b", false),
            ("urlPathTemplate: '/a%2F{id}'", "/a%2Fx", true), ("urlPathTemplate: '/a%2F{id}'", "/a/x", false),
        ])
    func urls(_ pattern: String, _ path: String, _ matches: Bool) throws {
        #expect(try get(pattern, path) == matches)
    }

    @Test(
        "query parameters: a name alone has an empty value, the last escape is decoded, a plus is a blank",
        arguments: [
            ("{equalTo: ''}", "?q", true), ("{equalTo: ''}", "?q=", true), ("{absent: true}", "?q", false),
            ("{absent: true}", "?p=1&qq=1", true), ("{equalTo: 'a=b'}", "?q=a=b", true),
            ("{equalTo: '%'}", "?q=%", true), ("{equalTo: 'A'}", "?q=%41", true), ("{equalTo: '+'}", "?q=%2B", true),
            ("{equalTo: 'a'}", "?q=b&q=a", true), ("{doesNotMatch: a}", "?q=a&q=b", true),
            ("{doesNotMatch: a}", "?q=a&q=a", false), ("{not: {contains: a}}", "?q=a&q=b", true),
            ("{and: [{contains: a}, {doesNotContain: b}]}", "?q=b&q=ab", false), ("{equalTo: x}", "?q=x#y", true),
        ])
    func queries(_ matcher: String, _ text: String, _ matches: Bool) throws {
        #expect(try query(matcher, text) == matches)
    }

    @Test(
        "a missing body: only what denies matches it, and `not` of what does not",
        arguments: [
            ("{absent: true}", true), ("{doesNotMatch: '.*'}", true), ("{doesNotContain: ''}", true),
            ("{not: {equalTo: x}}", true), ("{not: {absent: true}}", false),
            ("{or: [{equalTo: x}, {absent: true}]}", true),
            ("{equalTo: ''}", false), ("{contains: ''}", false), ("{matches: '.*'}", false), ("{matches: ''}", false),
            ("{equalToJson: 'null'}", false), ("{matchesJsonPath: $}", false), ("{absent: false}", false),
            ("{and: [{absent: true}, {doesNotContain: x}]}", true),
        ])
    func missingBody(_ matcher: String, _ matches: Bool) throws {
        #expect(try body(matcher, nil) == matches)
        #expect(try body(matcher, "") == matches)
    }

    @Test(
        "expressions: the whole text, ASCII classes wherever they stand, newlines are characters",
        arguments: [
            ("a|b", "ab", false), ("a|ab", "ab", true), ("^a$", "a\n", false), ("a.*", "a\r\nb", true),
            ("[^\\d]", "٣", true), ("[\\D]", "٣", true), ("\\S+", "\u{A0}", true), ("\\s", "\u{A0}", false),
            ("\\w", "é", false), ("[^\\W]", "é", false), ("[\\w\\s]+", "a b", true), ("\\\\d", "\\d", true),
            ("\\[\\d]", "[5]", true), ("[\\]\\d]+", "]5", true), ("\\d\u{301}", "5\u{301}", true),
            ("\\d\u{301}", "٣\u{301}", false), ("(?i)\\w+", "AB", true), ("(a)\\1", "aa", true),
            ("[a&&[^b]]", "a", true), ("\\Q[\\d\\E\\d", "[\\d5", true), ("\\Qa", "a", true), ("", "a", false),
        ])
    func expressions(_ pattern: String, _ text: String, _ matches: Bool) throws {
        #expect((try RegularExpression(pattern).match(text) == .matched) == matches)
    }

    @Test("headers: names of any case, each value by itself, present though empty")
    func headers() throws {
        let pattern = "{urlPath: /a, headers: {x-A: {equalTo: b}}}"
        #expect(try get(pattern, "/a", [("X-a", "c"), ("x-A", "b")]))
        #expect(try !get(pattern, "/a", [("X-A", "b, c")]))
        #expect(try !get("{urlPath: /a, headers: {X-A: {absent: true}}}", "/a", [("X-A", "")]))
        #expect(try get("{urlPath: /a, headers: {X-A: {equalTo: ''}}}", "/a", [("X-A", "")]))
    }

    @Test("texts compare by bytes: no accent, line break or case is taken for another")
    func bytes() throws {
        #expect(try !body("{equalTo: \"e\\u0301\"}", "é"))
        #expect(try !body("{equalTo: \"a\\n\"}", "a\r\n"))
        #expect(try body("{contains: \"\\r\"}", "a\r\nb"))
        #expect(try !body("{doesNotContain: \"\\u0301\"}", "e\u{301}"))
        #expect(try !body("{equalToJson: '{\"e\\u0301\": 1}'}", "{\"é\":1}"))
        #expect(try body("{equalTo: É, caseInsensitive: true}", "é"))
    }

    @Test(
        "equalToJson: numbers by value, members by name, the last of two of one name",
        arguments: [
            ("{\"a\":1}", "{\"a\":1.0e0}", true), ("{\"a\":1}", "{\"a\":\"1\"}", false), ("[1]", "1", false),
            ("{\"a\":-0}", "{\"a\":0}", true), ("[]", "{}", false), ("{\"a\":[]}", "{\"a\":[null]}", false),
            ("{\"a\":1}", "{\"a\":2,\"a\":1}", true), ("[100000000000000000001]", "[100000000000000000000]", false),
            ("{\"a\":true}", "{\"a\":1}", false), ("\"a\"", "\"a\"", true), ("{}", "{} x", false),
        ])
    func json(_ expected: String, _ actual: String, _ matches: Bool) throws {
        #expect(try body("{equalToJson: '\(expected)'}", actual) == matches)
    }

    @Test(
        "matchesJsonPath: what is not there, null or empty does not count; names are taken as they are",
        arguments: [
            ("$.a", "{\"a\":0}", true), ("$.a", "{\"a\":\"\"}", true), ("$.a", "{\"a\":null}", false),
            ("$.a", "{\"a\":{}}", false), ("$[*]", "[null]", true), ("$.*", "{}", false),
            ("$.a[0]", "{\"a\":{\"0\":1}}", false),
            ("$.first-name", "{\"first-name\":1}", true), ("$[\"a.b\"]", "{\"a.b\":1}", true),
            ("$.a[-2]", "{\"a\":[1]}", false),
            ("$.a[*].b[0]", "{\"a\":[{},{\"b\":[1]}]}", true), ("$.A", "{\"a\":1}", false), ("$", "[1]", true),
        ])
    func paths(_ path: String, _ text: String, _ matches: Bool) throws {
        #expect(try body("{matchesJsonPath: '\(path)'}", text) == matches)
    }

    @Test(
        "templates of another language are refused, not taken for a name",
        arguments: [
            "/{+path}", "/{path*}", "/a{?q}", "/{#part}", "/{a,b}", "/{id", "/id}", "/{}", "/{a}{b}", "/{a}/{a}",
        ])
    func templates(_ text: String) {
        #expect(throws: URLTemplate.InvalidTemplate.self) { try URLTemplate(text) }
    }

    @Test("a method in small letters is another method, and the file is told so")
    func methods() {
        let content = mappings("request: {method: get, urlPath: /a}")
        #expect(content.problems.map(\.severity) == [.warning])
        #expect(content.problems.first?.message.contains("GET") == true)
    }
}
