import Terminal

/// A line of text to type, with the effects of the text.
struct LinePopup: Panel {
    var id: PanelID = 0
    private let title: String
    /// The footer's word for Enter.
    private let verb: String
    private var input: TextInput
    /// The text while nothing is typed.
    private var placeholder = ""
    /// The panel above the line, whose loaded rows follow every change, and its search before; nil for other texts.
    private let searched: (panel: PanelID, before: String)?
    /// The effects of Enter.
    private let accept: @Sendable (String) -> [Effect]
    /// The form that the next field is in, with the number of its other filters.
    private var form: (popup: FieldsPopup, filters: Int)?
    /// True if the form sends the text instead of searching the loaded rows for it.
    private var movesText = false

    private init(
        _ title: String, _ verb: String, _ text: String, searching searched: (panel: PanelID, before: String)? = nil,
        accept: @escaping @Sendable (String) -> [Effect]
    ) {
        (self.title, self.verb, self.searched, self.accept) = (title, verb, searched, accept)
        input = searched == nil ? TextInput(text) : .search(text)
    }

    /// A search text for a panel, which gets ``PanelEvent/searched(_:)`` with every change.
    static func search(in panel: PanelID, text: String, title: String = "Find", placeholder: String = "") -> LinePopup {
        var line = LinePopup(title, "keep", text, searching: (panel, text)) { _ in [] }
        line.placeholder = placeholder
        return line
    }

    /// A parameter by which the API searches, beside the other filters. Until Enter the text narrows the loaded rows,
    /// which `found` did before.
    static func filter(
        _ panel: PanelID, by name: String, of filters: [String: String], found: String, title: String
    ) -> LinePopup {
        let others = filters.filter { $0.key != name }
        var line = LinePopup(title, "search", filters[name] ?? "", searching: (panel, found)) { text in
            let filters = text.isEmpty ? others : others.merging([name: text]) { $1 }
            return [.tell(panel, .searched("")), .tell(panel, .filtered(filters))]
        }
        line.movesText = true
        return line
    }

    static func save(_ bytes: [UInt8], named name: String) -> LinePopup {
        LinePopup("Save the response's body as", "save", name) { [.saveFile(path: $0, bytes)] }
    }

    static func callback(_ row: CallbackRow, to url: String) -> LinePopup {
        LinePopup("\(row.title) to", "send", url) { [.callback(.send(row, url: $0))] }
    }

    /// The line, followed by a form for the other filters.
    func leading(to form: FieldsPopup, filters: Int) -> LinePopup {
        var line = self
        line.form = (form, filters)
        return line
    }

    var isTyping: Bool { true }
    /// The list above it narrows while the user types.
    var isLine: Bool { searched != nil }
    func heading(in world: World) -> Heading { Heading(title: title) }

    func popupSize(in world: World) -> Size { Size(columns: 60, rows: 3) }

    func hint(for action: Action) -> String? { action == .open ? verb : nil }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .open, .back: .enabled
        case .up, .down, .pageUp, .pageDown: isLine ? .enabled : .absent
        case .nextPane: form == nil ? .absent : .enabled
        default: .absent
        }
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        let restored = searched.map { [Effect.tell($0.panel, .searched($0.before))] } ?? []
        return switch action {
        // The list moves, and keeps what was typed so far.
        case .up, .down, .pageUp, .pageDown: [.close, .run(action)]
        case .nextPane:
            [.close] + (movesText ? restored : []) + (form.map { [.present($0.popup.continuing(input.text))] } ?? [])
        case .open: isLine || !input.isEmpty ? [.close] + accept(input.text) : []
        case .back: [.close] + restored
        default: []
        }
    }

    mutating func type(_ key: Key, in world: World) -> [Effect] { input.handle(key) ? changed : [] }

    mutating func paste(_ text: String, in world: World) -> [Effect] { input.paste(text) + changed }

    private var changed: [Effect] { searched.map { [.tell($0.panel, .searched(input.text))] } ?? [] }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        var field = area
        if let form {
            let count = form.filters == 1 ? "1 more filter" : "\(form.filters) more filters"
            let words = "\(keyWhileTyping: .nextPane) \(count)"
            let width = TextWidth.width(of: words)
            if area.width >= width + 16 {
                field.width -= width + 1
                canvas.write(words, at: Point(x: field.maxX + 1, y: area.y), style: .dim)
            }
        }
        canvas.field(input, in: field, placeholder: placeholder)
    }
}
