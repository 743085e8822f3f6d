extension Canvas {
    /// Draws a field of one line, and the cursor if it is the field being typed in: a text that is too long is shown around
    /// the cursor.
    ///
    /// - Parameters:
    ///   - box: where the field stands; its first row is taken.
    ///   - isActive: whether keys go here.
    ///   - placeholder: what stands in an empty field.
    ///   - mask: stands for every character of what nobody may read.
    mutating func field(
        _ input: TextInput, in box: Rect, isActive: Bool = true, placeholder: String = "", mask: Character? = nil
    ) {
        let style: Style = isActive ? .fieldActive : .field
        fill(Rect(x: box.x, y: box.y, width: box.width, height: 1), style: style)
        guard !input.isEmpty else {
            write(placeholder, at: box.origin, width: box.width, style: .placeholder)
            if isActive { cursor = box.origin }
            return
        }
        let (visible, column) = TextLayout.around(
            isActive ? input.cursor : 0, in: input.characters[...], width: box.width, mask: mask)
        write(visible, at: box.origin, width: box.width, style: style)
        if isActive { cursor = Point(x: box.x + column, y: box.y) }
    }
}
