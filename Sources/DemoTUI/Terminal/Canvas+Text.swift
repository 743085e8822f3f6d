extension Canvas {
    /// A row as text, without the blanks at its end; empty outside.
    func row(_ y: Int) -> String {
        var text = String.UnicodeScalarView()
        for cell in cells(ofRow: y) { text.append(contentsOf: cell.glyph.scalars) }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// All rows, joined by `\n`: what tests compare.
    func text() -> String {
        (0..<size.rows).map(row).joined(separator: "\n")
    }
}
