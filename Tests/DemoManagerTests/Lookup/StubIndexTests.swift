import TestSupport
import Testing

@testable import DemoManager

@Suite struct StubIndexTests {
    private let manager = demoManager()

    private func stub(_ request: RequestPattern, _ body: String) -> Stub {
        Stub(request: request, replies: [Reply(body: Array(body.utf8))])
    }

    @Test("the automaton finds every text, also those inside and at the end of others") func automaton() {
        let texts = ["he", "she", "his", "hers", "e", "ushers!"].map { Array($0.utf8) }
        let automaton = SubstringAutomaton(texts)
        var found: Set<String> = []
        automaton.forEachMatch(in: Array("xushers".utf8)) { found.insert(String(decoding: texts[$0], as: UTF8.self)) }
        #expect(found == ["he", "she", "hers", "e"])
    }

    @Test("the automaton agrees with a plain search on random texts") func automatonRandom() {
        var generator = SeededRandom(seed: 7)
        func word(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 97...99, using: &generator) } }
        let texts = Array(Set((0..<60).map { _ in word(Int.random(in: 1...5, using: &generator)) }))
        let automaton = SubstringAutomaton(texts)
        for _ in 0..<50 {
            let text = word(30)
            var found: Set<Int> = []
            automaton.forEachMatch(in: text) { found.insert($0) }
            #expect(found == Set(texts.indices.filter { text.contains(texts[$0]) }))
        }
    }

    @Test("whatever a stub is found by, it is found, and not after it is removed") func everyPlace() throws {
        let patterns: [(RequestPattern, String)] = [
            (RequestPattern(url: .path("/a")), "/a?x=1"),
            (RequestPattern(method: .one(.get), url: .url("/a?x=1")), "/a?x=1"),
            (RequestPattern(url: .path("/a"), queryParameters: [NamedMatcher("x", .equalTo("1"))]), "/a?y=0&x=1"),
            (RequestPattern(url: .template(try URLTemplate("/u/{id}/x"))), "/u/7/x"),
            (RequestPattern(url: .template(try URLTemplate("/u/{id}.json"))), "/u/7.json"),
            (RequestPattern(url: .containing(["/u", "x=1"])), "/u/7?x=1"),
            (RequestPattern(url: .pathMatching(try RegularExpression("/r/.*"))), "/r/7"),
            (RequestPattern(method: .noneOf([.post])), "/anything"),
        ]
        for (pattern, path) in patterns {
            let manager = demoManager()
            let id = try manager.add(stub(pattern, "found"))
            #expect(manager.answer(path) == "found", "\(pattern)")
            manager.remove(id)
            #expect(manager.decide(.get(path)).refusal == .noStub, "\(pattern)")
        }
    }

    @Test(
        "Stubs on one path are told apart by a value, or by the name of what each asks for, in queries and headers",
        arguments: [false, true], [false, true])
    func distinguished(inHeader: Bool, byName: Bool) throws {
        for number in 0..<300 {
            let named =
                byName ? NamedMatcher("X-P\(number)", .equalTo("x")) : NamedMatcher("X-Id", .equalTo("\(number)"))
            let pattern = RequestPattern(
                url: .path("/a"), queryParameters: inHeader ? [] : [named], headers: inHeader ? [named] : [])
            try manager.add(stub(pattern, "\(number)"))
        }
        func decide(_ name: String, _ value: String) -> Decision {
            var request = HTTPRequest.get(inHeader ? "/a" : "/a?y=0&\(name)=\(value)")
            // The name of a header is found whatever its case.
            if inHeader, let name = HTTPField.Name(name.lowercased()) { request.headerFields[name] = value }
            return manager.decide(request)
        }
        #expect(decide(byName ? "X-P123" : "X-Id", byName ? "x" : "123").text == "123")
        #expect(decide(byName ? "X-P123" : "X-Id", "300").refusal == .noStub)
    }

    @Test("a template that goes takes no other along: not on its way, not beside it, not below it")
    func templates() throws {
        func add(_ template: String, _ body: String) throws -> StubID {
            try manager.add(stub(RequestPattern(url: .template(try URLTemplate(template))), body))
        }
        let ids = try ["/a/{x}/b", "/a/{y}/b", "/a/{x}", "/a/{x}/b/c", "/a/b/{x}"].map { try add($0, $0) }
        for id in ids.dropFirst() { manager.remove(id) }
        #expect(manager.answer("/a/1/b") == "/a/{x}/b")
        let below = try add("/a/{x}/b/c", "below")
        manager.remove(ids[0])
        #expect(manager.answer("/a/1/b/c") == "below")
        #expect(manager.decide(.get("/a/1/b")).refusal == .noStub)
        manager.remove(below)
        #expect(manager.decide(.get("/a/1/b/c")).refusal == .noStub)
    }

    @Test("many substrings added between decisions are all found") func substrings() throws {
        for number in 0..<100 {
            try manager.stubResponse(containing: "/part\(number)/", statusCode: 200 + number)
            #expect(manager.decide(.get("https://h.example/x/part\(number)/y")).status == 200 + number)
        }
        #expect(manager.decide(.get("https://h.example/x/part7/y")).status == 207)
        #expect(manager.decide(.get("https://h.example/x/part100/y")).refusal == .noStub)
    }

    @Test("the first stub in the order wins, wherever the others are found and however special they are")
    func acrossPlaces() throws {
        try manager.add(stub(RequestPattern(url: .path("/a/1")), "exact"))
        try manager.add(stub(RequestPattern(url: .containing(["/a"])), "containing"))
        try manager.add(stub(RequestPattern(url: .template(try URLTemplate("/a/{id}"))), "template"))
        #expect(manager.answer("/a/1") == "template")
        var other = stub(RequestPattern(), "any")
        other.priority = 1
        try manager.add(other)
        #expect(manager.answer("/a/1") == "any")
    }
}
