import TestSupport
import Testing

@testable import DemoManager

@Suite struct StubIndexTests {
    private let manager = demoManager()

    private func stub(_ request: RequestPattern, _ body: String) -> Stub {
        Stub(request: request, replies: [Reply(body: Array(body.utf8))])
    }

    @Test("Every stub is found by its kind of key, and not after its removal") func everyPlace() throws {
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
        "Stubs on one path are distinguished by values or names in queries and headers",
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

    @Test("Removing a template removes no other one above, beside or below it") func templates() throws {
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

    @Test("Substrings are found, also those shorter than a window and those inside others")
    func nestedSubstrings() throws {
        var known: [String: StubID] = [:]
        for text in ["e", "hers", "ushers", "xushers"] {
            known[text] = try manager.add(stub(RequestPattern(url: .containing([text])), text))
        }
        for text in ["xushers", "ushers", "hers", "e"] {
            #expect(manager.answer("/xushers") == text)
            known[text].map(manager.remove)
        }
        #expect(manager.decide(.get("/xushers")).refusal == .noStub)
    }

    @Test("many substrings added between decisions are all found") func substrings() throws {
        for number in 0..<100 {
            try manager.stubResponse(containing: "/part\(number)/", statusCode: 200 + number)
            #expect(manager.decide(.get("https://h.example/x/part\(number)/y")).status == 200 + number)
        }
        #expect(manager.decide(.get("https://h.example/x/part7/y")).status == 207)
        #expect(manager.decide(.get("https://h.example/x/part100/y")).refusal == .noStub)
    }

    @Test("The first stub in the order answers, wherever others are found and however specific they are")
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

    private static let words = ["a", "b", "ab", "a%2Fb", ""]

    private func path(_ generator: inout SeededRandom) -> String {
        let count = Int.random(in: 1...3, using: &generator)
        return (0..<count).map { _ in "/" + (Self.words.randomElement(using: &generator) ?? "") }.joined()
    }

    private func url(_ generator: inout SeededRandom) -> String {
        let queries = ["", "?x=1", "?x=2&y=1", "?y=1&x=1", "?x=1&x=2"]
        return path(&generator) + (queries.randomElement(using: &generator) ?? "")
    }

    private func pattern(_ generator: inout SeededRandom) throws -> RequestPattern {
        var pattern = RequestPattern()
        pattern.method = [.any, .one(.get), .one(.post), .noneOf([.get])].randomElement(using: &generator) ?? .any
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: pattern.url = .any
        case 1: pattern.url = .url(url(&generator))
        case 2: pattern.url = .path(path(&generator))
        case 3: pattern.url = .template(try URLTemplate("/{p}" + path(&generator)))
        case 4: pattern.url = .template(try URLTemplate("/a/{p}b"))
        case 5: pattern.url = .containing([path(&generator), "x"])
        default: pattern.url = .pathMatching(try RegularExpression("/a.*"))
        }
        if Bool.random(using: &generator) {
            let value = ["1", "2"].randomElement(using: &generator) ?? ""
            pattern.queryParameters = [NamedMatcher(Bool.random(using: &generator) ? "x" : "y", .equalTo(value))]
        }
        if Int.random(in: 0..<4, using: &generator) == 0 {
            pattern.headers = [NamedMatcher("accept", .equalTo("json"))]
        }
        return pattern
    }

    @Test("The index agrees with trying every stub in order") func agreement() throws {
        var generator = SeededRandom(seed: 42)
        var index = StubIndex()
        var all: [StubEntry] = []
        for step in 0..<600 {
            if step % 5 == 4, let gone = all.randomElement(using: &generator) {
                index.remove(gone.id)
                all.removeAll { $0.id == gone.id }
            } else {
                let stub = Stub(request: try pattern(&generator), replies: [Reply()])
                let rank = Rank(
                    source: UInt8.random(in: 0...1, using: &generator),
                    priority: Int.random(in: 1...3, using: &generator),
                    age: UInt64(step))
                let entry = StubEntry(id: StubID(number: UInt64(step)), stub: stub, rank: rank)
                index.insert(entry)
                all.append(entry)
            }
            for _ in 0..<5 {
                var request = HTTPRequest(
                    method: Bool.random(using: &generator) ? .get : .post, scheme: "http", authority: "h.example",
                    path: url(&generator))
                if Bool.random(using: &generator) { request.headerFields[.accept] = "json" }
                let facts = RequestFacts(request, body: nil)
                let expected = all.filter { $0.matches(facts) }.min { $0.rank < $1.rank }
                #expect(index.first(StubSearch(facts, .anyStub))?.id == expected?.id)
            }
        }
        for entry in all { index.remove(entry.id) }
        #expect(index.entries.isEmpty)
        #expect(index.first(StubSearch(RequestFacts(.get("/a"), body: nil), .anyStub)) == nil)
    }
}

@Suite struct TableTests {
    private func id(_ number: Int) -> StubID { StubID(number: UInt64(number)) }

    @Test("A table equals a dictionary, small and large") func agreement() {
        var generator = SeededRandom(seed: 3)
        var table = Table<StubID, Int>()
        var dictionary: [StubID: Int] = [:]
        for step in 0..<6_000 {
            let key = id(Int.random(in: 0..<2_000, using: &generator))
            let value = step % 3 == 2 ? nil : step
            table[key] = value
            dictionary[key] = value
            #expect(table.count == dictionary.count)
        }
        #expect(Set(table.keys) == Set(dictionary.keys))
        #expect(table.values.sorted() == dictionary.values.sorted())
        for number in 0..<2_000 { #expect(table[id(number)] == dictionary[id(number)]) }
        for key in table.keys { table[key] = nil }
        #expect(table.isEmpty && table[id(1)] == nil)
    }

    @Test("A copy does not change with the original") func copies() {
        var table = Table<StubID, Int>()
        for number in 0..<1_000 { table[id(number)] = number }
        let copy = table
        for number in 0..<1_000 { table.update(id(number)) { $0 = number % 2 == 0 ? nil : -1 } }
        for number in 1_000..<2_000 { table[id(number)] = number }
        #expect(copy.count == 1_000)
        #expect((0..<1_000).allSatisfy { copy[id($0)] == $0 })
        #expect(table.count == 1_500 && table[id(0)] == nil && table[id(1)] == -1)
    }
}
