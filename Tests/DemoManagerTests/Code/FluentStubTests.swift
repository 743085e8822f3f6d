import TestSupport
import Testing

@testable import DemoManager

@Suite struct FluentStubTests {
    private let manager = demoManager()
    private let api = "https://api.example.com"

    private struct User: Codable, Equatable {
        var id: Int
        var name: String
    }

    @Test("JSON comes from the app's types, literals and texts, with its content type") func json() throws {
        try manager.stub(.get("/type"), .json(User(id: 1, name: "Ada")))
        try manager.stub(.get("/literal"), .json(["id": 1, "tags": ["a", .null], "ok": true], status: 201))
        try manager.stub(.get("/text"), .json(text: #"{ "n": 1.10 }"#, headers: [.contentType: "application/hal+json"]))
        try manager.stub(.get("/same"), .json(["a": 1, "b": 2], delay: .fixed(.milliseconds(5))))
        #expect(manager.answer("/type") == #"{"id":1,"name":"Ada"}"#)
        #expect(manager.answer("/literal") == #"{"id":1,"tags":["a",null],"ok":true}"#)
        #expect(manager.decide(.get("/literal")).status == 201)
        #expect(manager.decide(.get("/literal")).reply?.headers[.contentType] == "application/json")
        #expect(manager.answer("/text") == #"{ "n": 1.10 }"#)
        #expect(manager.decide(.get("/text")).reply?.headers[.contentType] == "application/hal+json")
        #expect(manager.answer("/same") == #"{"a":1,"b":2}"#)
        #expect(manager.decide(.get("/same")).reply?.delay == .milliseconds(5))
    }

    @Test("Invalid JSON is refused with its line") func notJSON() throws {
        let line = #line + 1
        let problem = #expect(throws: Problem.self) { try Reply.json(Double.infinity) }
        #expect(problem?.position?.line == line)
        #expect(throws: Problem.self) { try Reply.json(text: "{") }
    }

    @Test("a fixture is a reply like any other, read from below its folder alone") func fixture() throws {
        let folder = try Folder(["users/42.json": #"{"id":42}"#])
        manager.fixtures = [folder.path]
        try manager.stub(.get("/users/42"), manager.fixture("users/42.json", status: 203))
        let reply = try #require(manager.decide(.get("/users/42")).reply)
        #expect(reply.status.code == 203)
        #expect(reply.headers[.contentType] == "application/json")
        #expect(reply.body == Array(#"{"id":42}"#.utf8))
        #expect(throws: Problem.self) { try manager.fixture("../42.json") }
    }

    @Test("a pattern is one line: templates, parameters, headers, bodies") func patterns() throws {
        try manager.stub(
            matching: .put(
                "\(api)/users/{id}", query: ["notify": "1"], headers: ["X-App": .contains("ios")],
                body: .matchesJSONPath(JSONPath("$.name"))), .json(["ok": true]))
        func decide(_ url: String, app: String = "my ios", body: String = #"{"name":"Ada"}"#) -> Refusal.Kind? {
            manager.decide(.put(url, headers: [.init("X-App")!: app]), body: body).refusal
        }
        #expect(decide("\(api)/users/42?notify=1") == nil)
        for url in [
            "\(api)/users/42/x?notify=1", "\(api)/users/42?notify=2", "http://api.example.com/users/42?notify=1",
        ] {
            #expect(decide(url) == .noStub, "\(url)")
        }
        #expect(decide("\(api)/users/42?notify=1", app: "web") == .noStub)
        #expect(decide("\(api)/users/42?notify=1", body: "{}") == .noStub)
    }

    @Test("A URL without a query matches any query, one with a query only that; a path matches any host")
    func queries() throws {
        try manager.stub(matching: .get("/any"), .json([]))
        try manager.stub(matching: .request(.any, "/only?a=1"), .json([]))
        #expect(manager.decide(.get("\(api)/any?x=1")).reply != nil)
        #expect(manager.decide(.post("\(api)/any")).reply == nil)
        #expect(manager.decide(.delete("\(api)/only?a=1")).reply != nil)
        #expect(manager.decide(.get("\(api)/only?a=1&b=2")).reply == nil)
    }

    @Test(
        "A pattern that no request can match is refused with its line",
        arguments: ["me", "ftp://host/me", "/users/{id", "/users/{id}?page={page}"])
    func badPatterns(_ url: String) {
        let line = #line + 1
        let problem = #expect(throws: Problem.self) { try RequestPattern.get(url) }
        #expect(problem?.position?.line == line)
    }

    @Test("A stub for a condition answers nothing else") func conditions() throws {
        try manager.stub(.get("/cards"), .json(["cards": []]))
        try manager.stub(.get("/cards"), .json(["error": "no"], status: 403), for: .forbidden)
        #expect(manager.answer("/cards") == #"{"cards":[]}"#)
        manager.setCondition(.forbidden, forScreen: "cards")
        #expect(manager.answer("/cards", screen: "cards") == #"{"error":"no"}"#)
    }

    @Test("Name, priority, screens and scenario of a stub are set in a closure") func configured() throws {
        try manager.stub(.get("/a"), .json(["n": 1])) { $0.priority = 1 }
        try manager.stub(.get("/a"), .json(["n": 2])) { $0.name = "later" }
        try manager.stub(.get("/b"), .json([])) { $0.screens = ["b"] }
        try manager.stub(.get("/c"), .json([])) { $0.scenario = ScenarioRule(name: "s", requiredState: "Later") }
        #expect(manager.answer("/a") == #"{"n":1}"#)
        #expect(manager.stubs.map(\.stub.title).contains("later"))
        #expect(manager.decide(.get("/b")).refusal == .noStub)
        #expect(manager.decide(.get("/b"), screen: "b").reply != nil)
        #expect(manager.decide(.get("/c")).refusal == .noStub)
        #expect(throws: Problem.self) { try manager.stub(.get("/d"), .json([])) { $0.sequence = [] } }
    }

    @Test("A condition in code sees the body, and appears in the explanation") func closure() throws {
        try manager.stub(.post("/a"), .json([]))
        var pattern = try RequestPattern.post("/a")
        pattern.conditions = [{ $0.body.count > 3 }]
        try manager.stub(matching: pattern, .json(["long": true]))
        try manager.stub(matching: .when { $0.url.hasSuffix("/7") }, .json(["n": 7]))
        #expect(manager.decide(.post("/a"), body: "abcd").text == #"{"long":true}"#)
        #expect(manager.decide(.post("/a"), body: "abc").text == "[]")
        #expect(manager.decide(.get("https://h/x/7")).text == #"{"n":7}"#)
        #expect(manager.decide(.get("https://h/x/8")).refusal == .noStub)
        let miss = manager.explain(.get("https://h/x/8")).nearMisses.map { $0.table() }.joined()
        #expect(miss.contains("condition") && miss.contains("not met"))
    }

    @Test("A URL is matched as clients send it") func escaped() throws {
        try manager.stub(.get("https://h/größe?q=ä"), .json(["n": 1]))
        try manager.stub(matching: .get("/straße/{id}"), .json(["n": 2]))
        #expect(manager.decide(.get("https://h/gr%C3%B6%C3%9Fe?q=%C3%A4")).text == #"{"n":1}"#)
        #expect(manager.decide(.get("https://h/größe?q=ä")).text == #"{"n":1}"#)
        #expect(manager.decide(.get("/stra%C3%9Fe/1")).text == #"{"n":2}"#)
        let refused = [
            ("https://h/users/{id}", "stub(matching: .get"), ("https://größe.de/", "xn--"),
            ("https://a b/", "is not a URL"),
        ]
        for (url, word) in refused {
            let problem = #expect(throws: Problem.self) { try manager.stub(.get(url), .json([])) }
            #expect(problem?.message.contains(word) == true)
        }
    }
}
