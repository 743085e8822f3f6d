import Testing

@testable import DemoManager

@Suite struct ReplyTests {
    @Test("a paced body comes in pieces that are the whole, over the whole time") func pacing() {
        let reply = StubReply(body: Array(0..<10), pacing: .even(chunks: 4, duration: .milliseconds(100)))
        let chunks = reply.chunks
        #expect(chunks.count == 4)
        #expect(chunks.flatMap { Array($0.bytes) } == Array(0..<10))
        #expect(chunks.map(\.pause) == Array(repeating: .milliseconds(25), count: 4))
        #expect(StubReply(body: [1], pacing: .even(chunks: 9, duration: .seconds(1))).chunks.count == 1)
        #expect(StubReply(body: []).chunks.count == 1)
    }

    @Test("random delays stay in their range, and a log-normal one around its median") func delays() {
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
}
