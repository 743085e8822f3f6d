import Terminal

/// Every key with its action, from the key table. Typing filters, Enter runs the entry.
struct HelpPopup: Panel {
    struct Entry: Hashable, Sendable {
        let binding: Binding
        let availability: Availability
    }

    struct About: Hashable, Sendable {
        let title: String
        let text: String
    }

    var id: PanelID = 0
    /// The group of the open screen; its text is above the keys.
    private let about: About?
    private let entries: [Entry]
    private var filter = TextInput.search()
    private var selection = Selection()

    init(entries: [Entry], about: About? = nil) {
        self.entries = entries
        self.about = about
    }

    var isTyping: Bool { true }
    func heading(in world: World) -> Heading { Heading(title: "Keys") }
    func popupSize(in world: World) -> Size { Size(columns: 76, rows: 26) }

    var shown: [Entry] {
        let words = filter.text.lowercased().split(separator: " ")
        return entries.filter { entry in
            let text = "\(entry.binding.keyNames) \(entry.binding.hint) \(entry.binding.help)".lowercased()
            return entry.availability != .absent && words.allSatisfy { text.contains($0) }
        }
    }

    func hint(for action: Action) -> String? { action == .open ? "run" : nil }

    func availability(of action: Action, in world: World) -> Availability {
        [.open, .up, .down, .pageUp, .pageDown].contains(action) ? .enabled : .absent
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        let shown = shown
        if selection.follow(action, count: shown.count, page: 18) { return [] }
        guard action == .open, let entry = selection.pick(from: shown) else { return [] }
        if case .disabled(let reason) = entry.availability { return [.note(.info(reason))] }
        return [.close, .run(entry.binding.action)]
    }

    mutating func type(_ key: Key, in world: World) -> [Effect] {
        if filter.handle(key) { selection.select(0, of: shown.count) }
        return []
    }

    mutating func paste(_ text: String, in world: World) -> [Effect] {
        let effects = filter.paste(text)
        selection.select(0, of: shown.count)
        return effects
    }

    /// The first visible row. With the first key selected, the text above the keys is visible too.
    private func firstVisible(of rows: [Row], height: Int) -> Int {
        let selected = selection.index == 0 ? 0 : rows.firstIndex { $0.entry == selection.index } ?? 0
        return max(0, min(selected - height / 2, rows.count - height))
    }

    func extent(in area: Size, world: World) -> Extent? {
        let rows = rows(width: area.columns)
        let height = max(0, area.rows - 1)
        guard rows.count > height else { return nil }
        return Extent(
            first: firstVisible(of: rows, height: height), shown: height, count: rows.count,
            text: "key \(selection.index + 1) of \(shown.count)")
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        canvas.field(filter, in: area.row(area.y), placeholder: "type to search, \(keyWhileTyping: .open) runs")
        let rows = rows(width: area.width)
        if rows.isEmpty {
            canvas.write("Nothing matches.", at: Point(x: area.x, y: area.y + 2), width: area.width, style: .dim)
        }
        let height = max(0, area.height - 1)
        let top = firstVisible(of: rows, height: height)
        for (offset, row) in rows.dropFirst(top).prefix(height).enumerated() {
            draw(row, on: &canvas, at: Point(x: area.x, y: area.y + 1 + offset), width: area.width)
        }
    }

    /// A painted line: a group's name, or an entry's key and text. Long texts continue in further lines.
    private struct Row {
        var keys = ""
        var text: String
        var style = Style.plain
        var isHeading = false
        /// The number of the entry; nil for other lines.
        var entry: Int?
    }

    private static let indent = 2

    private var textStart: Int {
        Self.indent + min(14, entries.map { TextWidth.width(of: $0.binding.keyNames) }.max() ?? 0) + 2
    }

    /// A document's text may be long; only its beginning is shown.
    private func rowsAbout(width: Int) -> [Row] {
        guard let about, filter.isEmpty else { return [] }
        let lines = TextLayout.beginning(of: about.text, lines: 2, width: max(8, width - Self.indent))
        return [Row(text: about.title, style: .heading, isHeading: true)]
            + lines.map { Row(text: String(repeating: " ", count: Self.indent) + $0, isHeading: true) }
    }

    private func rows(width: Int) -> [Row] {
        var rows = rowsAbout(width: width)
        var group: Binding.Group?
        for (index, entry) in shown.enumerated() {
            if entry.binding.group != group {
                group = entry.binding.group
                rows.append(Row(text: entry.binding.group.rawValue, style: .heading, isHeading: true))
            }
            var text = entry.binding.help
            if case .disabled(let reason) = entry.availability { text += " (\(reason))" }
            let style: Style = entry.availability.isEnabled ? .plain : .dim
            for (number, line) in TextLayout.wrapped(text, width: max(8, width - textStart)).enumerated() {
                rows.append(
                    Row(keys: number == 0 ? entry.binding.keyNames : "", text: line, style: style, entry: index))
            }
        }
        return rows
    }

    private func draw(_ row: Row, on canvas: inout Canvas, at point: Point, width: Int) {
        guard !row.isHeading else {
            canvas.write(row.text, at: point, width: width, style: row.style)
            return
        }
        let start = textStart
        canvas.write(
            row.keys, at: Point(x: point.x + Self.indent, y: point.y), width: start - Self.indent - 1,
            style: row.style == .plain ? .key : row.style)
        canvas.write(
            row.text, at: Point(x: point.x + start, y: point.y), width: max(0, width - start), style: row.style)
        guard let entry = row.entry else { return }
        let area = Rect(x: point.x - 1, y: point.y, width: width + 2, height: 1)
        canvas.line(entry, area, isSelected: entry == selection.index)
    }
}
