/// Lines to read: scrolled, searched, long ones shown from a column on.
struct LineViewer: Hashable, Sendable {
    /// What is read. A line that is gone is not selected any more.
    var lines: [ExchangeDetail.Line] = [] { didSet { selection.select(selection.index, of: lines.count) } }
    private(set) var selection = Selection()
    private(set) var column = 0
    private(set) var search = ""

    /// The text of the selected line.
    var selectedText: String? { lines.indices.contains(selection.index) ? lines[selection.index].text : nil }

    /// Takes a moving or searching action.
    /// - Returns: nil if the action is another one.
    mutating func perform(_ action: Action, page: Int) -> [Effect]? {
        if selection.follow(action, count: lines.count, page: page) { return [] }
        switch action {
        case .left: column = max(0, column - 16)
        case .right: column += 16
        case .nextMatch: return move(toMatch: 1)
        case .previousMatch: return move(toMatch: -1)
        default: return nil
        }
        return []
    }

    /// Looks for a text from the selected line on.
    mutating func find(_ text: String) -> [Effect] {
        search = text
        return move(toMatch: 0)
    }

    private mutating func move(toMatch step: Int) -> [Effect] {
        guard let line = Search.next(search, in: lines.map(\.text), from: selection.index, step: step) else {
            return search.isEmpty ? [] : [.note(.info("\"\(search)\" does not occur here."))]
        }
        selection.select(line, of: lines.count)
        return []
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool) {
        let top = selection.firstVisible(count: lines.count, height: area.height)
        for (offset, line) in lines.dropFirst(top).prefix(area.height).enumerated() {
            let y = area.y + offset
            let text = column == 0 ? line.text[...] : line.text.dropFirst(column)
            canvas.write(text, at: Point(x: area.x + 1, y: y), width: area.width - 2, style: line.style)
            if top + offset == selection.index {
                canvas.restyle(
                    Rect(x: area.x, y: y, width: area.width, height: 1),
                    style: isFocused ? .selected : .selectedInactive)
            }
        }
    }
}

extension ExchangeDetail.Line {
    /// The line in as many as the area's width needs, the later ones set in.
    func wrapped(in area: Size) -> [ExchangeDetail.Line] {
        TextLayout.wrapped(text, width: max(20, area.columns - 5)).enumerated().map { index, text in
            ExchangeDetail.Line(index == 0 ? text : "  " + text, style)
        }
    }
}
