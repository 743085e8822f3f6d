import AppCore
import JSONText

/// The texts of a table, made once when rows come: painting and scrolling only read them.
struct TableCells: Hashable, Sendable {
    /// The columns, the most important first.
    private(set) var columns: [Column] = []
    /// The texts of each row, by column.
    private(set) var texts: [[String]] = []
    /// The widest text of each column so far. Columns grow as rows come; scrolling alone never moves them.
    private(set) var widths: [Int] = []

    /// Makes the texts of all rows.
    /// - Parameter chosen: the columns a person chose; nil shows those of the rule.
    init(_ rows: [JSONValue] = [], of screen: Screen? = nil, chosen: [JSONPointer]? = nil) {
        columns = screen?.columns(for: rows, chosen: chosen) ?? []
        widths = columns.map { max(Column.leastWidth, TextWidth.width(of: $0.title, limit: Self.widest)) }
        append(rows[...])
    }

    /// Wider than any screen: texts are not measured further.
    private static let widest = 400

    /// Makes the texts of rows that came after the ones at hand.
    mutating func append(_ rows: ArraySlice<JSONValue>) {
        texts.reserveCapacity(texts.count + rows.count)
        for row in rows {
            let cells = columns.map { $0.field.display(row[$0.field.pointer]) }
            for (index, text) in cells.enumerated() {
                widths[index] = max(widths[index], TextWidth.width(of: text, limit: Self.widest))
            }
            texts.append(cells)
        }
    }
}
