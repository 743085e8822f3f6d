import Testing

@testable import DemoManager

@Suite struct DecideTests {
    private let manager = demoManager()

    @Test("A call keeps the mode in which it began, whatever is switched meanwhile") func boundMode() throws {
        try manager.addPath("/a", "stub")
        let call = manager.beginCall()
        manager.isEnabled = false
        #expect(manager.decide(.get("/a"), call: call).text == "stub")
        #expect(manager.decide(.get("/a")).passed == .live)
        #expect(manager.journal.exchanges.map(\.mode) == [.demo, .live])
    }

    @Test("a bypassed call goes to the server even in demo") func bypass() throws {
        try manager.addPath("/a", "stub")
        #expect(manager.decide(.get("/a"), call: manager.beginCall(isBypassed: true)).passed == .bypassed)
    }

    @Test("Stubs are tried by source, then priority, then newest first") func order() throws {
        let added: [(name: String, source: StubSource, priority: Int, answer: String)] = [
            ("generated", .generated, 5, "generated"), ("example", .documentExample, 5, "example"),
            ("file", .file, 5, "file"), ("code", .code, 9, "code"), ("first", .code, 1, "first"),
            ("newest", .code, 1, "newest"), ("late file", .file, 1, "newest"),
        ]
        for row in added {
            try manager.addPath("/a", row.name) { ($0.source, $0.priority) = (row.source, row.priority) }
            #expect(manager.answer("/a") == row.answer)
        }
    }

    @Test("a stub for screens answers only their calls") func scope() throws {
        try manager.addPath("/a", "scoped") { $0.screens = ["profile"] }
        #expect(manager.answer("/a", screen: "profile") == "scoped")
        #expect(manager.decide(.get("/a"), screen: "cards").refusal == .noStub)
        #expect(manager.decide(.get("/a")).refusal == .noStub)
    }

    @Test(
        "the reason of a decision is one plain sentence",
        arguments: [
            ("/a", "Demo is on for this screen, and the stub A answered"),
            ("/example", "Demo is on for this screen, and the example of getMe answered"),
            ("/steps", "Demo is on for this screen, and the stub steps answered with reply 1"),
            ("/forbidden", "You chose 403 forbidden for this call"), ("/live", "Live: the server was asked"),
            ("/bypass", "The call itself asked for the server"), ("/none", "No stub fits; the call went to the server"),
            ("/pass", "The stub pass passed the call to the server"),
        ]) func sentence(_ path: String, _ sentence: String) throws
    {
        let manager = demoManager(unmatched: .passThrough)
        try manager.addPath("/a", "") { $0.name = "A" }
        try manager.addPath("/example", "") { ($0.name, $0.source) = ("example of getMe", .documentExample) }
        try manager.addPath("/steps", "") {
            $0.name = "steps"
            $0.sequence.append(SequenceEntry(Reply(status: 201)))
        }
        try manager.addPath("/pass", "") {
            $0.name = "pass"
            $0.sequence[0].reply.passesThrough = true
        }
        if path == "/forbidden" { manager.setCondition(.forbidden, forOperation: "getMe") }
        manager.isEnabled = path != "/live"
        let call = manager.beginCall(screen: "me", operation: "getMe", isBypassed: path == "/bypass")
        let exchange = manager.exchange(manager.decide(.get(path), call: call).exchange)
        #expect(exchange?.reason == sentence)
    }

    @Test(
        "Without a stub, error refuses, guard passes safe methods, and passThrough passes everything",
        arguments: [
            (.error, .get, .noStub), (.guard, .get, nil), (.guard, .head, nil), (.guard, .post, .guardedWrite),
            (.guard, .delete, .guardedWrite), (.passThrough, .post, nil),
        ] as [(UnmatchedPolicy, HTTPRequest.Method, Refusal.Kind?)])
    func policies(policy: UnmatchedPolicy, method: HTTPRequest.Method, refusal: Refusal.Kind?) {
        var request = HTTPRequest.get("https://api.example.com/x?y=1")
        request.method = method
        let decision = demoManager(unmatched: policy).decide(request)
        #expect(decision.refusal == refusal && (refusal != nil || decision.passed == .unmatched))
        if policy == .error { #expect(decision.reason.contains("GET https://api.example.com/x?y=1;")) }
    }

    @Test("under guard the next page of a list that began with stubs is refused") func nextPage() throws {
        let manager = demoManager(unmatched: .guard)
        let first = try manager.addPath("/items", "page 1")
        try manager.addPath("/items", "elsewhere") { $0.screens = ["other"] }
        #expect(manager.answer("/items", screen: "list") == "page 1")
        manager.remove(first)
        #expect(manager.decide(.get("/items?cursor=b"), screen: "list").refusal == .nextPage)
        #expect(manager.decide(.get("/items?cursor=b&q=x"), screen: "list").passed == .unmatched)
        #expect(manager.decide(.get("/items"), screen: "list").passed == .unmatched)
        // That first page was live: the list began again.
        #expect(manager.decide(.get("/items?cursor=b"), screen: "list").passed == .unmatched)
    }

    @Test(
        "A stub that passes through is refused under error, unless source code says so", arguments: StubSource.allCases)
    func stubPassesThrough(_ source: StubSource) throws {
        for policy in UnmatchedPolicy.allCases {
            let manager = demoManager(unmatched: policy)
            try manager.addPath("/a", "") {
                $0.source = source
                $0.sequence = [SequenceEntry(Reply(passesThrough: true))]
            }
            let decision = manager.decide(.get("/a"))
            if policy == .error, source != .code {
                #expect(decision.refusal == .passThroughForbidden)
            } else {
                #expect(decision.passed?.isLeavingDemo == true)
            }
        }
    }

    @Test("needsBody is true only if the stub that would answer reads the body") func needsBody() throws {
        try manager.addPath("/a", "body") { $0.request.body = [.contains("x")] }
        let call = manager.beginCall()
        #expect(manager.needsBody(.get("/a"), call: call))
        #expect(!manager.needsBody(.get("/b"), call: call))
        try manager.addPath("/a", "newer")
        #expect(!manager.needsBody(.get("/a"), call: call))
        manager.isEnabled = false
        #expect(!manager.needsBody(.get("/a"), call: manager.beginCall()))
    }

    @Test("A plan is discarded if a stub, state or condition changed since, but not after a toggle")
    func outdated() throws {
        let id = try manager.addPath("/a", "stub")
        func isCarriedOut(after change: () throws -> Void) throws -> Bool {
            let attempt = Attempt(.get("/a"), body: nil, call: manager.beginCall())
            let snapshot = manager.currentSnapshot()
            let plan = snapshot.plan(attempt)
            try change()
            return manager.commit(plan, of: snapshot, attempt) != nil
        }
        #expect(try isCarriedOut {})
        #expect(try isCarriedOut { manager.toggleScreen("list") })
        #expect(try !isCarriedOut { _ = try manager.addPath("/b", "") })
        #expect(try !isCarriedOut { manager.setEnabled(false, stub: id) })
        #expect(try !isCarriedOut { manager.setScenario("cart", to: "Full") })
        #expect(try !isCarriedOut { manager.setCondition(.empty, forOperation: "getA") })
        #expect(try !isCarriedOut { manager.remove(id) })
        #expect(manager.journal.count == 2)
    }
}

@Suite struct SeedTests {
    private let manager = DemoManager()

    @Test("Seeds override stubs, switches and bypasses, and all other requests are refused") func seeded() throws {
        let manager = DemoManager(configuration: .init(unmatched: .passThrough))
        try manager.addPath("/user/42", "stub")
        try manager.seed(["GET /user/42": ["status": 201, "body": ["id": 42]]])
        let decision = manager.decide(
            .get("https://api.example.com/user/42"), call: manager.beginCall(isBypassed: true))
        #expect(decision.status == 201)
        #expect(decision.text == #"{"id":42}"#)
        #expect(decision.reply?.headers[.contentType] == "application/json")
        #expect(manager.beginCall().mode == .demo)
        let other = manager.decide(.post("/user/42"))
        #expect(other.refusal == .noSeed)
        #expect(other.reason.contains("POST /user/42"))
    }

    @Test("A key can be a full URL with or without a method; its query must match") func keys() throws {
        try manager.seed([
            "https://a.example/x": ["body": "any method"], "POST https://a.example/y?z=1": ["body": "post"],
        ])
        #expect(manager.decide(.put("https://a.example/x")).text == "any method")
        #expect(manager.decide(.get("https://b.example/x")).refusal == .noSeed)
        #expect(manager.decide(.post("https://a.example/y?z=1")).text == "post")
        #expect(manager.decide(.post("https://a.example/y")).refusal == .noSeed)
    }

    @Test("An array is a sequence whose last reply repeats") func sequence() throws {
        try manager.seed(["GET /a": [["status": 401], ["body": "ok"]]])
        #expect(manager.decide(.get("/a")).status == 401)
        #expect(manager.answer("/a") == "ok")
        #expect(manager.answer("/a") == "ok")
    }

    @Test("seeds come from the environment, too") func environment() throws {
        let isSeeded = try manager.seed(environment: ["PATH": "/bin:/usr/bin", "_": "/bin/app", "HOME": "/home/ada"])
        #expect(!isSeeded && !manager.isSeeded)
        try manager.seed(environment: [
            "PATH": "/bin", "http://localhost:3000/user/7": #"{"name":"Ada"}"#, "POST /user": "[]",
            "DEMO_SEEDS": #"{"GET /me":{"status":404}}"#,
        ])
        #expect(manager.decide(.get("http://localhost:3000/user/7")).text == #"{"name":"Ada"}"#)
        #expect(manager.decide(.post("/user")).text == "[]")
        #expect(manager.decide(.get("/me")).reply?.status == .notFound)
        for bad in [["/me": "{"], ["DEMO_SEEDS": "7"], ["DEMO_SEEDS": #"{"GET /a":{"statsu":1}}"#]] {
            #expect(throws: Problem.self) { try manager.seed(environment: bad) }
        }
    }

    @Test(
        "An invalid seed is refused with its key, and nothing is seeded",
        arguments: ["{\"GET a\": {}}", "{\"GET /a\": {\"statsu\": 1}}", "{\"GET /a\": []}", "[]", "{\"GET /a\": 7}"])
    func refused(_ text: String) throws {
        let json = try JSONValue(parsing: text)
        #expect(throws: Problem.self) { try manager.seed(json) }
        #expect(!manager.isSeeded)
    }
}
