import AppCore
import Terminal

/// How wide each column is drawn. Columns that do not fit are left out, least important first.
struct ColumnLayout: Hashable {
    /// Where a column stands. Small, since it is read for every cell that is painted.
    struct Slot: Hashable {
        /// The column's place among all columns.
        let index: Int
        let x: Int
        let width: Int
        let align: Canvas.Alignment
        /// Whether texts end with a whole word where they do not fit: "31 Jan 2026 08:30 UTC" becomes "31 Jan 2026".
        let keepsWords: Bool

        /// The text as far as the column can say it.
        func fitted(_ text: String) -> String {
            // Dates and timestamps are ASCII throughout.
            guard keepsWords, text.utf8.count > width else { return text }
            let visible = text.prefix(width + 1)
            return visible.lastIndex(of: " ").map { String(visible[..<$0]) } ?? text
        }
    }

    let slots: [Slot]

    /// Cells between two columns.
    static let gap = 2

    /// - Parameters:
    ///   - columns: in the order in which they are shown.
    ///   - wanted: how wide each column would like to be: its widest text so far.
    ///   - telling: how many cells of each tell the rows apart (``TableCells/telling``); none asks for nothing.
    init(_ columns: [Column], wanted: [Int], telling: [Int] = [], width: Int) {
        let telling = columns.indices.map { telling.indices.contains($0) ? min(telling[$0], Self.mostTelling) : 0 }
        let teller = Self.teller(columns)
        // Never more than there is: one column is always shown.
        let least = columns.indices.map { index in
            let needed = Self.least(columns[index], wanted: wanted[index])
            return min(index == teller ? max(needed, telling[index]) : needed, max(1, width))
        }
        var chosen = Set<Int>()
        var used = 0
        for index in columns.indices.sorted(by: { columns[$0].priority < columns[$1].priority }) {
            let needed = least[index] + (chosen.isEmpty ? 0 : Self.gap)
            if used + needed > width, !chosen.isEmpty { break }
            chosen.insert(index)
            used += needed
        }
        let shown = columns.indices.filter(chosen.contains)
        let widths = Self.widths(
            shown.map { columns[$0] }, least: shown.map { least[$0] }, wanted: shown.map { wanted[$0] },
            telling: shown.map { telling[$0] }, room: width - Self.gap * max(0, shown.count - 1))
        var x = 0
        slots = zip(shown, widths).map { index, columnWidth in
            defer { x += columnWidth + Self.gap }
            return Slot(
                index: index, x: x, width: columnWidth,
                align: columns[index].alignment == .trailing ? .trailing : .leading,
                keepsWords: columns[index].field.isTime)
        }
    }

    /// The most cells that a column takes from others in order to tell rows apart.
    private static let mostTelling = 40

    /// The column that a person tells the rows apart by: the most important name, else the most important key.
    private static func teller(_ columns: [Column]) -> Int? {
        let order = columns.indices.sorted { columns[$0].priority < columns[$1].priority }
        return order.first { columns[$0].isName } ?? order.first { columns[$0].isKey }
    }

    /// The cells a column is not worth drawing without. A number that is cut is another number, so it is whole as far as
    /// that is sensible; other columns need no more than their texts.
    private static func least(_ column: Column, wanted: Int) -> Int {
        let needed =
            column.alignment == .trailing ? max(column.minimumWidth, min(wanted, 24)) : min(column.minimumWidth, wanted)
        return max(Column.leastWidth, needed)
    }

    /// Gives every column its least width, then hands out the rest: up to what suits names, and then each; to names and keys as much
    /// as tells rows apart; then up to the widest texts: those of names, of others, and of keys last.
    private static func widths(
        _ columns: [Column], least: [Int], wanted: [Int], telling: [Int], room: Int
    ) -> [Int] {
        var widths = least
        let suiting = zip(columns, wanted).map { min($1, max($0.idealWidth, min($0.title.count, 16))) }
        let named = columns.indices.map { columns[$0].isName ? suiting[$0] : least[$0] }
        let told = zip(suiting, telling).map(max)
        let names = columns.indices.map { columns[$0].isName ? wanted[$0] : told[$0] }
        let withoutKeys = columns.indices.map { columns[$0].isKey ? told[$0] : wanted[$0] }
        for aim in [named, suiting, told, names, withoutKeys, wanted] { widths = grow(widths, to: aim, room: room) }
        return widths
    }

    /// Hands the room that is left to those that want more, smallest wish first.
    private static func grow(_ widths: [Int], to wanted: [Int], room: Int) -> [Int] {
        var widths = widths
        var rest = max(0, room - widths.reduce(0, +))
        let order = wanted.indices.sorted { wanted[$0] - widths[$0] < wanted[$1] - widths[$1] }
        for (position, index) in order.enumerated() {
            let more = min(max(0, wanted[index] - widths[index]), rest / (order.count - position))
            widths[index] += more
            rest -= more
        }
        return widths
    }
}
