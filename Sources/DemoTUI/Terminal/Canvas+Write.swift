extension Canvas {
    /// Writes one line of text.
    ///
    /// - Parameters:
    ///   - text: Any text; it is made visible first and a line end in it does not start a line.
    ///   - point: The first column of the place for the text, and the row.
    ///   - width: The columns of that place; without it, all up to the right edge. Text that does not fit ends in `…`.
    ///   - style: The style of the columns that are written; the rest of the place stays as it is.
    ///   - align: Where in its place shorter text stands.
    /// - Returns: The columns the text takes, at most `width`, whether or not they lie inside the canvas.
    @discardableResult
    mutating func write(
        _ text: some StringProtocol, at point: Point, width: Int? = nil, style: Style = .plain,
        align: Alignment = .leading
    ) -> Int {
        guard (0..<size.rows).contains(point.y), (-Self.maximum..<size.columns).contains(point.x) else { return 0 }
        let place = min(width ?? .max, size.columns - point.x)
        guard place > 0 else { return 0 }
        if let used = writeASCII(text, at: point, place: place, style: style, align: align) { return used }

        let (glyphs, used) = fitted(text, columns: place)
        var x = point.x + indent(used, in: place, align: align)
        replace(x..<x + used, row: point.y) { _ in }
        for (glyph, width) in glyphs {
            put(Cell(glyph: glyph, style: style, width: UInt8(width)), x: x, y: point.y)
            x += width
        }
        return used
    }

    /// Writes printable ASCII without taking it apart. Nil, with nothing written, if the visible part holds anything else.
    private mutating func writeASCII(
        _ text: some StringProtocol, at point: Point, place: Int, style: Style, align: Alignment
    ) -> Int? {
        guard point.x >= 0 else { return nil }
        let done = text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
            let visible = bytes.prefix(place + 1)
            // The byte after the visible part counts too: it may be a mark over the last one.
            for byte in visible where byte < 0x20 || byte > 0x7E { return nil }
            let used = min(bytes.count, place)
            let x = point.x + indent(used, in: place, align: align)
            replace(x..<x + used, row: point.y) { cells in
                for (index, byte) in zip(cells.indices, visible) {
                    cells[index] = Cell(glyph: Glyph(ascii: byte), style: style, width: 1)
                }
                if bytes.count > place {
                    cells[cells.endIndex - 1] = Cell(glyph: Self.ellipsis, style: style, width: 1)
                }
            }
            return used
        }
        return done.flatMap { $0 }
    }

    /// The glyphs of a text, cut to the columns and ended by `…` if there are more; and the columns they take.
    private func fitted(_ text: some StringProtocol, columns: Int) -> (glyphs: [(Glyph, Int)], used: Int) {
        var glyphs: [(Glyph, Int)] = []
        var used = 0
        var reader = GlyphReader(text.unicodeScalars.makeIterator())
        while used <= columns, let next = reader.next() {
            glyphs.append(next)
            used += next.width
        }
        guard used > columns else { return (glyphs, used) }
        while used > columns - 1, let last = glyphs.popLast() { used -= last.1 }
        return (glyphs + [(Self.ellipsis, 1)], used + 1)
    }

    private func indent(_ used: Int, in place: Int, align: Alignment) -> Int {
        switch align {
        case .leading: 0
        case .center: (place - used) / 2
        case .trailing: place - used
        }
    }

    /// Sets one glyph; one that lies half outside becomes a space.
    private mutating func put(_ cell: Cell, x: Int, y: Int) {
        if cell.width == 2 {
            guard x >= 0, x + 1 < size.columns else {
                for column in [x, x + 1] { replace(column..<column + 1, row: y) { $0[0] = .blank(cell.style) } }
                return
            }
            replace(x..<x + 2, row: y) { cells in
                cells[0] = cell
                cells[1] = Cell(glyph: .continuation, style: cell.style, width: 0)
            }
        } else {
            replace(x..<x + 1, row: y) { $0[0] = cell }
        }
    }

    /// Says that text goes on where it cannot be shown.
    static let ellipsis = Glyph("…")
}
