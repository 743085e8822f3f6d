import Terminal

/// Asks for a text to look for in what is loaded; the panel follows every key.
struct SearchPopup: Panel {
    var id: PanelID = 0
    private let panel: PanelID
    private var input: TextInput
    private let title: String
    private let before: String

    /// - Parameters:
    ///   - panel: gets ``PanelEvent/searched(_:)`` with every change.
    ///   - text: what was looked for before.
    init(panel: PanelID, text: String, title: String = "Find") {
        self.panel = panel
        self.title = title
        before = text
        input = TextInput(text)
    }

    var isTyping: Bool { true }
    func heading(in world: World) -> Heading { Heading(title: title) }
    func popupSize(in world: World) -> Size { Size(columns: 50, rows: 3) }

    func hint(for action: Action) -> String? { action == .open ? "keep" : nil }

    func availability(of action: Action, in world: World) -> Availability {
        action == .open || action == .back ? .enabled : .absent
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        switch action {
        case .open: [.close]
        case .back: [.close, .tell(panel, .searched(before))]
        default: []
        }
    }

    mutating func type(_ key: Key, in world: World) -> [Effect] {
        input.handle(key) ? [.tell(panel, .searched(input.text))] : []
    }

    mutating func paste(_ text: String, in world: World) -> [Effect] {
        input.paste(text) + [.tell(panel, .searched(input.text))]
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        canvas.field(input, in: area)
    }
}
