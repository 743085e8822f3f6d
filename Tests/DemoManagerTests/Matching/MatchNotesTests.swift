import Testing

@testable import DemoManager

@Suite struct MatchNotesTests {
    private let request = HTTPRequest.get("https://h.example/" + String(repeating: "a", count: 40))

    /// A stub whose expression backtracks for ever on `request`.
    private func catastrophic(_ number: Int) throws -> Stub {
        let expression = try RegularExpression("/(a+)+x{\(number + 1)}")
        return Stub(request: RequestPattern(url: .pathMatching(expression)), replies: [Reply()])
    }

    @Test("Of a hundred endless expressions a few are tried, and all are warnings") func budget() throws {
        var index = StubIndex()
        for number in 0..<100 {
            let rank = Rank(source: 0, priority: 5, age: UInt64(number))
            index.insert(StubEntry(id: StubID(number: UInt64(number)), stub: try catastrophic(number), rank: rank))
        }
        let facts = RequestFacts(request, body: nil)
        #expect(index.first(facts) { _ in true } == nil)
        // Each gets a quarter of what is left of 200 ms; after 19 less than 1 ms is left.
        #expect(facts.notes.stopped.count == 19)
        #expect(facts.warnings.count == 100)
        #expect(facts.warnings.count { $0.contains("was not tried") } == 81)
        #expect(MatchNotes.patience == .milliseconds(200))

        // The request is matched again because something changed: nothing is tried a second time.
        facts.forgetWarnings()
        #expect(index.first(facts) { _ in true } == nil)
        #expect(facts.notes.stopped.count == 19)
        #expect(facts.warnings.count == 100)
    }

    @Test("an expression behind some that were stopped still decides, and the problems name the others")
    func healthy() throws {
        let manager = demoManager()
        var healthy = try catastrophic(0)
        healthy.request.url = .pathMatching(try RegularExpression("/a+"))
        healthy.sequence = [SequenceEntry(Reply(body: Array("healthy".utf8)))]
        try manager.add(healthy)
        for number in 0..<5 { try manager.add(try catastrophic(number)) }
        #expect(manager.decide(request).text == "healthy")
        #expect(manager.problems.count == 5)
    }
}
