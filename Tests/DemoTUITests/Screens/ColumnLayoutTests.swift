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
        let layout = ColumnLayout(columns([4, 4, 4]), wanted: [10, 7, 8], width: 80)
        #expect(layout.slots.map(\.width) == [10, 7, 8])
        #expect(layout.slots.map(\.x) == [0, 12, 21])
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
        for slot in layout.slots { #expect(slot.width >= Column.leastWidth) }
        let end = layout.slots.last.map { $0.x + $0.width } ?? 0
        #expect(end <= width)
        for (left, right) in zip(layout.slots, layout.slots.dropFirst()) {
            #expect(right.x == left.x + left.width + ColumnLayout.gap)
        }
    }

    @Test("what a modest column does not take goes to those that want more")
    func share() {
        let layout = ColumnLayout(columns([4, 4]), wanted: [8, 100], width: 42)
        #expect(layout.slots.map(\.width) == [8, 32])
    }

    private func column(_ name: String, _ kind: Field.Kind, at priority: Int) throws -> Column {
        let row = Screen(fields: [Field(pointer: JSONPointer(tokens: [name]), title: name, kind: kind)])
        var column = try #require(row.columns(for: [], chosen: [JSONPointer(tokens: [name])]).first)
        column.priority = priority
        return column
    }

    @Test("an id of 36 cells leaves the room to what the rows are, and takes what is left over")
    func identifiers() throws {
        let all = [try column("id", .text, at: 0), try column("name", .text, at: 1), try column("city", .text, at: 2)]
        let narrow = ColumnLayout(all, wanted: [36, 30, 14], width: 54)
        #expect(narrow.slots.map(\.index) == [0, 1, 2] && narrow.slots[0].width < 13, "\(narrow)")
        #expect(ColumnLayout(all, wanted: [36, 30, 14], width: 90).slots.map(\.width) == [36, 30, 14])
    }

    @Test("a name gets the cells that tell rows apart before other columns do, and a key where nothing is named")
    func telling() throws {
        let all = [try column("id", .text, at: 0), try column("name", .text, at: 1), try column("city", .text, at: 2)]
        let named = ColumnLayout(all, wanted: [36, 30, 24], telling: [30, 28, 0], width: 46)
        #expect(named.slots.map(\.index) == [0, 1] && named.slots[1].width >= 28, "\(named)")
        let keys = ColumnLayout([all[0], all[2]], wanted: [36, 24], telling: [30, 0], width: 54)
        #expect(keys.slots.map(\.index) == [0, 1] && keys.slots[0].width >= 30, "\(keys)")
        let long = ColumnLayout(all, wanted: [8, 300, 24], telling: [8, 290, 0], width: 120)
        #expect(long.slots.map(\.index) == [0, 1, 2], "\(long)")
    }

    @Test("names are shown whole before anything else takes more than its least")
    func names() throws {
        let all = [try column("id", .text, at: 0), try column("name", .text, at: 1), try column("city", .text, at: 2)]
        #expect(ColumnLayout(all, wanted: [20, 24, 20], width: 48).slots.map(\.width) == [9, 24, 11])
    }

    @Test("how many cells tell rows apart is known of names and keys: where one differs from the row before it")
    func tells() throws {
        var cells = TableCells([
            try column("id", .text, at: 0), try column("name", .text, at: 1), try column("city", .text, at: 2),
        ])
        var window = RowWindow()
        window.replaceAll([
            ["id": "a1", "name": "prod-service-one", "city": "Rome"],
            ["id": "a1", "name": "prod-service-two", "city": "Romford"],
            ["id": "a2", "name": "prod", "city": "Rome"],
        ])
        cells.show(window, near: 0)
        #expect(cells.telling == [2, 16, 0])
    }

    @Test("a day is whole or not there; a moment loses its zone, then its time", arguments: 11...25)
    func dates(_ width: Int) throws {
        let layout = ColumnLayout([try column("at", .dateTime, at: 0)], wanted: [21], width: width)
        let shown = try #require(layout.slots.first).fitted("31 Jan 2026 08:30 UTC")
        let possible = ["31 Jan 2026", "31 Jan 2026 08:30", "31 Jan 2026 08:30 UTC"]
        #expect(possible.contains(String(shown)) && shown.count <= width, "\(shown)")
    }

    @Test("a number is never cut where another column can go")
    func numbers() throws {
        let all = [try column("name", .text, at: 0), try column("total", .number, at: 1)]
        #expect(ColumnLayout(all, wanted: [40, 15], width: 36).slots.map(\.width) == [19, 15])
    }
}

extension Screen {
    fileprivate init(fields: [Field]) {
        self.init(id: "s", title: "S", kind: .collection)
        self.fields = fields
    }
}
