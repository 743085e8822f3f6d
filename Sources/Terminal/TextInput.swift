/// The text of a field while a person edits it: a value, changed key by key.
package struct TextInput: Hashable, Sendable {
    package private(set) var characters: [Character]
    /// The position of the next character, 0 … count.
    package private(set) var cursor: Int
    /// True if Enter and pasted line ends stay in the text.
    package let isMultiline: Bool
    /// The most characters a field takes: every key and every paint works on all of them.
    package static let limit = 65_536

    package init(_ text: String = "", isMultiline: Bool = false) {
        self.characters = Array(text)
        self.cursor = characters.count
        self.isMultiline = isMultiline
    }

    package var text: String { String(characters) }
    package var isEmpty: Bool { characters.isEmpty }

    /// Changes the text by one key.
    /// - Returns: false if the key means nothing in a text.
    package mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .character(let character): insert(String(character))
        case .backspace, .control("h"): if cursor > 0 { remove(cursor - 1..<cursor) }
        case .delete, .control("d"): if cursor < characters.count { remove(cursor..<cursor + 1) }
        case .left, .control("b"): cursor = max(0, cursor - 1)
        case .right, .control("f"): cursor = min(characters.count, cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = characters.count
        case .control("u"): remove(0..<cursor)
        case .control("k"): remove(cursor..<characters.count)
        case .control("w"): remove(wordStart..<cursor)
        default: return false
        }
        return true
    }

    /// Moves the cursor to the line above or below in a text of several lines, in the same column as far as there is one.
    /// - Returns: false at the first or last line.
    package mutating func moveLine(_ step: Int) -> Bool {
        let start = lineStart(before: cursor)
        let column = cursor - start
        let target: Int
        if step < 0 {
            guard start > 0 else { return false }
            target = lineStart(before: start - 1)
        } else {
            guard let end = characters[cursor...].firstIndex(of: "\n") else { return false }
            target = end + 1
        }
        let length = (characters[target...].firstIndex(of: "\n") ?? characters.count) - target
        cursor = target + min(column, length)
        return true
    }

    private func lineStart(before place: Int) -> Int { (characters[..<place].lastIndex(of: "\n") ?? -1) + 1 }

    /// Puts text in at the cursor, as typing or pasting does, up to ``limit``. Line ends become spaces in a
    /// single-line field.
    /// - Returns: false if some of the text did not fit and was left out.
    @discardableResult
    package mutating func insert(_ text: String) -> Bool {
        let room = max(0, Self.limit - characters.count)
        let added = text.prefix(room).map { character in character.isNewline ? (isMultiline ? "\n" : " ") : character }
        characters.insert(contentsOf: added, at: cursor)
        cursor += added.count
        return text.dropFirst(added.count).isEmpty
    }

    private mutating func remove(_ range: Range<Int>) {
        characters.removeSubrange(range)
        cursor = range.lowerBound
    }

    private var wordStart: Int {
        var start = cursor
        while start > 0, characters[start - 1].isWhitespace { start -= 1 }
        while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
        return start
    }
}

extension Canvas {
    /// Draws a field of one line, with the cursor if it is active. Long text is shown around the cursor.
    ///
    /// - Parameters:
    ///   - box: The field's area; its first row is taken.
    ///   - isActive: True if keys go here.
    ///   - placeholder: The hint in an empty field.
    ///   - mask: Replaces every character of a secret.
    package mutating func field(
        _ input: TextInput, in box: Rect, isActive: Bool = true, placeholder: String = "", mask: Character? = nil
    ) {
        let style: Style = isActive ? .fieldActive : .field
        fill(box.row(box.y), style: style)
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
