import Terminal

/// Lines to read: scrolled, searched, long ones shown from a column on.
struct LineViewer: Hashable, Sendable {
    /// What is read. A line that is gone is not selected any more.
    var lines: [TextLine] = [] { didSet { selection.select(selection.index, of: lines.count) } }
    private(set) var selection = Selection()
    private(set) var column = 0
    private(set) var search = ""

    /// The text of the selected line.
    var selectedText: String? { lines.indices.contains(selection.index) ? lines[selection.index].text : nil }

    /// Whether an action of the viewer can be run; nil if the action is another one.
    func availability(of action: Action) -> Availability? {
        switch action {
        case .up, .down, .pageUp, .pageDown, .first, .last, .left, .right, .filter: .enabled
        case .nextMatch, .previousMatch: search.isEmpty ? .disabled("Press / to search first.") : .enabled
        default: nil
        }
    }

    /// Takes a moving or searching action.
    ///
    /// - Parameter panel: the panel the lines are shown in; it gets ``PanelEvent/searched(_:)``.
    /// - Returns: nil if the action is another one.
    mutating func perform(_ action: Action, page: Int, in panel: PanelID) -> [Effect]? {
        if selection.follow(action, count: lines.count, page: page) { return [] }
        switch action {
        case .left: column = max(0, column - 16)
        case .right: column += 16
        case .filter: return [.present(SearchPopup(panel: panel, text: search))]
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
        let start = selection.index
        let line = Search.next(search, in: lines.map(\.text), from: start, step: step)
        if let line { selection.select(line, of: lines.count) }
        return Search.note(search, line, from: start, step: step)
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool) {
        let top = selection.firstVisible(count: lines.count, height: area.height)
        for (offset, line) in lines.dropFirst(top).prefix(area.height).enumerated() {
            let y = area.y + offset
            let text = column == 0 ? line.text : String(line.text.dropFirst(column))
            canvas.write(text, at: Point(x: area.x + 1, y: y), width: area.width - 2, style: line.style)
            if top + offset == selection.index {
                canvas.restyle(
                    Rect(x: area.x, y: y, width: area.width, height: 1),
                    style: isFocused ? .selected : .selectedInactive)
            }
        }
    }
}
