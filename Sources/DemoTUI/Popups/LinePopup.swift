import Terminal

struct LinePopup: Panel {
    private enum Purpose {
        /// Text to look for in a panel, which gets ``PanelEvent/searched(_:)`` with every change.
        case search(PanelID, before: String)
        /// A parameter by which the API searches. Until Enter the text narrows the loaded rows, which `found` did before.
        case filter(PanelID, name: String, found: String)
        case save([UInt8])
    }

    var id: PanelID = 0
    private let title: String
    private let purpose: Purpose
    private var input: TextInput

    /// - Parameter text: The text of the last search.
    static func search(in panel: PanelID, text: String, title: String = "Find") -> LinePopup {
        LinePopup(title: title, purpose: .search(panel, before: text), input: TextInput(text))
    }

    static func filter(
        _ panel: PanelID, by name: String, text: String, found: String, title: String
    ) -> LinePopup {
        LinePopup(title: title, purpose: .filter(panel, name: name, found: found), input: TextInput(text))
    }

    static func save(_ bytes: [UInt8], named name: String) -> LinePopup {
        LinePopup(title: "Save the response's body as", purpose: .save(bytes), input: TextInput(name))
    }

    var isTyping: Bool { true }
    /// The list behind it narrows while a person types.
    var isLine: Bool { if case .save = purpose { false } else { true } }
    func heading(in world: World) -> Heading { Heading(title: title) }

    func popupSize(in world: World) -> Size { Size(columns: 60, rows: 3) }

    func hint(for action: Action) -> String? {
        guard action == .open else { return nil }
        return switch purpose {
        case .search: "keep"
        case .filter: "search"
        case .save: "save"
        }
    }

    func availability(of action: Action, in world: World) -> Availability {
        action == .open || action == .back ? .enabled : .absent
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        switch (action, purpose) {
        case (.open, .save(let bytes)): input.isEmpty ? [] : [.close, .saveFile(path: input.text, bytes)]
        case (.open, .filter(let panel, let name, _)):
            [
                .close, .tell(panel, .searched("")),
                .tell(panel, .filtered(input.isEmpty ? [:] : [name: input.text])),
            ]
        case (.back, .search(let panel, let before)), (.back, .filter(let panel, _, let before)):
            [.close, .tell(panel, .searched(before))]
        case (.open, _), (.back, _): [.close]
        default: []
        }
    }

    mutating func type(_ key: Key, in world: World) -> [Effect] { input.handle(key) ? changed : [] }

    mutating func paste(_ text: String, in world: World) -> [Effect] { input.paste(text) + changed }

    private var changed: [Effect] {
        switch purpose {
        case .search(let panel, _), .filter(let panel, _, _): [.tell(panel, .searched(input.text))]
        case .save: []
        }
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        canvas.field(input, in: area)
    }
}
