import AppCore
import Terminal

/// Finds a screen of the document: typing narrows the list, Enter shows the screen.
struct ScreenFinder: Panel {
    var id: PanelID = 0
    /// A screen that opens from the current item, with its known values.
    struct Part: Sendable {
        let screen: String
        let title: String
        let panel: PanelID
        /// Nil if all needed values were typed before.
        let place: Place?
    }

    private enum Line {
        case part(Part)
        case recent(ScreenIndex.Entry)
        case entry(ScreenIndex.Entry)
    }

    private let index: ScreenIndex
    private let parts: [Part]
    private let recent: [ScreenIndex.Entry]
    private var input = TextInput()
    private var lines: [Line] = []
    private var count = 0
    private(set) var selection = Selection()

    /// - Parameter recent: The screens that come first while nothing is typed.
    init(_ index: ScreenIndex, recent: [String] = [], parts: [Part] = []) {
        self.index = index
        self.recent = recent.compactMap { id in index.entries.first { $0.id == id } }
        self.parts = parts
        narrow()
    }

    var isTyping: Bool { true }
    func heading(in world: World) -> Heading { Heading(title: "Go to a screen") }
    func popupSize(in world: World) -> Size { Size(columns: 90, rows: 26) }
    func hint(for action: Action) -> String? { action == .open ? "go there" : nil }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .open: lines.isEmpty ? .disabled("No screen fits what you typed.") : .enabled
        case .up, .down, .pageUp, .pageDown: .enabled
        default: .absent
        }
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        if selection.follow(action, count: lines.count, page: max(1, min(24, world.area.rows) - 4)) { return [] }
        guard action == .open, lines.indices.contains(selection.index) else { return [] }
        switch lines[selection.index] {
        case .part(let part): return [.close, .openPart(part)]
        case .recent(let entry), .entry(let entry): return [.close, .goToScreen(entry.id)]
        }
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
        let entries = index.matches(input.text).map { index.entries[$0] }
        // A call that was typed in full has precedence.
        let called = entries.prefix(index.places(ofCall: input.text).count)
        let near = input.isEmpty ? parts : parts(of: entries.dropFirst(called.count))
        lines = parts(of: called).map(Line.part) + called.map(Line.entry) + near.map(Line.part)
        lines += (input.isEmpty ? recent : []).map(Line.recent)
        lines += entries.dropFirst(called.count).map(Line.entry)
        count = entries.count
        selection = Selection()
    }

    private func parts(of entries: ArraySlice<ScreenIndex.Entry>) -> [Part] {
        entries.compactMap { entry in parts.first { $0.screen == entry.id } }
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        canvas.field(input, in: area, placeholder: "title, group, operation or path")
        let height = max(0, area.height - 2)
        let top = selection.firstVisible(count: lines.count, height: height)
        for (offset, line) in lines.dropFirst(top).prefix(height).enumerated() {
            let point = Point(x: area.x, y: area.y + 1 + offset)
            draw(line, on: &canvas, at: point, width: area.width)
            let row = Rect(x: point.x - 1, y: point.y, width: area.width + 2, height: 1)
            canvas.line(top + offset, row, isSelected: top + offset == selection.index)
        }
        let words =
            lines.isEmpty
            ? "No screen fits." : "\(TextLayout.grouped(count)) of \(TextLayout.grouped(index.entries.count))"
        canvas.write(
            words, at: Point(x: area.x, y: area.y + area.height - 1), width: area.width, style: .dim, align: .trailing)
    }

    private func draw(_ line: Line, on canvas: inout Canvas, at point: Point, width: Int) {
        let title: String
        let detail: String
        switch line {
        case .part(let part): (title, detail) = (part.title, "opens from here")
        case .recent(let entry): (title, detail) = (entry.title, "recent")
        case .entry(let entry):
            title = entry.asks ? entry.title + " …" : entry.title
            detail = entry.group.map { "\($0)  \(entry.call)" } ?? entry.call
        }
        let used = canvas.write(
            TextLayout.shortened(title, width: width - 1), at: Point(x: point.x + 1, y: point.y), width: width - 1)
        let room = width - used - 4
        // In a narrow window the title says more.
        let needed = if case .entry = line { 12 } else { TextWidth.width(of: detail) }
        guard room >= needed, width >= 56 else { return }
        canvas.write(
            TextLayout.shortened(detail, width: room), at: Point(x: point.x + used + 4, y: point.y), width: room,
            style: .dim, align: .trailing)
    }
}
