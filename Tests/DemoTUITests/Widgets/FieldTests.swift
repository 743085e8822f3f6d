import Testing

@testable import DemoTUI

@Suite("A field of one line")
struct FieldTests {
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

    @Test("where nothing is typed the beginning is seen, and that there is more")
    func inactive() {
        var canvas = Canvas(size: Size(columns: 6, rows: 1))
        canvas.field(TextInput("abcdefghij"), in: Rect(x: 0, y: 0, width: 6, height: 1), isActive: false)
        #expect(canvas.row(0) == "abcde…" && canvas.cursor == nil)
    }

    @Test("a secret is as long as it is, and nothing else is seen of it")
    func masked() {
        #expect(drawn(TextInput("漢字abc"), width: 9, mask: "*").row(0) == "*****")
    }

    @Test("a field takes so much and no more, and says what was left out")
    func limit() {
        var input = TextInput("a")
        #expect(input.paste(String(repeating: "b", count: TextLimits.field - 1)).isEmpty)
        #expect(input.characters.count == TextLimits.field)
        guard case .note(let note)? = input.paste("cd").first else { return #expect(Bool(false), "no note") }
        #expect(note.isError && note.text.contains("65,536"))
        #expect(input.text.hasSuffix("b"))
        _ = input.handle(.backspace)
        _ = input.handle(.character("e"))
        #expect(input.text.hasSuffix("be"))
    }
}
