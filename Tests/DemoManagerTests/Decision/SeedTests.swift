import Testing

@testable import DemoManager

@Suite struct SeedTests {
    private let manager = DemoManager()

    @Test("Seeds override stubs, switches and bypasses, and all other requests are refused")
    func seeded() throws {
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
