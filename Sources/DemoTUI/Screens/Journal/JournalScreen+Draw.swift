extension JournalScreen {
    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        guard !rows.isEmpty else {
            canvas.write(
                emptiness, at: Point(x: area.x + 2, y: area.y + 1), width: area.width - 2, style: .dim)
            return
        }
        let isWide = area.width >= 78
        let isNarrow = area.width < 60
        var columns: [(title: String, width: Int)] = [
            ("Time", isNarrow ? 0 : 8), ("Decision", isNarrow ? 8 : 13), ("Method", 6), ("Status", isNarrow ? 7 : 8),
            ("Took", isWide ? 8 : 0),
        ]
        let used = columns.filter { $0.width > 0 }.reduce(0) { $0 + $1.width + 2 }
        columns.append(("Path", max(4, area.width - used - 2)))
        func draw(_ texts: [(String, Style)], y: Int) {
            var x = area.x + 1
            for (column, text) in zip(columns, texts) where column.width > 0 {
                canvas.write(text.0, at: Point(x: x, y: y), width: column.width, style: text.1)
                x += column.width + 2
            }
        }
        draw(columns.map { ($0.title, .heading) }, y: area.y)
        let height = max(1, area.height - 1)
        let top = selection.firstVisible(count: rows.count, height: height)
        for (offset, row) in rows.dropFirst(top).prefix(height).enumerated() {
            let y = area.y + 1 + offset
            let status: (String, Style) =
                row.isMarked
                ? ("\(row.outcome) !", row.isFailure ? .error : .warning)
                : (row.outcome, row.isFailure ? .error : .plain)
            draw(
                [
                    (row.time, .dim), (row.decision, row.style), (row.method, .plain), status, (row.duration, .dim),
                    (row.path, .plain),
                ], y: y)
            if top + offset == selection.index {
                canvas.restyle(
                    Rect(x: area.x, y: y, width: area.width, height: 1),
                    style: isFocused ? .selected : .selectedInactive)
            }
        }
    }
}
