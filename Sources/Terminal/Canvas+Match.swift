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
