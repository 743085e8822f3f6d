import HTTPTypes
import Testing
import WireFormats

@testable import DemoManager

@Suite struct ValueMatcherTests {
    private func query(_ matcher: String, _ path: String) throws -> Bool {
        try request("{urlPath: /a, queryParameters: {q: \(matcher)}}", matches: .get(path))
    }
    private func header(_ matcher: String, _ values: [String]) throws -> Bool {
        var request = HTTPRequest.get("/a")
        request.headerFields[values: HTTPField.Name("X-A")!] = values
        return try DemoManagerTests.request("{urlPath: /a, headers: {x-a: \(matcher)}}", matches: request)
    }
    private func body(_ matcher: String, _ body: String?) throws -> Bool {
        try request("{urlPath: /a, bodyPatterns: [\(matcher)]}", matches: .post("/a"), body: body)
    }

    @Test("query names and values are decoded; of repeated values one fitting value is enough")
    func decoded() throws {
        #expect(try query("{equalTo: a b+c}", "/a?%71=a+b%2Bc"))
        #expect(try query("{equalTo: two}", "/a?q=one&q=two"))
        #expect(try !query("{equalTo: one}", "/a?Q=one"))
        #expect(try query("{equalTo: \"%zz\"}", "/a?q=%zz"))
    }

    @Test("a missing value matches the negative matchers and absent, nothing else")
    func missing() throws {
        #expect(try query("{absent: true}", "/a"))
        #expect(try query("{doesNotMatch: x.*}", "/a"))
        #expect(try query("{doesNotContain: x}", "/a"))
        #expect(try query("{not: {equalTo: x}}", "/a"))
        #expect(try !query("{contains: x}", "/a"))
        #expect(try !query("{matches: .*}", "/a"))
        #expect(try !query("{absent: false}", "/a"))
        #expect(try !query("{absent: true}", "/a?q="))
    }

    @Test("negative matchers of a header hold as soon as one value fits")
    func repeatedNegative() throws {
        #expect(try header("{doesNotContain: x}", ["x", "y"]))
        #expect(try !header("{doesNotContain: x}", ["x", "ax"]))
        #expect(try header("{doesNotContain: x}", []))
    }

    @Test("equalTo compares bytes; caseInsensitive on demand")
    func equal() throws {
        #expect(try !header("{equalTo: abc}", ["ABC"]))
        #expect(try header("{equalTo: abc, caseInsensitive: true}", ["ABC"]))
        #expect(try !body("{equalTo: \"\\u00e9\"}", "e\u{301}"))
        #expect(try body("{contains: \"\\n\"}", "a\r\nb"))
        #expect(try body("{contains: e}", "e\u{301}"))
    }

    @Test("an empty body counts as absent")
    func emptyBody() throws {
        #expect(try body("{absent: true}", ""))
        #expect(try body("{absent: true}", nil))
        #expect(try !body("{absent: true}", "x"))
        #expect(try !body("{contains: \"\"}", ""))
    }

    @Test("expressions match the whole text, dots take newlines, classes are ASCII")
    func expressions() throws {
        #expect(try !body("{matches: b}", "abc"))
        #expect(try body("{matches: a.c}", "a\nc"))
        #expect(try body("{matches: a..c}", "a\r\nc") && !body("{matches: a.c}", "a\r\nc"))
        #expect(try body("{matches: 'a[.]c'}", "a.c") && !body("{matches: 'a[.]c'}", "abc"))
        #expect(try body("{matches: '\\d+'}", "12"))
        #expect(try !body("{matches: '\\d+'}", "١٢"))
        #expect(try !body("{matches: '[\\w-]+'}", "é"))
        #expect(try body("{matches: '[\\w-]+'}", "a-b"))
        #expect(try body("{matches: '\\W'}", "é"))
        #expect(try body("{matches: '\\Q\\d\\E'}", "\\d"))
        #expect(try body("{matches: '(?i)abc'}", "ABC"))
    }

    @Test(
        "a catastrophic expression is stopped, counts as no match even under not, and is warned of",
        arguments: [0, 1, 2])
    func catastrophic(_ form: Int) throws {
        let manager = demoManager()
        let expression = try RegularExpression("(a+)+$")
        let matcher: ValueMatcher = [.matches(expression), .doesNotMatch(expression), .not(.matches(expression))][form]
        try manager.addPath("/a", "stub") { $0.request.body = [matcher] }
        let start = ContinuousClock.now
        let decision = manager.decide(.get("/a"), body: String(repeating: "a", count: 40) + "b")
        #expect(decision.refusal == .noStub)
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(manager.problems.contains { $0.message.contains("(a+)+$") && $0.message.contains("GET /a") })
    }

    @Test("cookies, form fields and basic credentials are matched")
    func others() throws {
        var cookies = HTTPRequest.get("/a")
        cookies.headerFields[.cookie] = "a=1; session=x=y"
        #expect(try request("{urlPath: /a, cookies: {session: {equalTo: x=y}}}", matches: cookies))
        #expect(try request("{urlPath: /a, formParameters: {n: {equalTo: a b}}}", matches: .post("/a"), body: "n=a+b"))
        var basic = HTTPRequest.get("/a")
        basic.headerFields[.authorization] = "Basic dTpw"
        #expect(try request("{urlPath: /a, basicAuthCredentials: {username: u, password: p}}", matches: basic))
    }

    @Test("and, or and not combine")
    func combined() throws {
        #expect(try query("{and: [{contains: a}, {contains: b}]}", "/a?q=ab"))
        #expect(try !query("{and: [{contains: a}, {contains: b}]}", "/a?q=a&q=b"))
        #expect(try query("{or: [{equalTo: x}, {absent: true}]}", "/a"))
        #expect(try query("{not: {contains: a}}", "/a?q=b"))
    }
}
