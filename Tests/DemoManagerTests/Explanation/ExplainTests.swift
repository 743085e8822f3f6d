import Testing
import WireFormats

@testable import DemoManager

@Suite struct ExplainTests {
    private let manager = demoManager()

    @Test("An explanation names the answering stub and changes nothing") func dryRun() throws {
        let id = try manager.addPath("/a", "1") { $0.sequence.append(SequenceEntry(Reply())) }
        let explanation = manager.explain(.get("/a"))
        #expect(explanation.answer == id)
        #expect(explanation.summary.contains("GET /a"))
        #expect(manager.journal.exchanges.isEmpty)
        #expect(manager.stubs.first?.served == 0)
    }

    @Test("An explanation lists mismatches and obstacles of each stub") func verdicts() throws {
        try manager.addPath("/a", "") { $0.isEnabled = false }
        try manager.addPath("/a", "") { $0.screens = ["cards"] }
        try manager.addPath("/a", "") { $0.scenario = ScenarioRule(name: "s", requiredState: "Later") }
        try manager.addPath("/b", "")
        let explanation = manager.explain(.post("/a"))
        #expect(explanation.answer == nil)
        #expect(explanation.stubs.map(\.isMatch) == [false, false, false, false])
        #expect(explanation.stubs[0].parts.map(\.isMatch) == [false, false])
        #expect(explanation.stubs[0].parts.map(\.name) == ["method", "path"])
        #expect(explanation.stubs[1].obstacle == "the scenario s is in the state Started, it needs Later")
        #expect(explanation.stubs[2].obstacle == "it is for the screens cards")
        #expect(explanation.stubs[3].obstacle == "it is switched off")
        #expect(manager.explain(.get("/a")).stubs[3].isMatch)
    }

    @Test("near misses are the three closest; the path weighs most") func nearMisses() throws {
        func add(_ path: String, _ method: HTTPRequest.Method = .get, _ page: String? = nil) throws {
            try manager.addPath(path, "") {
                $0.name = "\(method) \(path) \(page ?? "-")"
                $0.request.method = .one(method)
                $0.request.queryParameters = page.map { [NamedMatcher("page", .equalTo($0))] } ?? []
            }
        }
        try add("/something/else")
        try add("/users", .post)
        try add("/users", .get, "2")
        try add("/user")
        let misses = manager.explain(.get("/users?page=3")).nearMisses
        #expect(misses.map(\.title) == ["GET /users 2", "GET /user -", "POST /users -"])
        let table = misses[0].table(width: 60)
        #expect(table.split(separator: "\n").filter { $0.hasSuffix("<<<<") }.count == 1)
        #expect(table.contains("query page: \"2\""))
        #expect(!table.contains(" \n"))
    }

    @Test("A matching stub that does not answer is nearest; one for a condition is last") func held() throws {
        try manager.addPath("/b", "") { $0.name = "other path" }
        try manager.addPath("/a", "") { $0.name = "off" }
        manager.setEnabled(false, stub: try #require(manager.stubs.first?.id))
        try manager.stub(.get("/a"), Reply(status: 403), for: .forbidden)
        let misses = manager.explain(.get("/a")).nearMisses
        #expect(misses.map(\.title) == ["off", "other path", "forbidden"])
        #expect(misses[1].obstacle == nil)
        #expect(misses[2].obstacle == "it answers only where the condition forbidden is chosen")
        #expect(misses[0].table().hasSuffix("But it is switched off."))
    }

    @Test("A chosen condition is explained, with its stub") func conditions() throws {
        let id = try #require(manager.stub(.get("/a"), Reply(status: 403), for: .forbidden).stubs.first)
        var call = Call(id: 1, screen: "cards", mode: .demo, condition: .forbidden)
        let explanation = manager.explain(.get("/a"), call: call)
        #expect(explanation.answer == id)
        #expect(explanation.stubs[0].obstacle == nil)
        #expect(explanation.nearMisses.isEmpty)
        call.condition = .timeout
        #expect(manager.explain(.get("/a"), call: call).summary == "condition timeout, built in")
        #expect(manager.explain(.get("/a"), call: call).consequence == nil)
    }

    @Test("An explanation mentions missing stubs, and that demo is off") func nothing() {
        #expect(manager.explain(.get("/a")).text().hasSuffix("There are no stubs."))
        let call = Call(id: 1, mode: .live)
        #expect(manager.explain(.get("/a"), call: call).text() == "GET /a\nLive: the server was asked")
    }

    @Test("With demo off the explanation adds the result with demo on") func off() throws {
        let manager = DemoManager()
        let id = try #require(manager.stub(.get("/a")).stubs.first)
        let explanation = manager.explain(.get("/a"))
        #expect(explanation.summary.hasPrefix("demo is off: the request goes to the server. With demo on: stub GET /a"))
        #expect(explanation.answer == nil)
        #expect(explanation.nearMisses.isEmpty)
        manager.isEnabled = true
        #expect(manager.explain(.get("/a")).answer == id)
    }

    @Test(
        "The policy decides about a request without a stub",
        arguments: [
            (UnmatchedPolicy.error, HTTPRequest.Method.get, "refused"), (.passThrough, .post, "passes through"),
            (.guard, .get, "passes through"), (.guard, .post, "a write does not leave demo"),
        ])
    func policies(_ policy: UnmatchedPolicy, _ method: HTTPRequest.Method, _ text: String) {
        var request = HTTPRequest.get("/a")
        request.method = method
        let explanation = demoManager(unmatched: policy).explain(request)
        #expect(explanation.summary == "no stub matches")
        #expect(explanation.consequence?.contains(text) == true)
    }

    @Test("An explanation names a sequence's next reply and its end") func sequences() throws {
        try manager.addPath("/a", "1") {
            $0.source = .file
            $0.sequence.append(SequenceEntry(Reply(passesThrough: true)))
            $0.sequenceEnd = .fail
        }
        #expect(manager.explain(.get("/a")).summary.contains("reply 1"))
        #expect(manager.explain(.get("/a")).consequence == nil)
        _ = manager.answer("/a")
        #expect(manager.explain(.get("/a")).consequence == "it is refused: in demo nothing may leave")
        _ = manager.answer("/a")
        let explanation = manager.explain(.get("/a"))
        #expect(explanation.summary.hasSuffix("whose sequence is used up"))
        #expect(explanation.consequence == "it is refused")
    }

    @Test("With seeds, only seeds are explained") func seeds() throws {
        try manager.addPath("/a", "")
        try manager.seed(["GET /b": ["status": 200]])
        let explanation = manager.explain(.get("/a"))
        #expect(explanation.summary == "replies are seeded, but none for this request")
        #expect(explanation.stubs.map(\.title) == ["GET /b"])
        #expect(explanation.stubs.map(\.obstacle) == [nil])
        #expect(manager.explain(.get("/b")).consequence == nil)
    }

    @Test("An exchange of the journal is explained with its call") func exchange() throws {
        try manager.addPath("/a", "") { $0.screens = ["cards"] }
        let decision = manager.decide(.post("/a"), body: "x", screen: "cards")
        let exchange = try #require(manager.exchange(decision.exchange))
        let miss = try #require(manager.explain(exchange).nearMisses.first)
        #expect(miss.obstacle == nil)
        #expect(miss.parts.filter { !$0.isMatch }.map(\.name) == ["method"])
        #expect(manager.journal.count == 1)
    }

    @Test("Long texts that differ at their end are similar, not equal") func far() throws {
        let long = String(repeating: "a", count: 300)
        try manager.addPath("/\(long)b", "") { $0.name = "long" }
        try manager.stubResponse(containing: "/\(long)c")
        let misses = manager.explain(.get("/\(long)d")).nearMisses
        #expect(misses.count == 2)
        #expect(misses.allSatisfy { $0.distance > 0 && $0.distance < 0.1 })
    }

    @Test("A stopped expression is shown and does not match") func stopped() throws {
        let slow = try RegularExpression("^(a+)+$")
        try manager.addPath("/a", "") { $0.request.body = [.not(.matches(slow))] }
        let text = String(repeating: "a", count: 40) + "!"
        let part = manager.explain(.get("/a"), body: Array(text.utf8)).stubs[0].parts.last
        #expect(part?.isMatch == false)
        #expect(part?.expected.contains("stopped") == true)
    }

    @Test(
        "texts differ by the share of changes",
        arguments: [("abc", "abc", 0.0), ("abcd", "abce", 0.25), ("abcd", "abdc", 0.25), ("", "ab", 1.0), ("", "", 0)])
    func distance(_ left: String, _ right: String, _ share: Double) {
        #expect(EditDistance.share(left, right) == share)
    }

    @Test(
        "The distance of a part is the share of changes until it occurs",
        arguments: [("bcd", "abcde", 0.0), ("bxd", "abcde", 1.0 / 3), ("x", "", 1.0), ("", "a", 0)])
    func partDistance(_ part: String, _ text: String, _ share: Double) {
        #expect(EditDistance.share(of: part, in: text) == share)
    }
}

@Suite struct VerdictTableTests {
    private let manager = demoManager()

    @Test("A table has two columns, and marks lines that differ") func columns() throws {
        try manager.stub(.get("/users/42"))
        let table = try #require(manager.explain(.get("/users/42?verbose=1")).nearMisses.first).table(width: 60)
        #expect(
            table == """
                Stub GET /users/42         | Request
                -------------------------------------------------------
                GET                        | GET
                /users/42                  | /users/42?verbose=1        <<<<
                """)
    }

    @Test("texts too long for their column begin shortly before they differ") func window() throws {
        let path = "/" + String(repeating: "abcdefghi/", count: 10)
        try manager.stub(.get("\(path)one"))
        let table = try #require(manager.explain(.get("\(path)two")).nearMisses.first).table(width: 60)
        let line = try #require(table.split(separator: "\n").last)
        #expect(line.contains("i/one") && line.contains("i/two"), "\(line)")
        #expect(line.hasPrefix("…"))
    }

    @Test("Wide characters take two cells, combining marks none") func widths() throws {
        #expect(Cells.width("aé\u{301}") == 2)
        #expect(Cells.width("日本") == 4)
        #expect(Cells.width("👩‍👩‍👧") == 2)
        #expect(Cells.width("❤️") == 2)
        for text in ["日本日本日本日本", "abcdefghijkl", "👍👍👍👍👍👍", "e\u{301}e\u{301}", "日本日本日本", ""] {
            #expect(Cells.width(Cells.fitted(text, to: 12)) == 12, "\(text)")
        }
        #expect(Cells.fitted("abcdefghijkl", to: 12) == "abcdefghijkl")
        #expect(Cells.fitted("abcdefghijklm", to: 12) == "abcdefghijk…")
        #expect(Cells.fitted("日本日本日本日", to: 12) == "日本日本日… ")
    }

    @Test("Control characters are shown by name") func controls() throws {
        try manager.stub(.get("/a"))
        try manager.stub(matching: .get("/b", headers: ["X": "a\u{1B}[2J\u{202E}\u{9B}"]), Reply())
        let text = manager.explain(.get("/c\u{1B}]0;x\u{7}"), body: [0x1B]).text()
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        #expect(text.contains("<U+001B>"))
        #expect(text.contains("<U+202E>"))
    }

    @Test("Secrets of the stub and of the request are not printed") func secrets() throws {
        let secrets = [
            "query": RequestPattern(queryParameters: [NamedMatcher("api_key", .equalTo("s3cret"))]),
            "header": RequestPattern(headers: [NamedMatcher("Authorization", .equalTo("Bearer s3cret"))]),
            "value": RequestPattern(headerValues: ["s3cret"]),
            "cookie": RequestPattern(cookies: [NamedMatcher("theme", .contains("s3cret"))]),
            "form": RequestPattern(
                formParameters: [NamedMatcher("password", .matches(try RegularExpression("s3cret")))]),
            "json": RequestPattern(body: [.equalToJSON(["password": "s3cret"])]),
            "url": RequestPattern(url: .url("/x?token=s3cret")),
            "part": RequestPattern(url: .containing(["/x", "token=s3cret"])),
            "text": RequestPattern(body: [.contains("password=s3cret")]),
        ]
        for (name, var pattern) in secrets {
            pattern.method = .one(.put)
            let id = try manager.stub(matching: pattern, Reply()).stubs[0]
            var request = HTTPRequest.get("https://u:s3cret2@h/x?token=s3cret2&api_key=s3cret2")
            request.headerFields = [.authorization: "Bearer s3cret2", .cookie: "theme=s3cret2"]
            for body in [#"{"password":"s3cret2"}"#, "password=s3cret2"] {
                let explanation = manager.explain(request, body: Array(body.utf8))
                let verdict = try #require(explanation.stubs.first { $0.id == id })
                #expect(!verdict.table(width: 200).contains("s3cret"), "\(name): \(verdict.table(width: 200))")
                #expect(verdict.table(width: 200, redactor: nil).contains("s3cret"), "\(name)")
                #expect(!explanation.text(width: 200).contains("s3cret"), "\(name)")
            }
        }
    }

    @Test("An absent secret is shown as absent") func absent() throws {
        try manager.stub(matching: .get("/a", headers: ["Authorization": .absent]), Reply())
        let miss = manager.explain(.get("/a", headers: [.authorization: "Bearer s3cret"])).nearMisses[0]
        #expect(miss.table().contains("header Authorization: absent"))
        #expect(miss.table().contains("Bearer REDACTED"))
    }
}
