/// The size of a screen or an area, in character cells.
struct Size: Hashable, Sendable {
    /// Cells in a row.
    var columns: Int
    /// Rows.
    var rows: Int

    /// A size; negative numbers count as 0.
    init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    /// No cell at all.
    static let zero = Size(columns: 0, rows: 0)
}
