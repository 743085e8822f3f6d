import AppCore

/// Finds a screen of the document: typing narrows the list, Enter shows the screen.
struct ScreenFinder: Panel {
    var id: PanelID = 0
    private let index: ScreenIndex
    private var input = TextInput()
    /// The places of the entries that fit what was typed.
    private(set) var matches: [Int]
    private(set) var selection = Selection()

    /// - Parameter current: the screen in front, which is selected at first.
    init(_ index: ScreenIndex, current: String?) {
        self.index = index
        matches = index.matches("")
        selection.select(index.entries.firstIndex { $0.id == current } ?? 0, of: matches.count)
    }

    var isTyping: Bool { true }
    func heading(in world: World) -> Heading { Heading(title: "Go to a screen") }
    func popupSize(in world: World) -> Size { Size(columns: 90, rows: 26) }
    func hint(for action: Action) -> String? { action == .open ? "go there" : nil }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .open: matches.isEmpty ? .disabled("No screen fits what you typed.") : .enabled
        case .up, .down, .pageUp, .pageDown: .enabled
        default: .absent
        }
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        if selection.follow(action, count: matches.count, page: max(1, min(24, world.area.rows) - 4)) { return [] }
        guard action == .open, matches.indices.contains(selection.index) else { return [] }
        return [.close, .goToScreen(index.entries[matches[selection.index]].id)]
    }

    mutating func type(_ key: Key, in world: World) -> [Effect] {
        let before = input.text
        if input.handle(key), input.text != before { narrow() }
        return []
    }

    mutating func paste(_ text: String, in world: World) -> [Effect] {
        let effects = input.paste(text)
        narrow()
        return effects
    }

    private mutating func narrow() {
        matches = index.matches(input.text)
        selection = Selection()
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        canvas.field(input, in: area, placeholder: "title, group, operation or path")
        let height = max(0, area.height - 2)
        let top = selection.firstVisible(count: matches.count, height: height)
        for (offset, place) in matches.dropFirst(top).prefix(height).enumerated() {
            let point = Point(x: area.x, y: area.y + 1 + offset)
            draw(index.entries[place], on: &canvas, at: point, width: area.width)
            if top + offset == selection.index {
                canvas.restyle(Rect(x: point.x, y: point.y, width: area.width, height: 1), style: .selected)
            }
        }
        let words =
            matches.isEmpty
            ? "No screen fits." : "\(TextLayout.grouped(matches.count)) of \(TextLayout.grouped(index.entries.count))"
        canvas.write(
            words, at: Point(x: area.x, y: area.y + area.height - 1), width: area.width, style: .dim, align: .trailing)
    }

    private func draw(_ entry: ScreenIndex.Entry, on canvas: inout Canvas, at point: Point, width: Int) {
        let title = entry.asks ? entry.title + " …" : entry.title
        let used = canvas.write(
            TextLayout.shortened(title, width: width - 1), at: Point(x: point.x + 1, y: point.y), width: width - 1)
        let room = width - used - 4
        // In a narrow window the title says more.
        guard room >= 12, width >= 56 else { return }
        let detail = entry.group.map { "\($0)  \(entry.call)" } ?? entry.call
        canvas.write(
            TextLayout.shortened(detail, width: room), at: Point(x: point.x + used + 4, y: point.y), width: room,
            style: .dim, align: .trailing)
    }
}
