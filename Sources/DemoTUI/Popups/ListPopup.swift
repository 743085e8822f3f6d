/// A popup that is a list to choose from. Conformers say what the lines are and what a choice does.
protocol ListPopup: Panel {
    /// The lines, in order.
    var lines: [ListLine] { get }
    var selection: Selection { get set }
    var title: String { get }
    /// What Enter on a line does.
    mutating func choose(_ index: Int, in world: World) -> [Effect]
}

/// A line of a list popup.
struct ListLine: Hashable, Sendable {
    var text: String
    /// Words at the right or after the text.
    var detail: String = ""
    /// A key that chooses the line at once.
    var key: Character?
    /// Set if the line cannot be chosen: why.
    var reason: String?
    /// True for the line that is in force now.
    var isCurrent = false
}

extension ListPopup {
    func heading(in world: World) -> Heading { Heading(title: title) }

    func popupSize(in world: World) -> Size {
        let width = lines.map { TextWidth.width(of: $0.text) + TextWidth.width(of: $0.detail) + 8 }.max() ?? 20
        return Size(columns: min(76, max(36, width, title.count + 6)), rows: min(20, lines.count + 2))
    }

    func hint(for action: Action) -> String? { action == .open ? "choose" : action == .quit ? "close" : nil }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .open, .up, .down, .pageUp, .pageDown, .first, .last: .enabled
        default: .absent
        }
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        if selection.follow(action, count: lines.count, page: min(18, world.area.rows)) { return [] }
        guard action == .open, lines.indices.contains(selection.index) else { return [] }
        return chooseIfPossible(selection.index, in: world)
    }

    /// A letter chooses its line at once.
    mutating func type(_ key: Key, in world: World) -> [Effect] {
        guard case .character(let character) = key else { return [] }
        if let index = lines.firstIndex(where: { $0.key == character }) { return chooseIfPossible(index, in: world) }
        switch character {
        case "q": return [.close]
        case "j": selection.select(selection.index + 1, of: lines.count)
        case "k": selection.select(selection.index - 1, of: lines.count)
        default: break
        }
        return []
    }

    private mutating func chooseIfPossible(_ index: Int, in world: World) -> [Effect] {
        if let reason = lines[index].reason { return [.note(.info(reason))] }
        return choose(index, in: world)
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        drawLines(on: &canvas, in: area)
    }

    /// Paints the lines around the selected one.
    func drawLines(on canvas: inout Canvas, in area: Rect) {
        let top = selection.firstVisible(count: lines.count, height: area.height)
        let textWidth = min(area.width / 2, lines.map { TextWidth.width(of: $0.text) }.max() ?? 0)
        for (offset, line) in lines.dropFirst(top).prefix(area.height).enumerated() {
            let y = area.y + offset
            var x = area.x
            x += canvas.write(line.isCurrent ? "* " : "  ", at: Point(x: x, y: y), style: .accent)
            if let key = line.key { x += canvas.write("\(key)  ", at: Point(x: x, y: y), style: .key) }
            let textX = x
            x += canvas.write(
                line.text, at: Point(x: x, y: y), width: max(0, area.x + area.width - x),
                style: line.reason == nil ? .plain : .dim)
            let detailX = max(x, textX + textWidth) + 2
            if !line.detail.isEmpty, detailX < area.maxX {
                canvas.write(line.detail, at: Point(x: detailX, y: y), width: area.maxX - detailX, style: .dim)
            }
            if top + offset == selection.index {
                canvas.restyle(Rect(x: area.x, y: y, width: area.width, height: 1), style: .selected)
            }
        }
    }
}
