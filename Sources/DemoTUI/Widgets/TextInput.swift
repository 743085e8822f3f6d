/// The text of a field while a person edits it: a value, changed key by key.
struct TextInput: Hashable, Sendable {
    private(set) var characters: [Character]
    /// Where the next character goes, 0 … count.
    private(set) var cursor: Int
    /// True if Enter and pasted line ends stay in the text.
    let isMultiline: Bool

    init(_ text: String = "", isMultiline: Bool = false) {
        self.characters = Array(text)
        self.cursor = characters.count
        self.isMultiline = isMultiline
    }

    /// What was typed.
    var text: String { String(characters) }
    /// True if nothing was typed.
    var isEmpty: Bool { characters.isEmpty }

    /// Changes the text by one key.
    /// - Returns: false if the key means nothing in a text.
    mutating func handle(_ key: Key) -> Bool {
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
    mutating func moveLine(_ step: Int) -> Bool {
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

    private func lineStart(before place: Int) -> Int {
        (characters[..<place].lastIndex(of: "\n") ?? -1) + 1
    }

    /// Puts text in at the cursor, as typing or pasting does, up to ``TextLimits/field``. Line ends become spaces in a
    /// single-line field.
    /// - Returns: false if some of the text did not fit and was left out.
    @discardableResult
    mutating func insert(_ text: String) -> Bool {
        let room = max(0, TextLimits.field - characters.count)
        let added = text.prefix(room).map { character in
            character.isNewline ? (isMultiline ? "\n" : " ") : character
        }
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
