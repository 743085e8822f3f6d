import Testing

@testable import APIDocument

@Suite struct DocumentMemoTests {
    private struct Once: Equatable { let number: Int }
    private struct Many { let number: Int }

    @Test("A single value stays; of keyed values the last used ones stay") func kinds() {
        let memo = DocumentMemo()
        #expect(memo.value { Once(number: 1) } == Once(number: 1))
        for number in 0..<3 * DocumentMemo.limit {
            _ = memo.value(for: "\(number)") { Many(number: number) }
            _ = memo.value(for: "0") { Many(number: -1) }
        }
        #expect(memo.value { Once(number: 2) } == Once(number: 1))
        #expect(memo.value(for: "0") { Many(number: -1) }.number == 0)
        #expect(memo.value(for: "1") { Many(number: -1) }.number == -1)
        #expect(memo.value(for: "\(3 * DocumentMemo.limit - 1)") { Many(number: -1) }.number > 0)
    }

    @Test("Keys of two types are two keys") func keys() {
        let memo = DocumentMemo()
        #expect(memo.value(for: 1) { "one" } == "one")
        #expect(memo.value(for: "1") { "text" } == "text")
    }
}
