import Testing
import WireFormats

@testable import DocumentStubs

@Suite struct RowOrderTests {
    /// The values of a member in the order a text asks for.
    private func sorted(_ values: [JSONValue], by text: String) -> [JSONValue?] {
        var order = RowOrder()
        _ = order.take(text, of: "sort") { ["a", "b"].contains($0) ? JSONPointer(tokens: [$0]) : nil }
        return order.sorted(values.map { ["a": $0] }).map { $0["a"] }
    }

    @Test("Rows with null there come last, whichever way the others are sorted")
    func nulls() {
        #expect(sorted([3, .null, 1, 1, .null, 2], by: "a") == [1, 1, 2, 3, .null, .null])
        #expect(sorted([3, .null, 1, 1, .null, 2], by: "-a") == [3, 2, 1, 1, .null, .null])
    }

    @Test("Values of different kinds are sorted each among its own")
    func kinds() {
        let values: [JSONValue] = [3, "b", 1, true, "a", 2, false]
        #expect(sorted(values, by: "a") == [1, 2, 3, "a", "b", false, true])
        #expect(sorted(values, by: "a,desc") == [true, false, "b", "a", 3, 2, 1])
    }

    @Test("Blanks around a name count for nothing", arguments: ["-a", " -a", "b, -a", "b , -a ", "- a"])
    func blanks(text: String) {
        #expect(sorted([1, 3, 2], by: text) == [3, 2, 1])
    }
}
