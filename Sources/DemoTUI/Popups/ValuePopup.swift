import AppCore
import JSONText

/// One value in full: long text wrapped, objects and arrays as indented JSON.
struct ValuePopup: Panel {
    var id: PanelID = 0
    private let title: String
    private let text: String
    private var top = 0

    init(title: String, value: JSONValue, field: Field) {
        self.title = title
        switch value {
        case .object, .array: text = value.text(.pretty)
        case .string(let string): text = string
        default: text = field.display(value)
        }
    }

    func heading(in world: World) -> Heading { Heading(title: title) }

    func popupSize(in world: World) -> Size {
        let lines = TextLayout.wrapped(text, width: 70)
        return Size(columns: 74, rows: min(24, lines.count + 2))
    }

    func hint(for action: Action) -> String? { action == .open || action == .quit ? "close" : nil }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .up, .down, .pageUp, .pageDown, .first, .open, .copy: .enabled
        default: .absent
        }
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        switch action {
        case .up: top = max(0, top - 1)
        case .down: top += 1
        case .pageUp: top = max(0, top - 10)
        case .pageDown: top += 10
        case .first: top = 0
        case .open: return [.close]
        case .copy: return [.copy(.value(text))]
        default: break
        }
        top = min(top, max(0, TextLayout.wrapped(text, width: 70).count - 1))
        return []
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        let lines = TextLayout.wrapped(text, width: area.width)
        for (offset, line) in lines.dropFirst(top).prefix(area.height).enumerated() {
            canvas.write(line, at: Point(x: area.x, y: area.y + offset), width: area.width)
        }
    }
}
