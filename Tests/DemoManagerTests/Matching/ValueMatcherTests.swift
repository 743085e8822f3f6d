import Testing

@testable import DemoManager

@Suite struct ValueMatcherTests {
    private func body(_ matcher: String, _ body: String?) throws -> Bool {
        try request("{urlPath: /a, bodyPatterns: [\(matcher)]}", matches: .post("/a"), body: body)
    }

    @Test(
        "Query names and values are decoded; one matching value of several is enough",
        arguments: [
            ("{equalTo: a b+c}", "?%71=a+b%2Bc", true), ("{equalTo: two}", "?q=one&q=two", true),
            ("{equalTo: one}", "?Q=one", false), ("{equalTo: \"%zz\"}", "?q=%zz", true), ("{equalTo: ''}", "?q", true),
            ("{equalTo: ''}", "?q=", true), ("{equalTo: 'a=b'}", "?q=a=b", true), ("{equalTo: '%'}", "?q=%", true),
            ("{equalTo: 'A'}", "?q=%41", true), ("{equalTo: '+'}", "?q=%2B", true),
            ("{equalTo: 'a'}", "?q=b&q=a", true),
            ("{equalTo: x}", "?q=x#y", true), ("{absent: true}", "", true), ("{absent: true}", "?q=", false),
            ("{absent: true}", "?q", false), ("{absent: true}", "?p=1&qq=1", true), ("{absent: false}", "", false),
            ("{doesNotMatch: x.*}", "", true), ("{doesNotContain: x}", "", true), ("{not: {equalTo: x}}", "", true),
            ("{contains: x}", "", false), ("{matches: .*}", "", false), ("{doesNotMatch: a}", "?q=a&q=b", true),
            ("{doesNotMatch: a}", "?q=a&q=a", false), ("{not: {contains: a}}", "?q=a&q=b", true),
            ("{not: {contains: a}}", "?q=b", true), ("{and: [{contains: a}, {contains: b}]}", "?q=ab", true),
            ("{and: [{contains: a}, {contains: b}]}", "?q=a&q=b", false),
            ("{and: [{contains: a}, {doesNotContain: b}]}", "?q=b&q=ab", false),
            ("{or: [{equalTo: x}, {absent: true}]}", "", true),
        ])
    func queries(_ matcher: String, _ query: String, _ matches: Bool) throws {
        let pattern = "{urlPath: /a, queryParameters: {q: \(matcher)}}"
        #expect(try request(pattern, matches: .get("/a\(query)")) == matches)
    }

    @Test(
        "Header names ignore case, values are matched one by one, and an empty value is present",
        arguments: [
            ("{equalTo: b}", ["c", "b"], true), ("{equalTo: b}", ["b, c"], false), ("{absent: true}", [""], false),
            ("{equalTo: ''}", [""], true), ("{doesNotContain: x}", ["x", "y"], true),
            ("{doesNotContain: x}", ["x", "ax"], false), ("{doesNotContain: x}", [], true),
            ("{equalTo: abc}", ["ABC"], false), ("{equalTo: abc, caseInsensitive: true}", ["ABC"], true),
        ])
    func headers(_ matcher: String, _ values: [String], _ matches: Bool) throws {
        var get = HTTPRequest.get("/a")
        get.headerFields[values: try #require(HTTPField.Name("X-A"))] = values
        #expect(try request("{urlPath: /a, headers: {x-a: \(matcher)}}", matches: get) == matches)
    }

    @Test(
        "Strings compare by bytes: accents, line breaks and case count",
        arguments: [
            ("{equalTo: \"e\\u0301\"}", "é", false), ("{equalTo: \"\\u00e9\"}", "e\u{301}", false),
            ("{equalTo: \"a\\n\"}", "a\r\n", false), ("{contains: \"\\r\"}", "a\r\nb", true),
            ("{contains: \"\\n\"}", "a\r\nb", true), ("{contains: e}", "e\u{301}", true),
            ("{doesNotContain: \"\\u0301\"}", "e\u{301}", false),
            ("{equalToJson: '{\"e\\u0301\": 1}'}", "{\"é\":1}", false),
            ("{equalTo: É, caseInsensitive: true}", "é", true), ("{absent: true}", "x", false),
        ])
    func bytes(_ matcher: String, _ text: String, _ matches: Bool) throws {
        #expect(try body(matcher, text) == matches)
    }

    @Test(
        "A missing or empty body matches an empty text and negative matchers alone",
        arguments: [
            ("{absent: true}", true), ("{doesNotMatch: '.*'}", true), ("{doesNotContain: ''}", true),
            ("{not: {equalTo: x}}", true), ("{not: {absent: true}}", false),
            ("{or: [{equalTo: x}, {absent: true}]}", true),
            ("{equalTo: ''}", true), ("{not: {equalTo: ''}}", false), ("{contains: ''}", false),
            ("{matches: '.*'}", false), ("{matches: ''}", false),
            ("{equalToJson: 'null'}", false), ("{matchesJsonPath: $}", false), ("{absent: false}", false),
            ("{and: [{absent: true}, {doesNotContain: x}]}", true),
        ])
    func missingBody(_ matcher: String, _ matches: Bool) throws {
        #expect(try body(matcher, nil) == matches)
        #expect(try body(matcher, "") == matches)
    }

    @Test(
        "Expressions match the whole text; classes are ASCII and newlines are characters",
        arguments: [
            ("a|b", "ab", false), ("a|ab", "ab", true), ("^a$", "a\n", false), ("a.*", "a\r\nb", true),
            ("[^\\d]", "٣", true), ("[\\D]", "٣", true), ("\\S+", "\u{A0}", true), ("\\s", "\u{A0}", false),
            ("\\w", "é", false), ("[^\\W]", "é", false), ("[\\w\\s]+", "a b", true), ("\\\\d", "\\d", true),
            ("\\[\\d]", "[5]", true), ("[\\]\\d]+", "]5", true), ("\\d\u{301}", "5\u{301}", true),
            ("\\d\u{301}", "٣\u{301}", false), ("(?i)\\w+", "AB", true), ("(a)\\1", "aa", true),
            ("[a&&[^b]]", "a", true), ("\\Q[\\d\\E\\d", "[\\d5", true), ("\\Qa", "a", true), ("", "a", false),
            ("b", "abc", false), ("a.c", "a\nc", true), ("a..c", "a\r\nc", true), ("a.c", "a\r\nc", false),
            ("a[.]c", "a.c", true), ("a[.]c", "abc", false), ("\\d+", "12", true), ("\\d+", "١٢", false),
            ("[\\w-]+", "é", false), ("[\\w-]+", "a-b", true), ("\\W", "é", true), ("\\Q\\d\\E", "\\d", true),
            ("(?i)abc", "ABC", true),
        ])
    func expressions(_ pattern: String, _ text: String, _ matches: Bool) throws {
        #expect((try RegularExpression(pattern).match(text) == .matched) == matches)
        if !text.isEmpty { #expect(try body("{matches: '\(pattern)'}", text) == matches) }
    }

    @Test("A catastrophic expression is stopped, does not match, even under not, and is a problem", arguments: 0...2)
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

    private let endless = HTTPRequest.get("https://h.example/" + String(repeating: "a", count: 40))

    /// A stub whose expression backtracks for ever on `endless`.
    private func endlessStub(_ number: Int) throws -> Stub {
        let expression = try RegularExpression("/(a+)+x{\(number + 1)}")
        return Stub(request: RequestPattern(url: .pathMatching(expression)), replies: [Reply()])
    }

    @Test("A few of a hundred endless expressions are tried; each is a warning") func budget() throws {
        var index = StubIndex()
        for number in 0..<100 {
            let rank = Rank(source: 0, priority: 5, age: UInt64(number))
            index.insert(StubEntry(id: StubID(number: UInt64(number)), stub: try endlessStub(number), rank: rank))
        }
        let facts = RequestFacts(endless, body: nil)
        #expect(index.first(StubSearch(facts, .anyStub)) == nil)
        // Each gets a quarter of what is left of 200 ms; after 19 less than 1 ms is left.
        #expect(facts.notes.stopped.count == 19)
        #expect(facts.warnings.count == 100)
        #expect(facts.warnings.count { $0.contains("was not tried") } == 81)
        #expect(MatchNotes.patience == .milliseconds(200))

        // The request is matched again because something changed: nothing is tried a second time.
        facts.forgetWarnings()
        #expect(index.first(StubSearch(facts, .anyStub)) == nil)
        #expect(facts.notes.stopped.count == 19)
        #expect(facts.warnings.count == 100)
    }

    @Test("An expression after some stopped ones still decides, and the problems name the others")
    func healthy() throws {
        let manager = demoManager()
        var healthy = try endlessStub(0)
        healthy.request.url = .pathMatching(try RegularExpression("/a+"))
        healthy.sequence = [SequenceEntry(Reply(body: Array("healthy".utf8)))]
        try manager.add(healthy)
        for number in 0..<5 { try manager.add(try endlessStub(number)) }
        #expect(manager.decide(endless).text == "healthy")
        #expect(manager.problems.count == 5)
    }

    @Test("Cookies, form fields and basic credentials are matched") func others() throws {
        let cookies = HTTPRequest.get("/a", headers: [.cookie: "a=1; session=x=y"])
        #expect(try request("{urlPath: /a, cookies: {session: {equalTo: x=y}}}", matches: cookies))
        #expect(try request("{urlPath: /a, formParameters: {n: {equalTo: a b}}}", matches: .post("/a"), body: "n=a+b"))
        let basic = HTTPRequest.get("/a", headers: [.authorization: "Basic dTpw"])
        #expect(try request("{urlPath: /a, basicAuthCredentials: {username: u, password: p}}", matches: basic))
    }
}
