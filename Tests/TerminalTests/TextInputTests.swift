import Testing

@testable import Terminal

@Suite("Text input") struct TextInputTests {
    @Test(
        "Keys edit as a shell's do, whole characters at a time; at the ends nothing happens",
        arguments: [
            ("ac", [.left, .character("b")], "abc", 2), ("e\u{301}👨‍👩‍👧", [.backspace], "e\u{301}", 1),
            ("e\u{301}", [.backspace], "", 0), ("one two", [.control("w")], "one ", 4),
            ("one two  ", [.control("w")], "one ", 4), ("one two", [.left, .left, .control("u")], "wo", 0),
            ("one two", [.home, .right, .control("k")], "o", 1), ("ab", [.home, .delete], "b", 0),
            ("ab", [.control("a"), .control("d")], "b", 0),
            ("", [.backspace, .delete, .left, .right, .control("w")], "", 0), ("a", [.right, .right], "a", 1),
        ] as [(String, [Key], String, Int)])
    func keys(text: String, keys: [Key], expected: String, cursor: Int) {
        var input = TextInput(text)
        for key in keys { _ = input.handle(key) }
        #expect(input.text == expected && input.cursor == cursor)
    }

    @Test("pasted line ends become spaces, except where lines are allowed") func lines() {
        var input = TextInput()
        input.insert("a\r\nb\nc")
        #expect(input.text == "a b c")
        var long = TextInput(isMultiline: true)
        long.insert("a\r\nb")
        #expect(long.text == "a\nb")
    }

    @Test("a field takes 65,536 characters, and returns false for the rest") func limit() {
        var input = TextInput("a")
        let fits = input.insert(String(repeating: "b", count: TextInput.limit - 1))
        let overflows = !input.insert("cd")
        #expect(fits && overflows && input.characters.count == TextInput.limit && input.text.hasSuffix("b"))
        _ = input.handle(.backspace)
        _ = input.handle(.character("e"))
        #expect(input.text.hasSuffix("be"))
    }
}

@Suite("A field of one line") struct FieldTests {
    private func drawn(_ input: TextInput, width: Int, mask: Character? = nil) -> Canvas {
        var canvas = Canvas(size: Size(columns: width, rows: 1))
        canvas.field(input, in: Rect(x: 0, y: 0, width: width, height: 1), mask: mask)
        return canvas
    }

    @Test("a long text is shown around the cursor, which never leaves the field", arguments: 1...9)
    func scrolls(width: Int) throws {
        var input = TextInput("one 漢字 two e\u{301} three")
        for _ in 0...input.characters.count {
            let canvas = drawn(input, width: width)
            let cursor = try #require(canvas.cursor)
            #expect((0..<width).contains(cursor.x), "\(input.cursor)")
            // What stands before the cursor is the text before it.
            let before = TextWidth.prefix(of: canvas.row(0), columns: cursor.x)
            #expect(String(input.characters[..<input.cursor]).hasSuffix(before), "\(input.cursor)")
            _ = input.handle(.left)
        }
    }

    @Test("where nothing is typed the beginning is seen, and that there is more") func inactive() {
        var canvas = Canvas(size: Size(columns: 6, rows: 1))
        canvas.field(TextInput("abcdefghij"), in: Rect(x: 0, y: 0, width: 6, height: 1), isActive: false)
        #expect(canvas.row(0) == "abcde…" && canvas.cursor == nil)
    }

    @Test("a secret is as long as it is, and nothing else is seen of it")
    func masked() { #expect(drawn(TextInput("漢字abc"), width: 9, mask: "*").row(0) == "*****") }
}
