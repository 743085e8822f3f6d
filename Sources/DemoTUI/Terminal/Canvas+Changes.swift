extension Canvas {
    /// What differs in a row from another picture.
    struct RowChange: Hashable, Sendable {
        /// From the first to behind the last cell that differs; never begins inside a wide glyph.
        var columns: Range<Int>
        /// True if the row has or had a glyph on whose width terminals may disagree.
        var isDisputed: Bool
    }

    /// Compares a row with that of an earlier picture of the same size. Nil if nothing differs.
    func change(ofRow y: Int, since old: Canvas) -> RowChange? {
        guard old.size == size, (0..<size.rows).contains(y) else { return nil }
        let start = y * size.columns
        let end = start + size.columns
        return cells.withUnsafeBufferPointer { new in
            old.cells.withUnsafeBufferPointer { old in
                var first = start
                while first < end, new[first] == old[first] { first += 1 }
                guard first < end else { return nil }
                var last = end - 1
                while new[last] == old[last] { last -= 1 }
                while first > start, new[first].isContinuation { first -= 1 }
                var isDisputed = false
                for index in start..<end where new[index].isDisputed || old[index].isDisputed {
                    isDisputed = true
                    break
                }
                return RowChange(columns: first - start..<last + 1 - start, isDisputed: isDisputed)
            }
        }
    }
}

extension Cell {
    /// True for wide glyphs and those with marks: a terminal may count other columns for them.
    fileprivate var isDisputed: Bool { width != 1 || glyph.scalar == nil }
}
