import AppCore
import Terminal
import WireFormats

/// Selects a table's columns and their order; the table follows every key.
struct ColumnsPopup: Panel {
    struct Entry: Hashable, Sendable {
        let pointer: JSONPointer
        let title: String
        var isShown: Bool
    }

    var id: PanelID = 0
    let title: String
    private let screen: String
    private(set) var entries: [Entry]
    private(set) var selection = Selection()
    private let ruled: [JSONPointer]
    /// The columns chosen before; nil for the default ones.
    private let before: [JSONPointer]?
    private let shownBefore: [JSONPointer]

    init(of screen: Screen, fields: [Field], shown: [JSONPointer], ruled: [JSONPointer], before: [JSONPointer]?) {
        (self.before, shownBefore) = (before, shown)
        title = "Columns of \(screen.title)"
        self.screen = screen.id
        self.ruled = ruled
        entries = fields.map { Entry(pointer: $0.pointer, title: $0.title, isShown: false) }
        show(shown)
    }

    var clickAction: Action? { .toggle }
    func heading(in world: World) -> Heading { Heading(title: title) }
    func popupSize(in world: World) -> Size { Size(columns: 64, rows: min(22, entries.count + 4)) }

    func hint(for action: Action) -> String? {
        switch action {
        case .open: "done"
        case .quit: "cancel"
        case .toggle: "show/hide"
        default: nil
        }
    }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .up, .down, .pageUp, .pageDown, .first, .last, .open, .back, .toggle, .moveUp, .moveDown, .byRule: .enabled
        default: .absent
        }
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        if selection.follow(action, count: entries.count, page: 18) { return [] }
        let place = selection.index
        guard entries.indices.contains(place) else { return [.close] }
        switch action {
        case .open: return [.close]
        case .back:
            let isChanged = entries.filter(\.isShown).map(\.pointer) != shownBefore
            let note = "The columns are as before; \(key: .open) keeps a change."
            return [.chooseColumns(screen: screen, before), .close] + (isChanged ? [.note(.info(note))] : [])
        case .toggle:
            guard !entries[place].isShown || entries.count(where: \.isShown) > 1 else {
                return [.note(.info("At least one column must stay."))]
            }
            entries[place].isShown.toggle()
        case .moveUp: move(to: place - 1)
        case .moveDown: move(to: place + 1)
        case .byRule:
            show(ruled)
            selection = Selection()
            return [.chooseColumns(screen: screen, nil)]
        default: return []
        }
        return [.chooseColumns(screen: screen, entries.filter(\.isShown).map(\.pointer))]
    }

    private mutating func show(_ pointers: [JSONPointer]) {
        let places = Dictionary(zip(pointers, 0...), uniquingKeysWith: { first, _ in first })
        for index in entries.indices { entries[index].isShown = places[entries[index].pointer] != nil }
        let rank = { (entry: Entry) in places[entry.pointer] ?? .max }
        entries = entries.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
            .map(\.element)
    }

    private mutating func move(to place: Int) {
        guard entries.indices.contains(place) else { return }
        entries.swapAt(selection.index, place)
        selection.select(place, of: entries.count)
        selection.scroll(count: entries.count, height: 18)
    }

    func extent(in area: Size, world: World) -> Extent? {
        let height = max(1, area.rows - 2)
        return entries.count > height ? selection.extent("column", of: entries.count, height: height) : nil
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        let list = Rect(x: area.x, y: area.y, width: area.width, height: max(1, area.height - 2))
        for (line, row) in selection.rows(of: entries.count, in: list) {
            let (entry, y) = (entries[line], row.y)
            canvas.write(entry.isShown ? "[x] " : "[ ] ", at: Point(x: area.x, y: y), style: .accent)
            let used = canvas.write(
                entry.title, at: Point(x: area.x + 4, y: y), width: max(0, area.width - 4),
                style: entry.isShown ? .plain : .dim)
            let left = area.width - 4 - used - 2
            let name = entry.pointer.tokens.joined(separator: ".")
            if left > 8, name != entry.title {
                canvas.write(name, at: Point(x: area.maxX - left, y: y), width: left, style: .dim, align: .trailing)
            }
            canvas.line(line, row.inset(dx: -1, dy: 0), isSelected: line == selection.index)
        }
        canvas.write(
            "\(key: .toggle) on/off, \(key: .moveDown) \(key: .moveUp) move, \(key: .byRule) resets",
            at: Point(x: area.x, y: area.maxY - 1), width: area.width, style: .dim)
    }
}
