#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The picture of a screen: a grid of cells that is painted anew each time and compared by the terminal with the last one.
/// All text is made visible and harmless first (see `GlyphReader`). Painting outside is cut off, never an error.
package struct Canvas: Sendable, Hashable {
    /// The position of a text in its columns.
    package enum Alignment: Hashable, Sendable { case leading, trailing }

    /// One cell: its glyph, its style and ground, and the columns of the glyph. Eight bytes, which are compared at once.
    struct Cell: Hashable, Sendable {
        var glyph: Glyph
        var style: Style
        var ground = Ground.base
        /// 1 or 2, or 0 for the right half of a wide glyph.
        var width: UInt8 = 1
        /// The place of a mark in `marks`, from 1; 0 for none.
        var mark: UInt8 = 0

        static func blank(_ style: Style, on ground: Ground = .base) -> Cell {
            Cell(glyph: .space, style: style, ground: ground)
        }

        /// A cell that differs from every cell of a picture.
        static let unknown = Cell(glyph: .continuation, style: .plain)

        static func == (one: Cell, other: Cell) -> Bool { one.bits == other.bits }

        func hash(into hasher: inout Hasher) { hasher.combine(bits) }

        private var bits: UInt64 { unsafeBitCast(self, to: UInt64.self) }

        /// Compares as many cells of two rows, all bytes at once.
        static func areSame(_ one: Cells, _ other: Cells) -> Bool {
            let (one, other) = (UnsafeBufferPointer(rebasing: one), UnsafeBufferPointer(rebasing: other))
            guard let first = one.baseAddress, let second = other.baseAddress else { return one.count == other.count }
            return one.count == other.count && memcmp(first, second, one.count * MemoryLayout<Cell>.stride) == 0
        }

        typealias Cells = Slice<UnsafeBufferPointer<Cell>>

        var isContinuation: Bool { width == 0 }
        /// True for wide glyphs and those with combining marks: a terminal may count other columns for them.
        var isDisputed: Bool { width != 1 || glyph.scalar == nil }
    }

    package let size: Size
    /// The position of the terminal's cursor; nil hides it.
    package var cursor: Point?
    /// The meaning of areas, as they were painted; nil unless it is asked for.
    package var targets: [Target.Area]?
    /// Row by row; always `size.columns * size.rows`.
    private(set) var cells: [Cell]
    package private(set) var marks: [Mark] = []
    /// False if no glyph is disputed (`Cell.isDisputed`).
    private var mayBeDisputed = false

    /// The largest width and height; more is cut off.
    private static let maximum = 4_096

    package init(size: Size) { self.init(size: size, of: .blank(.plain)) }

    init(size: Size, of cell: Cell) {
        self.size = Size(columns: min(size.columns, Self.maximum), rows: min(size.rows, Self.maximum))
        cells = [Cell](repeating: cell, count: self.size.columns * self.size.rows)
    }

    package var bounds: Rect { Rect(size) }

    /// A row as text, without the blanks at its end; empty outside.
    package func row(_ y: Int) -> String {
        guard (0..<size.rows).contains(y) else { return "" }
        var text = String.UnicodeScalarView()
        for cell in cells[y * size.columns..<(y + 1) * size.columns] { text.append(contentsOf: cell.glyph.scalars) }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    package func text() -> String { (0..<size.rows).map(row).joined(separator: "\n") }

    /// Changes a run of one row and blanks the halves of wide glyphs it cuts; does nothing outside the canvas.
    private mutating func replace(
        _ columns: Range<Int>, row y: Int, with change: (UnsafeMutableBufferPointer<Cell>) -> Void
    ) {
        let columns = columns.clamped(to: 0..<size.columns)
        guard !columns.isEmpty, (0..<size.rows).contains(y) else { return }
        let start = y * size.columns + columns.lowerBound
        let end = y * size.columns + columns.upperBound
        if cells[start].isContinuation, columns.lowerBound > 0 { blank(start - 1) }
        if columns.upperBound < size.columns, cells[end].isContinuation { blank(end) }
        cells.withUnsafeMutableBufferPointer { change(UnsafeMutableBufferPointer(rebasing: $0[start..<end])) }
    }

    private mutating func blank(_ index: Int) { cells[index] = .blank(cells[index].style, on: cells[index].ground) }

    /// Fills an area with a cell; without a ground every cell keeps its own.
    private mutating func fill(_ area: Rect, _ cell: Cell, on ground: Ground? = nil) {
        let area = area.intersection(bounds)
        for y in area.rows {
            replace(area.columns, row: y) { cells in
                for index in cells.indices {
                    let own = cells[index].ground
                    cells[index] = cell
                    cells[index].ground = ground ?? own
                }
            }
        }
    }
}

extension Canvas {
    /// Copies rows of another canvas into an area of the same width, beginning with row `top`; what lies outside of the
    /// area stays. Marks and targets are not copied.
    package mutating func copy(_ other: Canvas, from top: Int, to area: Rect) {
        let width = min(area.width, other.size.columns)
        mayBeDisputed = mayBeDisputed || other.mayBeDisputed
        for offset in 0..<area.height where (0..<other.size.rows).contains(top + offset) {
            let start = (top + offset) * other.size.columns
            let source = other.cells[start..<start + width]
            replace(area.x..<area.x + width, row: area.y + offset) { cells in
                for (index, cell) in zip(cells.indices, source) {
                    cells[index] = cell
                    cells[index].mark = 0
                }
            }
        }
    }
}

// MARK: - Text

extension Canvas {
    /// Writes one line of text.
    ///
    /// - Parameters:
    ///   - text: Any text; a line end in it does not start a line.
    ///   - point: The first column of the text's box, and the row.
    ///   - width: The columns of the box; by default all up to the right edge. Text that does not fit ends in `…`.
    ///   - style: The style of the written columns; the rest of the box stays as it is.
    ///   - align: The side of the box that shorter text keeps to.
    /// - Returns: The columns of the text, at most `width`, inside the canvas or not.
    @discardableResult
    package mutating func write(
        _ text: String, at point: Point, width: Int? = nil, style: Style = .plain,
        align: Alignment = .leading
    ) -> Int {
        guard (0..<size.rows).contains(point.y), (-Self.maximum..<size.columns).contains(point.x) else { return 0 }
        let box = min(width ?? .max, size.columns - point.x)
        guard box > 0 else { return 0 }
        if let used = writeNarrow(text, at: point, box: box, style: style, align: align) { return used }

        let (glyphs, used) = fitted(text, columns: box)
        var x = point.x + (align == .leading ? 0 : box - used)
        replace(x..<x + used, row: point.y) { _ in }
        for (glyph, width) in glyphs {
            put(Cell(glyph: glyph, style: style, width: UInt8(width)), x: x, y: point.y)
            x += width
        }
        return used
    }

    /// Writes glyphs of one column each without taking the text apart. Nil, with nothing written, if the visible part holds
    /// anything else.
    private mutating func writeNarrow(
        _ text: String, at point: Point, box: Int, style: Style, align: Alignment
    ) -> Int? {
        guard point.x >= 0 else { return nil }
        let done = text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
            var (index, count) = (0, 0)
            // The glyph after the visible part counts too: it may be a mark over the last one.
            while index < bytes.count, count <= box {
                guard Glyph.narrow(bytes, &index) != nil else { return nil }
                count += 1
            }
            let used = min(count, box)
            let x = point.x + (align == .leading ? 0 : box - used)
            index = 0
            replace(x..<x + used, row: point.y) { cells in
                for column in cells.indices {
                    guard let glyph = Glyph.narrow(bytes, &index) else { return }
                    cells[column] = Cell(glyph: glyph, style: style, ground: cells[column].ground)
                }
                if count > box { cells[cells.endIndex - 1].glyph = .ellipsis }
            }
            return used
        }
        return done.flatMap { $0 }
    }

    /// The glyphs of a text, cut to the columns and ended by `…` if there are more; and the columns they take.
    private func fitted(_ text: String, columns: Int) -> (glyphs: [(Glyph, Int)], used: Int) {
        var glyphs: [(Glyph, Int)] = []
        var used = 0
        var reader = GlyphReader(text)
        while used <= columns, let next = reader.next() {
            glyphs.append(next)
            used += next.width
        }
        guard used > columns else { return (glyphs, used) }
        while used > columns - 1, let last = glyphs.popLast() { used -= last.1 }
        return (glyphs + [(.ellipsis, 1)], used + 1)
    }

    /// Sets one glyph; one that lies half outside becomes a space.
    private mutating func put(_ cell: Cell, x: Int, y: Int) {
        if cell.isDisputed { mayBeDisputed = true }
        guard cell.width == 1 || x >= 0 && x + 1 < size.columns else {
            for column in [x, x + 1] {
                replace(column..<column + 1, row: y) { $0[0] = .blank(cell.style, on: $0[0].ground) }
            }
            return
        }
        replace(x..<x + Int(cell.width), row: y) { cells in
            let ground = cells[0].ground
            cells[0] = cell
            if cells.count == 2 { cells[1] = Cell(glyph: .continuation, style: cell.style, width: 0) }
            for index in cells.indices { cells[index].ground = ground }
        }
    }
}

// MARK: - Shapes

extension Canvas {
    /// Empties an area and gives it a style; without a ground it keeps its own.
    package mutating func fill(_ area: Rect, style: Style = .plain, on ground: Ground? = nil) {
        fill(area, .blank(style), on: ground)
    }

    /// Gives an area another style and leaves its text.
    package mutating func restyle(_ area: Rect, style: Style) { change(area) { $0.style = style } }

    /// Gives an area another ground and leaves its text in its styles.
    package mutating func tint(_ area: Rect, _ ground: Ground) { change(area) { $0.ground = ground } }

    /// Adds a link or a colour to an area, until something else is written there.
    package mutating func mark(_ area: Rect, _ mark: Mark) {
        let place = marks.firstIndex(of: mark) ?? marks.count
        guard place < Int(UInt8.max) else { return }
        if place == marks.count { marks.append(mark) }
        change(area) { $0.mark = UInt8(place + 1) }
    }

    private mutating func change(_ area: Rect, _ change: (inout Cell) -> Void) {
        let area = area.intersection(bounds)
        for y in area.rows {
            // A wide glyph has one style: the half just outside changes with it.
            var columns = area.columns
            let row = y * size.columns
            if !columns.isEmpty, cells[row + columns.lowerBound].isContinuation {
                columns = columns.lowerBound - 1..<columns.upperBound
            }
            if columns.upperBound < size.columns, cells[row + columns.upperBound].isContinuation {
                columns = columns.lowerBound..<columns.upperBound + 1
            }
            replace(columns, row: y) { cells in
                for index in cells.indices { change(&cells[index]) }
            }
        }
    }

    package mutating func hline(at point: Point, length: Int, style: Style = .border) {
        fill(Rect(x: point.x, y: point.y, width: length, height: 1), Cell(glyph: Glyph("─"), style: style))
    }

    /// Draws a frame along the inside of an area. The inside is left as it is. An area of a single row or column becomes
    /// a line.
    package mutating func box(_ area: Rect, style: Style = .border) {
        guard !area.isEmpty else { return }
        let right = area.maxX - 1
        let bottom = area.maxY - 1
        for y in [area.y, bottom] { hline(at: Point(x: area.x, y: y), length: area.width, style: style) }
        guard area.height > 1 else { return }
        for x in [area.x, right] {
            fill(Rect(x: x, y: area.y, width: 1, height: area.height), Cell(glyph: Glyph("│"), style: style))
        }
        guard area.width > 1 else { return }
        for (x, y, corner) in [
            (area.x, area.y, "╭"), (right, area.y, "╮"), (area.x, bottom, "╰"), (right, bottom, "╯"),
        ] as [(Int, Int, Unicode.Scalar)] {
            fill(Rect(x: x, y: y, width: 1, height: 1), Cell(glyph: Glyph(corner), style: style))
        }
    }
}

// MARK: - Comparison

extension Canvas {
    /// The difference of a row from an earlier picture.
    struct RowChange: Hashable, Sendable {
        /// From the first to the last cell that differs; never begins inside a wide glyph.
        var columns: Range<Int>
        /// True if the row has or had a glyph on whose width terminals may disagree.
        var isDisputed: Bool
    }

    /// Compares a row with that of an earlier picture of the same size. Nil if nothing differs.
    func change(ofRow y: Int, since old: Canvas) -> RowChange? {
        guard old.size == size, (0..<size.rows).contains(y) else { return nil }
        let start = y * size.columns
        let end = start + size.columns
        let (hasOtherMarks, wasDisputed) = (marks != old.marks, old.mayBeDisputed)
        return cells.withUnsafeBufferPointer { new in
            old.cells.withUnsafeBufferPointer { old in
                if !hasOtherMarks, Cell.areSame(new[start..<end], old[start..<end]) { return nil }
                func isSame(_ index: Int) -> Bool {
                    new[index] == old[index] && !(hasOtherMarks && new[index].mark != 0)
                }
                var first = start
                while first < end, isSame(first) { first += 1 }
                guard first < end else { return nil }
                var last = end - 1
                while isSame(last) { last -= 1 }
                while first > start, new[first].isContinuation { first -= 1 }
                var isDisputed = false
                if mayBeDisputed || wasDisputed {
                    for index in start..<end where new[index].isDisputed || old[index].isDisputed {
                        isDisputed = true
                        break
                    }
                }
                return RowChange(columns: first - start..<last + 1 - start, isDisputed: isDisputed)
            }
        }
    }
}

extension Canvas {
    /// Shows every occurrence of a text in an area as a match. Case does not matter; an occurrence lies in one row.
    package mutating func highlight(_ text: String, in area: Rect) {
        let wanted = Array(text.lowercased().unicodeScalars)
        guard !wanted.isEmpty else { return }
        let area = area.intersection(bounds)
        for y in area.rows {
            let row = area.columns.flatMap { x in
                cells[y * size.columns + x].glyph.scalars.flatMap(\.properties.lowercaseMapping.unicodeScalars)
                    .map { (scalar: $0, x: x) }
            }
            var start = 0
            while start + wanted.count <= row.count {
                let part = row[start..<start + wanted.count]
                guard part.map(\.scalar) == wanted, let last = part.last else {
                    start += 1
                    continue
                }
                let x = row[start].x
                restyle(Rect(x: x, y: y, width: last.x - x + 1, height: 1), style: .match)
                start += wanted.count
            }
        }
    }
}
