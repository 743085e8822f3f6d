import Terminal

/// A popup that is a list to choose from. Conformers define the lines and the effect of a choice.
protocol ListPopup: Panel {
    var lines: [ListLine] { get }
    var selection: Selection { get set }
    var title: String { get }
    mutating func choose(_ index: Int, in world: World) -> [Effect]
    /// Ticks the selected line, if several can be chosen.
    mutating func tick()
}

struct ListLine: Hashable, Sendable {
    var text: String
    var detail: String = ""
    var key: Character?
    /// The reason the line cannot be chosen.
    var reason: String?
    /// A mark before the text.
    var mark = " "
    /// True for the line that is currently active.
    var isCurrent = false
}

extension ListPopup {
    func heading(in world: World) -> Heading { Heading(title: title) }

    func popupSize(in world: World) -> Size {
        func widest(_ text: (ListLine) -> String) -> Int { lines.map { TextWidth.width(of: text($0)) }.max() ?? 0 }
        // Details are in one column, beside the borders and marks.
        let width = widest(\.text) + widest(\.detail) + (lines.contains { $0.key != nil } ? 9 : 6)
        let columns = min(76, max(36, width, title.count + 6))
        return Size(columns: columns, rows: min(22, paintedLines(width: world.width(ofPopup: columns)).count + 2))
    }

    func hint(for action: Action) -> String? { action == .open ? "choose" : action == .quit ? "close" : nil }

    func availability(of action: Action, in world: World) -> Availability {
        [.open, .up, .down, .pageUp, .pageDown, .first, .last].contains(action) ? .enabled : .absent
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        if selection.follow(action, count: lines.count, page: min(18, world.area.rows)) { return [] }
        guard action == .open, lines.indices.contains(selection.index) else { return [] }
        return chooseIfPossible(selection.index, in: world)
    }

    mutating func type(_ key: Key, in world: World) -> [Effect] {
        guard case .character(let character) = key else {
            if key == .home { selection.select(0, of: lines.count) }
            if key == .end { selection.select(lines.count - 1, of: lines.count) }
            return []
        }
        if let index = lines.firstIndex(where: { $0.key == character }) { return chooseIfPossible(index, in: world) }
        let found = lines.map(\.text).place(of: String(character), from: selection.index + 1)
        if let found, character != " " {
            selection.select(found, of: lines.count)
            return []
        }
        switch character {
        case " ": tick()
        case "q": return [.close]
        case "j": selection.select(selection.index + 1, of: lines.count)
        case "k": selection.select(selection.index - 1, of: lines.count)
        default: break
        }
        return []
    }

    mutating func tick() {}

    private mutating func chooseIfPossible(_ index: Int, in world: World) -> [Effect] {
        if let reason = lines[index].reason { return [.note(.info(reason))] }
        return choose(index, in: world)
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        drawLines(on: &canvas, in: area)
    }
}

struct PaintedLine: Hashable, Sendable {
    let line: Int
    let isFirst: Bool
    let detail: String
    let indent: Int
}

extension ListPopup {
    /// The painted lines. Details are wrapped beside the texts if there is room for a column. Otherwise the selected
    /// line has its detail below.
    func paintedLines(width: Int) -> [PaintedLine] {
        let before = 2 + (lines.contains { $0.key != nil } ? 3 : 0)
        let texts = min(width / 2, lines.map { TextWidth.width(of: $0.text) }.max() ?? 0)
        let hasColumn = width - before - texts - 2 >= 30
        return lines.enumerated().flatMap { index, line -> [PaintedLine] in
            let indent = before + max(texts, TextWidth.width(of: line.text)) + 2
            let room = width - indent
            if hasColumn {
                let details = room > 0 ? TextLayout.wrapped(line.detail, width: room) : [""]
                return details.enumerated().map {
                    PaintedLine(line: index, isFirst: $0 == 0, detail: $1, indent: indent)
                }
            }
            let fits = TextWidth.width(of: line.detail) <= room
            guard index == selection.index, !fits else {
                return [PaintedLine(line: index, isFirst: true, detail: line.detail, indent: indent)]
            }
            let below = TextLayout.wrapped(line.detail, width: max(8, width - before - 2))
            return [PaintedLine(line: index, isFirst: true, detail: "", indent: indent)]
                + below.map { PaintedLine(line: index, isFirst: false, detail: $0, indent: before + 2) }
        }
    }

    /// The first visible one of the painted lines, so that the selected line is in the middle.
    private func firstVisible(of painted: [PaintedLine], height: Int) -> Int {
        let selected = painted.indices.filter { painted[$0].line == selection.index }
        let wanted = (selected.first ?? 0) - max(0, height - selected.count) / 2
        return max(0, min(wanted, painted.count - height))
    }

    func extent(in area: Size, world: World) -> Extent? { extentOfLines(in: area) }

    func extentOfLines(in area: Size) -> Extent? {
        let painted = paintedLines(width: area.columns)
        guard painted.count > area.rows else { return nil }
        return Extent(
            first: firstVisible(of: painted, height: area.rows), shown: area.rows, count: painted.count,
            text: "\(selection.index + 1) of \(lines.count)")
    }

    func drawLines(on canvas: inout Canvas, in area: Rect) {
        let painted = paintedLines(width: area.width)
        let top = firstVisible(of: painted, height: area.height)
        for (offset, row) in painted.dropFirst(top).prefix(area.height).enumerated() {
            draw(row, on: &canvas, at: Point(x: area.x, y: area.y + offset), width: area.width)
        }
    }

    private func draw(_ row: PaintedLine, on canvas: inout Canvas, at point: Point, width: Int) {
        let line = lines[row.line]
        if row.isFirst {
            var x = point.x
            x += canvas.write("\(line.isCurrent ? "●" : line.mark) ", at: point, style: line.isCurrent ? .accent : .dim)
            if let key = line.key { x += canvas.write("\(key)  ", at: Point(x: x, y: point.y), style: .key) }
            canvas.write(
                line.text, at: Point(x: x, y: point.y), width: max(0, point.x + width - x),
                style: line.reason == nil ? .plain : .dim)
        }
        if !row.detail.isEmpty, row.indent < width {
            canvas.write(
                row.detail, at: Point(x: point.x + row.indent, y: point.y), width: width - row.indent, style: .dim)
        }
        let area = Rect(x: point.x - 1, y: point.y, width: width + 2, height: 1)
        canvas.line(row.line, area, isSelected: row.line == selection.index)
    }
}

extension [String] {
    /// The place of the next text with a beginning, in any case of letters: from `start` on, else from the first one.
    func place(of beginning: String, from start: Int) -> Int? {
        let found = indices.filter { self[$0].lowercased().hasPrefix(beginning.lowercased()) }
        return found.first { $0 >= start } ?? found.first
    }
}
