import AppCore
import JSONText
import Testing

@testable import DemoTUI

@Suite("Widths of columns")
struct ColumnLayoutTests {
    /// Columns with these least widths, the first the most important unless told otherwise.
    private func columns(_ minimum: [Int], priorities: [Int]? = nil) -> [Column] {
        minimum.enumerated().map { index, width in
            Column(
                field: Field(pointer: JSONPointer(tokens: ["c\(index)"]), title: "C\(index)"), title: "C\(index)",
                alignment: .leading, priority: priorities?[index] ?? index, minimumWidth: width, idealWidth: width)
        }
    }

    @Test("columns stand in their own order with a gap between them, each as wide as it wants where there is room")
    func room() {
        let layout = ColumnLayout(columns([4, 4, 4]), wanted: [10, 5, 8], width: 80)
        #expect(layout.slots.map(\.width) == [10, 5, 8])
        #expect(layout.slots.map(\.x) == [0, 12, 19])
        #expect(layout.slots.map(\.index) == [0, 1, 2])
    }

    @Test("the least important columns go first, wherever they stand")
    func leastImportant() {
        let layout = ColumnLayout(columns([10, 10, 10], priorities: [2, 0, 1]), wanted: [10, 10, 10], width: 25)
        #expect(layout.slots.map(\.index) == [1, 2])
        #expect(layout.slots.map(\.x) == [0, 12])
    }

    @Test("the most important column stays, however narrow the window")
    func last() {
        #expect(ColumnLayout(columns([10, 10]), wanted: [10, 10], width: 3).slots.map(\.index) == [0])
        #expect(ColumnLayout([], wanted: [], width: 80).slots.isEmpty)
    }

    @Test(
        "no column gets less than its least width, and together they never get more than there is", arguments: 22...90)
    func fits(_ width: Int) {
        let all = columns([6, 8, 3, 11])
        let layout = ColumnLayout(all, wanted: [40, 8, 2, 60], width: width)
        for slot in layout.slots { #expect(slot.width >= all[slot.index].minimumWidth) }
        let end = layout.slots.last.map { $0.x + $0.width } ?? 0
        #expect(end <= width)
        for (left, right) in zip(layout.slots, layout.slots.dropFirst()) {
            #expect(right.x == left.x + left.width + ColumnLayout.gap)
        }
    }

    @Test("what a modest column does not take goes to those that want more")
    func share() {
        let layout = ColumnLayout(columns([4, 4]), wanted: [5, 100], width: 42)
        #expect(layout.slots.map(\.width) == [5, 35])
    }
}
