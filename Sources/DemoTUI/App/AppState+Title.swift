import Terminal

extension AppState {
    /// What stands before the title of the panel in front: the screens and rows that led there.
    private var trail: [String] {
        guard overlays.isEmpty, let current = currentScreen, let stack = stacks[current] else { return [] }
        let world = world
        return stack.dropLast().map { $0.crumb(in: world) }
    }

    /// Paints the title line of the main area: where one is, how the data came, how much there is, what restricts it.
    func drawTitle(_ heading: Heading, on canvas: inout Canvas, in area: Rect, isFocused: Bool) {
        let words: [(String?, Style)] = [
            (heading.tag?.text, heading.tag?.style ?? .plain), (heading.count, .dim), (heading.parameters, .accent),
            (heading.remark, .warning), (heading.condition.map { "condition: \($0)" }, .warning),
            (heading.filter.map { "filter: \($0)" }, .accent),
        ]
        let others = words.reduce(0) { $0 + ($1.0.map { TextWidth.width(of: $0) + 1 } ?? 0) }
        let room = max(area.width / 2, area.width - 2 - others)
        let title = Breadcrumb(trail + [heading.title]).text(width: room)
        var x = area.x + 1
        for (text, style) in [(title, isFocused ? .title : .heading)] + words {
            guard let text, !text.isEmpty, x < area.maxX else { continue }
            x += canvas.write(text, at: Point(x: x, y: area.y), width: area.maxX - x, style: style) + 1
        }
    }
}

/// The way to a panel, as its title line shows it.
struct Breadcrumb: Hashable, Sendable {
    private let parts: [String]

    /// - Parameter parts: the titles on the way, the panel's own last.
    init(_ parts: [String]) { self.parts = parts }

    /// The way in `width` cells; where it is too long the beginning goes, since the end says where one is.
    func text(width: Int) -> String {
        var shown = parts.map { TextLayout.shortened($0, width: 32) }
        var text = shown.joined(separator: " > ")
        while shown.count > 1, TextWidth.width(of: text, limit: width) > width {
            shown.removeFirst()
            text = "… > " + shown.joined(separator: " > ")
        }
        return text
    }
}
