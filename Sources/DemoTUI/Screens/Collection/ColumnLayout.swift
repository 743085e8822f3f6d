import AppCore
import JSONText

/// How wide each column is drawn. Columns that do not fit are left out, least important first.
struct ColumnLayout: Hashable {
    /// A column with its place.
    struct Slot: Hashable {
        let column: Column
        let x: Int
        let width: Int
    }

    let slots: [Slot]

    /// Cells between two columns.
    static let gap = 2

    /// - Parameters:
    ///   - columns: in the order in which they are shown.
    ///   - samples: the rows in sight, whose texts say how wide a column needs to be.
    init(_ columns: [Column], samples: [JSONValue], width: Int) {
        var chosen = Set<Int>()
        var used = 0
        for index in columns.indices.sorted(by: { columns[$0].priority < columns[$1].priority }) {
            let needed = columns[index].minimumWidth + (chosen.isEmpty ? 0 : Self.gap)
            if used + needed > width, !chosen.isEmpty { continue }
            chosen.insert(index)
            used += needed
        }
        let shown = columns.indices.filter(chosen.contains)
        let wanted = shown.map { index -> Int in
            let column = columns[index]
            let longest = samples.map { TextWidth.width(of: column.field.display($0[column.field.pointer])) }.max() ?? 0
            return max(column.minimumWidth, TextWidth.width(of: column.title), longest)
        }
        let widths = Self.share(width - Self.gap * max(0, shown.count - 1), shown.map { columns[$0].minimumWidth }, wanted)
        var x = 0
        slots = zip(shown, widths).map { index, columnWidth in
            defer { x += columnWidth + Self.gap }
            return Slot(column: columns[index], x: x, width: columnWidth)
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
