import Testing

@testable import DemoManager

@Suite struct ReplyTests {
    @Test("a dribbled body comes in pieces that are the whole, over the whole time")
    func dribble() {
        let reply = StubReply(body: Array(0..<10), dribble: Dribble(chunks: 4, duration: .milliseconds(100)))
        let chunks = reply.chunks
        #expect(chunks.count == 4)
        #expect(chunks.flatMap { Array($0.bytes) } == Array(0..<10))
        #expect(chunks.map(\.pause) == Array(repeating: .milliseconds(25), count: 4))
        #expect(StubReply(body: [1], dribble: Dribble(chunks: 9, duration: .seconds(1))).chunks.count == 1)
        #expect(StubReply(body: []).chunks.count == 1)
    }

    @Test("random delays stay in their range, and a log-normal one around its median")
    func delays() {
        var generator = SystemRandomNumberGenerator()
        let uniform = Delay(fixed: .milliseconds(5), random: .uniform(.milliseconds(10)...(.milliseconds(20))))
        let lognormal = Delay(random: .lognormal(median: .milliseconds(80), sigma: 0.4, maximum: .milliseconds(90)))
        for _ in 0..<500 {
            #expect((.milliseconds(15)...(.milliseconds(25))).contains(uniform.drawn(using: &generator)))
            #expect((.zero...(.milliseconds(90))).contains(lognormal.drawn(using: &generator)))
        }
        let wide = Delay(random: .lognormal(median: .milliseconds(80), sigma: 0.4, maximum: nil))
        let drawn = (0..<2_000).map { _ in wide.drawn(using: &generator) }.sorted()
        #expect((.milliseconds(70)...(.milliseconds(90))).contains(drawn[1_000]))
    }

    @Test("a stub changes in its place: a new priority moves it, its position and the others stay")
    func update() throws {
        let manager = demoManager()
        let older = try manager.addPath("/a", "older 1") {
            $0.sequence.append(SequenceEntry(Reply(body: Array("older 2".utf8))))
        }
        #expect(manager.answer("/a") == "older 1")
        try manager.addPath("/a", "newer")
        #expect(manager.answer("/a") == "newer")
        #expect(try manager.update(older) { $0.priority = 1 })
        #expect(manager.answer("/a") == "older 2")
        #expect(throws: (any Error).self) { try manager.update(older) { $0.sequence = [] } }
        #expect(manager.answer("/a") == "older 2")
        manager.remove(older)
        #expect(try !manager.update(older) { $0.priority = 1 })
        #expect(manager.answer("/a") == "newer")
    }
}
