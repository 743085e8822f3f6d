import Terminal

/// Selects any of a form field's values: Space ticks, Enter accepts.
struct PicksPopup: ListPopup {
    var id: PanelID = 0
    let title: String
    private let options: [String]
    private var chosen: [Int]
    var selection = Selection()
    private let panel: PanelID
    private let field: Int

    init(title: String, options: [String], chosen: [Int], panel: PanelID, field: Int) {
        self.title = title
        self.options = options
        self.chosen = chosen
        self.panel = panel
        self.field = field
        selection.select(chosen.first ?? 0, of: options.count)
    }

    var lines: [ListLine] {
        options.enumerated().map { ListLine(text: "[\(chosen.contains($0) ? "x" : " ")] \($1)") }
    }

    func heading(in world: World) -> Heading { Heading(title: "\(title): \(key: .toggle) ticks, \(key: .open) takes") }

    func popupSize(in world: World) -> Size {
        let width = options.map { TextWidth.width(of: $0) + 8 }.max() ?? 20
        return Size(columns: min(76, max(44, width, title.count + 30)), rows: min(22, options.count + 2))
    }

    /// Each click ticks.
    var clickAction: Action? { nil }
    /// Letters tick nothing here, but must not switch or quit either.
    var isTyping: Bool { true }
    func hint(for action: Action) -> String? { action == .open ? "take these" : nil }

    mutating func type(_ key: Key, in world: World) -> [Effect] {
        switch key {
        case .character(" "): tick()
        case .character("q"): return [.close]
        case .character("j"): selection.select(selection.index + 1, of: options.count)
        case .character("k"): selection.select(selection.index - 1, of: options.count)
        default: break
        }
        return []
    }

    private mutating func tick() {
        if let place = chosen.firstIndex(of: selection.index) {
            chosen.remove(at: place)
        } else if options.indices.contains(selection.index) {
            chosen.append(selection.index)
        }
    }

    mutating func select(_ line: Int, from selected: Int, in world: World) -> [Effect] {
        selection.select(line, of: options.count)
        tick()
        return []
    }

    mutating func choose(_ index: Int, in world: World) -> [Effect] {
        [.close, .tell(panel, .pickedSome(field: field, choices: chosen))]
    }
}
