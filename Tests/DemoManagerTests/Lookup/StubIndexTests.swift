import Foundation
import HTTPTypes
import Testing

@testable import DemoManager

@Suite struct StubIndexTests {
    private func stub(_ request: RequestPattern, _ body: String) -> Stub {
        Stub(request: request, sequence: [SequenceEntry(Reply(body: Array(body.utf8)))], origin: .made(by: "test"))
    }

    @Test("the automaton finds every text, also those inside and at the end of others") func automaton() {
        let texts = ["he", "she", "his", "hers", "e", "ushers!"].map { Array($0.utf8) }
        let automaton = SubstringAutomaton(texts)
        var found: Set<String> = []
        automaton.forEachMatch(in: Array("xushers".utf8)) { found.insert(String(decoding: texts[$0], as: UTF8.self)) }
        #expect(found == ["he", "she", "hers", "e"])
    }

    @Test("the automaton agrees with a plain search on random texts") func automatonRandom() {
        var generator = Linear(state: 7)
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

    @Test("Stubs on one path are distinguished by query value and header") func equality() throws {
        let manager = demoManager()
        for number in 0..<300 {
            let value = ValueMatcher.equalTo("\(number)")
            try manager.add(
                stub(RequestPattern(url: .path("/q"), queryParameters: [NamedMatcher("id", value)]), "q\(number)"))
            try manager.add(
                stub(RequestPattern(url: .path("/h"), headers: [NamedMatcher("X-Id", value)]), "h\(number)"))
        }
        #expect(manager.answer("/q?id=123") == "q123")
        #expect(manager.decide(.get("/q?id=300")).refusal == .noStub)
        var request = HTTPRequest.get("/h")
        request.headerFields[HTTPField.Name("x-id")!] = "42"
        #expect(manager.decide(request).text == "h42")
    }

    @Test("stubs on one path that each ask for another parameter are found too") func manyNames() throws {
        let manager = demoManager()
        for number in 0..<100 {
            let named = NamedMatcher("p\(number)", .equalTo("x"))
            try manager.add(stub(RequestPattern(url: .path("/q"), queryParameters: [named]), "q\(number)"))
        }
        #expect(manager.answer("/q?a=1&p77=x") == "q77")
        #expect(manager.decide(.get("/q?p77=y")).refusal == .noStub)
    }

    @Test("stubs that each ask for another header are found whatever the case of its name") func manyHeaders() throws {
        let manager = demoManager()
        for number in 0..<20 {
            let named = NamedMatcher("X-Part-\(number)", .equalTo("x"))
            try manager.add(stub(RequestPattern(url: .path("/h"), headers: [named]), "h\(number)"))
        }
        var request = HTTPRequest.get("/h")
        request.headerFields[HTTPField.Name("x-pArt-7")!] = "x"
        #expect(manager.decide(request).text == "h7")
    }

    @Test("a template that goes takes no other along: not on its way, not beside it, not below it")
    func templates() throws {
        let manager = demoManager()
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
        let manager = demoManager()
        for number in 0..<100 {
            try manager.stubResponse(containing: "/part\(number)/", statusCode: 200 + number)
            #expect(manager.decide(.get("https://h.example/x/part\(number)/y")).reply?.status.code == 200 + number)
        }
        #expect(manager.decide(.get("https://h.example/x/part7/y")).reply?.status.code == 207)
        #expect(manager.decide(.get("https://h.example/x/part100/y")).refusal == .noStub)
    }

    @Test("the first stub in the order wins, wherever the others are found") func acrossPlaces() throws {
        let manager = demoManager()
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
