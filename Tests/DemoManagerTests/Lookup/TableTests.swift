import TestSupport
import Testing

@testable import DemoManager

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
