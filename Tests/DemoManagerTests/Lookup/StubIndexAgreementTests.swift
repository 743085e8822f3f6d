import TestSupport
import Testing

@testable import DemoManager

@Suite struct StubIndexAgreementTests {
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
            if index.substrings.needsCompiling { index.use(index.substrings.compile()) }
            for _ in 0..<5 {
                var request = HTTPRequest(
                    method: Bool.random(using: &generator) ? .get : .post, scheme: "http", authority: "h.example",
                    path: url(&generator))
                if Bool.random(using: &generator) { request.headerFields[.accept] = "json" }
                let facts = RequestFacts(request, body: nil)
                let expected = all.filter { $0.matches(facts) }.min { $0.rank < $1.rank }
                #expect(index.first(facts) { _ in true }?.id == expected?.id)
            }
        }
        for entry in all { index.remove(entry.id) }
        #expect(index.entries.isEmpty)
        #expect(index.first(RequestFacts(.get("/a"), body: nil)) { _ in true } == nil)
    }
}
