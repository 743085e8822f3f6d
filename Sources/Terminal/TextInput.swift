/// The text of a field while a person edits it: a value, changed key by key.
package struct TextInput: Hashable, Sendable {
    package private(set) var characters: [Character]
    /// The position of the next character, 0 … count.
    package private(set) var cursor: Int
    /// True if Enter and pasted line ends stay in the text.
    package let isMultiline: Bool
    /// The most characters it takes: every key and every paint works on all of them.
    package let limit: Int
    package static let limit = 65_536
    /// The most characters of a search, which is compared with thousands of texts at every key.
    private static let searchLimit = 200

    package init(_ text: String = "", isMultiline: Bool = false, limit: Int = Self.limit) {
        self.characters = Array(text)
        self.cursor = characters.count
        self.isMultiline = isMultiline
        self.limit = limit
    }

    /// A text that is searched for.
    package static func search(_ text: String = "") -> TextInput { TextInput(text, limit: searchLimit) }

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
        let room = max(0, limit - characters.count)
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

/// A row of a text that is edited.
package struct InputRow: Hashable, Sendable {
    package let text: String
    /// The column of the cursor; nil if it is in another row.
    package let cursor: Int?
}

extension TextLayout {
    /// The rows of a text that is edited; at least one.
    ///
    /// - Parameters:
    ///   - cursor: The position of the next character; nil if keys go elsewhere.
    ///   - wraps: True if a long line goes on in the next row; false shows its part around the cursor.
    package static func rows(of characters: [Character], cursor: Int?, wraps: Bool, width: Int) -> [InputRow] {
        var rows: [InputRow] = []
        var start = 0
        while true {
            let end = characters[start...].firstIndex(of: "\n") ?? characters.count
            for part in wraps ? parts(of: characters[start..<end], width: width) : [start..<end] {
                let here = cursor.flatMap { part.contains($0) || part.upperBound == end && $0 == end ? $0 : nil }
                let (visible, column) = around(here ?? part.lowerBound, in: characters[part], width: width)
                rows.append(InputRow(text: visible, cursor: here == nil ? nil : column))
            }
            if end == characters.count { return rows }
            start = end + 1
        }
    }

    /// The parts of a line, cut behind blanks where possible, with a cell left for the cursor.
    private static func parts(of line: ArraySlice<Character>, width: Int) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = line.startIndex
        while true {
            var (end, used) = (start, 0)
            while end < line.endIndex {
                used += TextWidth.width(of: String(line[end]))
                guard used < width else { break }
                end += 1
            }
            if end < line.endIndex {
                let gap = line[start..<end].lastIndex(of: " ").map { $0 + 1 }
                end = gap ?? max(end, start + 1)
            }
            parts.append(start..<end)
            if end == line.endIndex { return parts }
            start = end
        }
    }
}

extension Canvas {
    /// Draws a field, with the cursor if it is active. Long text wraps in a box of several rows; the part around the cursor
    /// is shown.
    ///
    /// - Parameters:
    ///   - box: The field's area.
    ///   - isActive: True if keys go here.
    ///   - placeholder: The hint in an empty field.
    ///   - mask: Replaces every character of a secret.
    package mutating func field(
        _ input: TextInput, in box: Rect, isActive: Bool = true, placeholder: String = "", mask: Character? = nil
    ) {
        let style: Style = isActive ? .fieldActive : .field
        fill(box, style: style)
        guard !input.isEmpty else {
            write(placeholder, at: box.origin, width: box.width, style: .placeholder)
            if isActive { cursor = box.origin }
            return
        }
        if box.height > 1 {
            let rows = TextLayout.rows(
                of: input.characters, cursor: isActive ? input.cursor : nil, wraps: true, width: box.width)
            let top = max(0, (rows.firstIndex { $0.cursor != nil } ?? 0) + 1 - box.height)
            for (y, row) in rows.dropFirst(top).prefix(box.height).enumerated() {
                write(row.text, at: Point(x: box.x, y: box.y + y), width: box.width, style: style)
                if let column = row.cursor { cursor = Point(x: box.x + column, y: box.y + y) }
            }
            return
        }
        let (visible, column) = TextLayout.around(
            isActive ? input.cursor : 0, in: input.characters[...], width: box.width, mask: mask)
        write(visible, at: box.origin, width: box.width, style: style)
        if isActive { cursor = Point(x: box.x + column, y: box.y) }
    }
}
