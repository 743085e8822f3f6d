import Testing

@testable import DemoTUI

@Suite("Search")
struct SearchTests {
    private let lines = ["Alpha", "beta", "Gamma", "BETA"]

    @Test("finds the nearest line, letter case aside, and goes round the end")
    func next() {
        #expect(Search.next("beta", in: lines, from: 1, step: 0) == 1)
        #expect(Search.next("beta", in: lines, from: 1, step: 1) == 3)
        #expect(Search.next("beta", in: lines, from: 3, step: 1) == 1)
        #expect(Search.next("beta", in: lines, from: 1, step: -1) == 3)
        #expect(Search.next("alpha", in: lines, from: 0, step: 1) == 0, "the only match is the line itself")
    }

    @Test("nothing matches nothing")
    func none() {
        #expect(Search.next("", in: lines, from: 0, step: 1) == nil)
        #expect(Search.next("x", in: [], from: 0, step: 1) == nil)
        #expect(Search.next("delta", in: lines, from: 2, step: -1) == nil)
    }
}
