/// One cell of a canvas. A trivial value of 8 bytes, so that a canvas is one flat block of memory.
struct Cell: Hashable, Sendable {
    /// What it shows.
    var glyph: Glyph
    /// What it is.
    var style: Style
    /// The columns its glyph takes: 1 or 2, or 0 for the right half of a wide glyph.
    var width: UInt8

    /// An empty cell.
    static let blank = Cell(glyph: .space, style: .plain, width: 1)

    /// An empty cell of a style.
    static func blank(_ style: Style) -> Cell { Cell(glyph: .space, style: style, width: 1) }

    /// True for the right half of a wide glyph.
    var isContinuation: Bool { width == 0 }
}
