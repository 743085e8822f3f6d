import Terminal

struct LinePopup: Panel {
    private enum Purpose {
        /// A search text for a panel, which gets ``PanelEvent/searched(_:)`` with every change.
        case search(PanelID, before: String)
        /// A parameter by which the API searches, beside the other filters. Until Enter the text narrows the loaded rows,
        /// which `found` did before.
        case filter(PanelID, name: String, others: [String: String], found: String)
        case save([UInt8])
        /// The URL of a callback.
        case callback(CallbackRow)
    }

    var id: PanelID = 0
    private let title: String
    /// The text while nothing is typed.
    private var placeholder = ""
    private let purpose: Purpose
    private var input: TextInput
    /// The form that the next field is in, with the number of its other filters.
    private var form: (popup: FieldsPopup, filters: Int)?

    private init(_ title: String, _ purpose: Purpose, _ text: String) {
        (self.title, self.purpose) = (title, purpose)
        input =
            switch purpose {
            case .search, .filter: .search(text)
            case .save, .callback: TextInput(text)
            }
    }

    static func search(in panel: PanelID, text: String, title: String = "Find", placeholder: String = "") -> LinePopup {
        var line = LinePopup(title, .search(panel, before: text), text)
        line.placeholder = placeholder
        return line
    }

    static func filter(
        _ panel: PanelID, by name: String, of filters: [String: String], found: String, title: String
    ) -> LinePopup {
        let others = filters.filter { $0.key != name }
        return LinePopup(title, .filter(panel, name: name, others: others, found: found), filters[name] ?? "")
    }

    static func save(_ bytes: [UInt8], named name: String) -> LinePopup {
        LinePopup("Save the response's body as", .save(bytes), name)
    }

    static func callback(_ row: CallbackRow, to url: String) -> LinePopup {
        LinePopup("\(row.title) to", .callback(row), url)
    }

    /// The line, followed by a form for the other filters.
    func leading(to form: FieldsPopup, filters: Int) -> LinePopup {
        var line = self
        line.form = (form, filters)
        return line
    }

    var isTyping: Bool { true }
    /// The list above it narrows while the user types.
    var isLine: Bool {
        switch purpose {
        case .search, .filter: true
        case .save, .callback: false
        }
    }
    func heading(in world: World) -> Heading { Heading(title: title) }

    func popupSize(in world: World) -> Size { Size(columns: 60, rows: 3) }

    func hint(for action: Action) -> String? {
        guard action == .open else { return nil }
        return switch purpose {
        case .search: "keep"
        case .filter: "search"
        case .save: "save"
        case .callback: "send"
        }
    }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .open, .back: .enabled
        case .up, .down, .pageUp, .pageDown: isLine ? .enabled : .absent
        case .nextPane: form == nil ? .absent : .enabled
        default: .absent
        }
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        switch (action, purpose) {
        // The list moves, and keeps what was typed so far.
        case (.up, _), (.down, _), (.pageUp, _), (.pageDown, _): [.close, .run(action)]
        case (.nextPane, .filter(let panel, _, _, let before)): [.close, .tell(panel, .searched(before))] + presentForm
        case (.nextPane, _): [.close] + presentForm
        case (.open, .save(let bytes)): input.isEmpty ? [] : [.close, .saveFile(path: input.text, bytes)]
        case (.open, .callback(let row)): input.isEmpty ? [] : [.close, .callback(.send(row, url: input.text))]
        case (.open, .filter(let panel, let name, let others, _)):
            [
                .close, .tell(panel, .searched("")),
                .tell(panel, .filtered(input.isEmpty ? others : others.merging([name: input.text]) { $1 })),
            ]
        case (.back, .search(let panel, let before)), (.back, .filter(let panel, _, _, let before)):
            [.close, .tell(panel, .searched(before))]
        case (.open, _), (.back, _): [.close]
        default: []
        }
    }

    private var presentForm: [Effect] { form.map { [.present($0.popup.continuing(input.text))] } ?? [] }

    mutating func type(_ key: Key, in world: World) -> [Effect] { input.handle(key) ? changed : [] }

    mutating func paste(_ text: String, in world: World) -> [Effect] { input.paste(text) + changed }

    private var changed: [Effect] {
        switch purpose {
        case .search(let panel, _), .filter(let panel, _, _, _): [.tell(panel, .searched(input.text))]
        case .save, .callback: []
        }
    }

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
