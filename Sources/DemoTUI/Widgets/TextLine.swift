import Terminal

/// A line of text with its style.
struct TextLine: Hashable, Sendable {
    let text: String
    let style: Style

    init(_ text: String, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }

    /// The line in as many as the area's width needs, the later ones set in.
    func wrapped(in area: Size) -> [TextLine] {
        TextLayout.wrapped(text, width: max(20, area.columns - 5)).enumerated().map { index, text in
            TextLine(index == 0 ? text : "  " + text, style)
        }
    }
}
