import DemoManager
import DemoManagerFiles
import Testing

@Suite("Matchers of whole bodies, of bare parameters and of other hosts")
struct ExactMatcherTests {
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
        "Bytes are compared exactly",
        arguments: [([0xFF, 0x00, 0x41], true), ([0xFF, 0x00], false), ([0xFE], false)])
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

    @Test("Byte matchers are written to mappings; other exact matchers are refused by name") func mappings() throws {
        let writer = try MappingWriter()
        func written(_ pattern: RequestPattern) throws -> String {
            try writer.request(of: Stub(request: pattern, replies: [Reply()])).text()
        }
        let mapping = try written(.post("/a", body: .equalToBytes([0xFF, 0x00])))
        #expect(mapping.contains(#""binaryEqualTo":"/wA=""#))
        let read = try MappingParser.pattern(JSONValue(parsing: mapping), named: "mapping")
        try manager.stub(matching: read, Reply())
        #expect(answers(.post("/a"), [0xFF, 0x00]))
        #expect(throws: Problem.self) { try written(.post("/a", body: .equalToForm(["a": "1"]))) }
        #expect(throws: Problem.self) { try written(.get("/a", query: ["flag": .withoutValue])) }
        var others = RequestPattern()
        others.excludedHosts = ["a"]
        #expect(throws: Problem.self) { try written(others) }
        #expect(throws: MappingParser.Unusable.self) {
            try MappingParser.pattern(["bodyPatterns": [["binaryEqualTo": "?"]]], named: "mapping")
        }
    }
}
