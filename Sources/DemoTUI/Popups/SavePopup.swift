import Terminal

/// Asks where to save a reply's body.
struct SavePopup: Panel {
    var id: PanelID = 0
    private let bytes: [UInt8]
    private var input: TextInput

    /// - Parameters:
    ///   - bytes: the body.
    ///   - name: the file's name to begin with.
    init(_ bytes: [UInt8], named name: String) {
        self.bytes = bytes
        input = TextInput(name)
    }

    var isTyping: Bool { true }
    func heading(in world: World) -> Heading { Heading(title: "Save the reply's body as") }
    func popupSize(in world: World) -> Size { Size(columns: 60, rows: 3) }

    func hint(for action: Action) -> String? { action == .open ? "save" : nil }

    func availability(of action: Action, in world: World) -> Availability {
        action == .open || action == .back ? .enabled : .absent
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        switch action {
        case .open: input.isEmpty ? [] : [.close, .saveFile(path: input.text, bytes)]
        case .back: [.close]
        default: []
        }
    }

    mutating func type(_ key: Key, in world: World) -> [Effect] {
        _ = input.handle(key)
        return []
    }

    mutating func paste(_ text: String, in world: World) -> [Effect] { input.paste(text) }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        canvas.field(input, in: area)
    }
}
