import Terminal

extension AppState {
    /// Paints the sidebar's visible lines.
    func drawSidebar(on canvas: inout Canvas, in area: Rect) {
        let top = sidebar.firstVisible(height: area.height)
        for (offset, line) in sidebar.lines.dropFirst(top).prefix(area.height).enumerated() {
            let point = Point(x: area.x, y: area.y + offset)
            switch line {
            case .heading(let title):
                canvas.write(
                    TextLayout.shortened(title, width: area.width - 2), at: Point(x: point.x + 1, y: point.y),
                    width: area.width - 2, style: .dim)
            case .entry(let index): draw(index, on: &canvas, at: point, width: area.width)
            }
        }
    }

    private func draw(_ index: Int, on canvas: inout Canvas, at point: Point, width: Int) {
        let entry = sidebar.entries[index]
        let isDemo = demo.mode(of: entry.id) == .demo
        canvas.write(index < 9 ? "\(index + 1) " : "  ", at: point, style: .dim)
        let room = max(0, width - 4)
        canvas.write(
            TextLayout.shortened(entry.shownTitle, width: room), at: Point(x: point.x + 2, y: point.y), width: room)
        // The sign says which screens are demo where the banner can only count them.
        if isDemo { canvas.write("D", at: Point(x: point.x + width - 1, y: point.y), style: .demo) }
        if index == sidebar.selection.index {
            let isFocused = hasSidebarFocus && popups.isEmpty
            canvas.restyle(
                Rect(x: point.x, y: point.y, width: width - (isDemo ? 1 : 0), height: 1),
                style: isFocused ? .selected : .selectedInactive)
        }
    }
}
