import Terminal

/// A text in full: wrapped, with its line ends, and its description in the document below.
struct ValuePopup: Panel {
    var id: PanelID = 0
    let about: PanelContent?
    private let title: String
    private let text: String
    private var top = 0
    private let help: String?
    /// The lines of a window that is wide enough.
    private let lines: [TextLine]

    private static let columns = 74
    /// The maximum number of characters that are laid out; copying takes all.
    private static let most = 200_000

    init(title: String, text: String, help: String? = nil, of panel: PanelContent) {
        about = panel
        (self.title, self.text, self.help) = (title, text, help)
        lines = Self.lines(text, help, width: Self.columns - 2)
    }

    private static func lines(_ text: String, _ help: String?, width: Int) -> [TextLine] {
        let start = text.prefix(most)
        let words = TextLayout.wrapped(String(start) + (start.endIndex < text.endIndex ? "…" : ""), width: width)
        let about = help.map { TextLayout.wrapped($0, width: width).map { TextLine($0, .dim) } } ?? []
        return words.map { TextLine($0) } + (about.isEmpty ? [] : [TextLine("")] + about)
    }

    private func lines(in world: World) -> [TextLine] {
        let width = world.width(ofPopup: Self.columns)
        return width == Self.columns - 2 ? lines : Self.lines(text, help, width: width)
    }

    func heading(in world: World) -> Heading { Heading(title: title) }

    func popupSize(in world: World) -> Size { Size(columns: Self.columns, rows: min(24, lines(in: world).count + 2)) }

    func hint(for action: Action) -> String? { action == .open || action == .quit ? "close" : nil }

    func availability(of action: Action, in world: World) -> Availability {
        [.up, .down, .pageUp, .pageDown, .first, .last, .open, .copy].contains(action) ? .enabled : .absent
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        let page = max(1, min(22, world.area.rows - 1))
        switch action {
        case .up: top -= 1
        case .down: top += 1
        case .pageUp: top -= page
        case .pageDown: top += page
        case .first: top = 0
        case .last: top = .max / 2
        case .open: return [.close]
        case .copy: return [.copy(.value(text))]
        default: break
        }
        top = max(0, min(top, lines(in: world).count - page))
        return []
    }

    func extent(in area: Size, world: World) -> Extent? {
        let count = lines(in: world).count
        guard count > area.rows else { return nil }
        return Extent(first: top, shown: area.rows, count: count, text: "line \(top + 1) of \(count)")
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        for (offset, line) in lines(in: world).dropFirst(top).prefix(area.height).enumerated() {
            canvas.write(line.parts, at: Point(x: area.x, y: area.y + offset), width: area.width)
        }
    }
}
