extension Canvas {
    /// Empties an area and gives it a style.
    mutating func fill(_ area: Rect, style: Style = .plain) {
        let area = area.intersection(bounds)
        for y in area.rows {
            replace(area.columns, row: y) { cells in
                for index in cells.indices { cells[index] = .blank(style) }
            }
        }
    }

    /// Gives an area another style and leaves what it shows.
    mutating func restyle(_ area: Rect, style: Style) {
        let area = area.intersection(bounds)
        for y in area.rows {
            // A wide glyph has one style: take the half along that lies just outside.
            var columns = area.columns
            if let first = self[Point(x: columns.lowerBound, y: y)], first.isContinuation {
                columns = columns.lowerBound - 1..<columns.upperBound
            }
            if let next = self[Point(x: columns.upperBound, y: y)], next.isContinuation {
                columns = columns.lowerBound..<columns.upperBound + 1
            }
            replace(columns, row: y) { cells in
                for index in cells.indices { cells[index].style = style }
            }
        }
    }

    /// Draws a horizontal line.
    mutating func hline(at point: Point, length: Int, style: Style = .border) {
        fillLine(Rect(x: point.x, y: point.y, width: length, height: 1), Frame.horizontal, style)
    }

    /// Draws a vertical line.
    mutating func vline(at point: Point, length: Int, style: Style = .border) {
        fillLine(Rect(x: point.x, y: point.y, width: 1, height: length), Frame.vertical, style)
    }

    /// Draws a frame along the inside of an area, with a title in its upper line. The inside is left as it is. An area
    /// of a single row or column becomes a line.
    mutating func box(_ area: Rect, title: String = "", style: Style = .border, titleStyle: Style? = nil) {
        guard !area.isEmpty else { return }
        let right = area.maxX - 1
        let bottom = area.maxY - 1
        hline(at: area.origin, length: area.width, style: style)
        hline(at: Point(x: area.x, y: bottom), length: area.width, style: style)
        guard area.height > 1 else { return }
        vline(at: area.origin, length: area.height, style: style)
        vline(at: Point(x: right, y: area.y), length: area.height, style: style)
        guard area.width > 1 else { return }
        for (x, y, corner) in [
            (area.x, area.y, Frame.topLeft), (right, area.y, Frame.topRight),
            (area.x, bottom, Frame.bottomLeft), (right, bottom, Frame.bottomRight),
        ] {
            fillLine(Rect(x: x, y: y, width: 1, height: 1), corner, style)
        }
        guard !title.isEmpty, area.width > 4 else { return }
        write(
            " \(title) ", at: Point(x: area.x + 1, y: area.y), width: area.width - 2,
            style: titleStyle ?? style)
    }

    private mutating func fillLine(_ area: Rect, _ glyph: Glyph, _ style: Style) {
        let area = area.intersection(bounds)
        for y in area.rows {
            replace(area.columns, row: y) { cells in
                for index in cells.indices { cells[index] = Cell(glyph: glyph, style: style, width: 1) }
            }
        }
    }

    /// The pieces of frames.
    private enum Frame {
        static let horizontal = Glyph("─")
        static let vertical = Glyph("│")
        static let topLeft = Glyph("┌")
        static let topRight = Glyph("┐")
        static let bottomLeft = Glyph("└")
        static let bottomRight = Glyph("┘")
    }
}
