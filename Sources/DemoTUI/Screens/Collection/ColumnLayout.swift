import AppCore

/// How wide each column is drawn. Columns that do not fit are left out, least important first.
struct ColumnLayout: Hashable {
    /// Where a column stands. Small, since it is read for every cell that is painted.
    struct Slot: Hashable {
        /// The column's place among all columns.
        let index: Int
        let x: Int
        let width: Int
        let align: Canvas.Alignment
    }

    let slots: [Slot]

    /// Cells between two columns.
    static let gap = 2

    /// - Parameters:
    ///   - columns: in the order in which they are shown.
    ///   - wanted: how wide each column would like to be.
    init(_ columns: [Column], wanted: [Int], width: Int) {
        var chosen = Set<Int>()
        var used = 0
        for index in columns.indices.sorted(by: { columns[$0].priority < columns[$1].priority }) {
            let needed = columns[index].minimumWidth + (chosen.isEmpty ? 0 : Self.gap)
            if used + needed > width, !chosen.isEmpty { break }
            chosen.insert(index)
            used += needed
        }
        let shown = columns.indices.filter(chosen.contains)
        let widths = Self.share(
            width - Self.gap * max(0, shown.count - 1), shown.map { columns[$0].minimumWidth }, shown.map { wanted[$0] }
        )
        var x = 0
        slots = zip(shown, widths).map { index, columnWidth in
            defer { x += columnWidth + Self.gap }
            return Slot(
                index: index, x: x, width: columnWidth,
                align: columns[index].alignment == .trailing ? .trailing : .leading)
        }
    }

    /// Gives every column its minimum, then hands out the rest to those that want more, smallest wish first.
    private static func share(_ width: Int, _ minimum: [Int], _ wanted: [Int]) -> [Int] {
        var widths = minimum
        var rest = max(0, width - minimum.reduce(0, +))
        let order = wanted.indices.sorted { wanted[$0] - minimum[$0] < wanted[$1] - minimum[$1] }
        for (position, index) in order.enumerated() {
            let fair = rest / (order.count - position)
            let more = min(max(0, wanted[index] - minimum[index]), fair)
            widths[index] += more
            rest -= more
        }
        return widths
    }
}
