import Terminal

/// The frame of every screen and popup: title and facts in its upper border, the place in the lower one, a scroll bar
/// in the right one. In a small terminal a title line replaces the frame.
struct Pane: Hashable {
    let area: Rect
    var isFramed = true

    var content: Rect {
        isFramed ? area.inset(dx: 1, dy: 1) : Rect(x: area.x, y: area.y + 1, width: area.width, height: area.height - 1)
    }

    /// - Parameters:
    ///   - words: Title and facts, from the left; the last ones are left out first if there is no room.
    ///   - tag: The fact at the right end, which always stays.
    func draw(
        _ words: [(text: String, style: Style)], tag: (text: String, style: Style)? = nil, _ extent: Extent? = nil,
        on canvas: inout Canvas, isFocused: Bool
    ) {
        let border: Style = isFocused ? .borderFocused : .border
        if isFramed { canvas.box(area, style: border) }
        let inside = isFramed ? area.inset(dx: 2, dy: 0) : area
        let gap = isFramed ? " " : ""
        var end = inside.maxX
        func write(_ text: String, _ style: Style, atEndOf row: Int) {
            guard !text.isEmpty else { return }
            let text = gap + text + " "
            let width = TextWidth.width(of: text)
            guard width < end - inside.x else { return }
            end -= width
            canvas.write(text, at: Point(x: end, y: row), style: style)
        }
        if let tag { write(tag.text, tag.style, atEndOf: area.y) }
        if !isFramed, let extent { write(extent.text, .dim, atEndOf: area.y) }
        var x = inside.x
        for (index, word) in words.enumerated() where !word.text.isEmpty && end - x > 2 {
            let text = (index == 0 && !isFramed ? " " : gap.isEmpty ? "" : index == 0 ? gap : "") + word.text
            x += canvas.write(text, at: Point(x: x, y: area.y), width: end - x - 1, style: word.style)
            canvas.write(" ", at: Point(x: x, y: area.y))
            x += 1
        }
        guard isFramed, let extent, area.height > 2 else { return }
        end = inside.maxX
        write(extent.text, .dim, atEndOf: area.maxY - 1)
        if let bar = extent.bar(in: content.height) {
            for y in bar { canvas.write("┃", at: Point(x: area.maxX - 1, y: content.y + y), style: border) }
        }
    }
}

/// The visible part of a list, and its place in words.
struct Extent: Hashable, Sendable {
    var first = 0
    var shown = 0
    var count = 0
    var text: String

    /// The rows of the scroll bar's mark; nil if everything is visible.
    func bar(in height: Int) -> Range<Int>? {
        guard count > shown, shown > 0, height > 2 else { return nil }
        let size = max(1, height * shown / count)
        let top = (height - size) * min(first, count - shown) / (count - shown)
        return top..<top + size
    }
}

extension Selection {
    /// The extent of a list with this selection: `row 3 of 5,000`. Nil for an empty one.
    ///
    /// - Parameter total: The words for all rows, if more than the known ones exist.
    func extent(_ noun: String, of count: Int, height: Int, total: String? = nil) -> Extent? {
        guard count > 0 else { return nil }
        return Extent(
            first: firstVisible(count: count, height: height), shown: height, count: count,
            text: "\(noun) \(TextLayout.grouped(index + 1)) of \(total ?? TextLayout.grouped(count))")
    }
}

extension Canvas {
    /// A line that can be selected, also by a click.
    mutating func line(_ index: Int, _ row: Rect, isSelected: Bool, isFocused: Bool = true) {
        aim(.line(index, isSelected: isSelected), row)
        if isSelected { select(row, isFocused: isFocused) }
    }

    /// Shows a row as selected: a tint over its whole width and a bar at its start, so that its colours stay.
    mutating func select(_ row: Rect, isFocused: Bool = true) {
        tint(row, isFocused ? .selected : .selectedInactive)
        for y in row.rows { write("▌", at: Point(x: row.x, y: y), style: isFocused ? .borderFocused : .border) }
    }

    /// Writes a button. A click acts as the key.
    mutating func button(_ text: String, at point: Point, width: Int? = nil, style: Style, isFocused: Bool, key: Key?) {
        let used = write(text, at: point, width: width, style: isFocused ? .strong : style)
        let area = Rect(x: point.x, y: point.y, width: used, height: 1)
        if isFocused { tint(area, .selected) }
        if let key { aim(.key(key), area) }
    }

    /// Writes the row of a table, with two cells between its columns; a column without a width is left out.
    ///
    /// - Parameter trailing: The column whose texts keep to its end.
    mutating func write(row: [(text: String, style: Style)], widths: [Int], at point: Point, trailing: Int? = nil) {
        var x = point.x
        for (column, (cell, width)) in zip(row, widths).enumerated() where width > 0 {
            write(
                cell.text, at: Point(x: x, y: point.y), width: width, style: cell.style,
                align: column == trailing ? .trailing : .leading)
            x += width + 2
        }
    }

    /// Writes parts of a line, one after the other.
    mutating func write(_ parts: some Sequence<(text: String, style: Style)>, at point: Point, width: Int) {
        var x = point.x
        for part in parts where x < point.x + width {
            x += write(part.text, at: Point(x: x, y: point.y), width: point.x + width - x, style: part.style)
        }
    }
}
