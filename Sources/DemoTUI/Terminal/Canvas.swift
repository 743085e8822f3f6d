/// What a screen looks like: a grid of cells that is painted anew for each picture and compared by the terminal with the
/// last one. Everything written is made visible and harmless first (see `GlyphReader`); painting outside is cut off,
/// never an error.
struct Canvas: Sendable, Hashable {
    /// Where in its columns a text stands.
    enum Alignment: Hashable, Sendable {
        case leading, center, trailing
    }

    /// Columns and rows.
    let size: Size
    /// Where the terminal's cursor stands; nil hides it.
    var cursor: Point?
    /// Row by row; always `size.columns * size.rows`.
    private(set) var cells: [Cell]

    /// The largest width and height that are taken seriously.
    static let maximum = 4_096

    /// An empty canvas.
    init(size: Size) {
        self.size = Size(columns: min(size.columns, Self.maximum), rows: min(size.rows, Self.maximum))
        cells = [Cell](repeating: .blank, count: self.size.columns * self.size.rows)
    }

    /// All of it.
    var bounds: Rect { Rect(size) }

    /// The cell at a place, nil outside.
    subscript(point: Point) -> Cell? {
        bounds.contains(point) ? cells[point.y * size.columns + point.x] : nil
    }

    /// The cells of a row; empty outside.
    func cells(ofRow y: Int) -> ArraySlice<Cell> {
        (0..<size.rows).contains(y) ? cells[y * size.columns..<(y + 1) * size.columns] : []
    }

    /// Changes a run of one row that lies inside the canvas, and blanks the halves of wide glyphs it cuts.
    mutating func replace(_ columns: Range<Int>, row y: Int, with change: (UnsafeMutableBufferPointer<Cell>) -> Void) {
        let columns = columns.clamped(to: 0..<size.columns)
        guard !columns.isEmpty, (0..<size.rows).contains(y) else { return }
        let start = y * size.columns + columns.lowerBound
        let end = y * size.columns + columns.upperBound
        if cells[start].isContinuation, columns.lowerBound > 0 { cells[start - 1] = .blank(cells[start - 1].style) }
        if columns.upperBound < size.columns, cells[end].isContinuation { cells[end] = .blank(cells[end].style) }
        cells.withUnsafeMutableBufferPointer { change(UnsafeMutableBufferPointer(rebasing: $0[start..<end])) }
    }
}
