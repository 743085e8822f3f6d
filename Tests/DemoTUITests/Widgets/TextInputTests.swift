import Testing

@testable import DemoTUI

@Suite("Text input")
struct TextInputTests {
    private func edited(_ text: String, _ keys: Key..., isMultiline: Bool = false) -> TextInput {
        var input = TextInput(text, isMultiline: isMultiline)
        for key in keys { _ = input.handle(key) }
        return input
    }

    @Test("characters go in at the cursor, whole ones at a time")
    func insert() {
        #expect(edited("ac", .left, .character("b")).text == "abc")
        #expect(edited("e\u{301}👨‍👩‍👧", .backspace).text == "e\u{301}")
        #expect(edited("e\u{301}", .backspace).isEmpty)
    }

    @Test("the shell's editing keys work")
    func shellKeys() {
        #expect(edited("one two", .control("w")).text == "one ")
        #expect(edited("one two  ", .control("w")).text == "one ")
        #expect(edited("one two", .left, .left, .control("u")).text == "wo")
        #expect(edited("one two", .home, .right, .control("k")).text == "o")
        #expect(edited("ab", .home, .delete).text == "b")
        #expect(edited("ab", .control("a"), .control("d")).text == "b")
    }

    @Test("at the ends nothing happens")
    func ends() {
        #expect(edited("", .backspace, .delete, .left, .right, .control("w")).cursor == 0)
        #expect(edited("a", .right, .right).cursor == 1)
    }

    @Test("pasted line ends become spaces, except where lines are allowed")
    func lines() {
        var input = TextInput()
        input.insert("a\r\nb\nc")
        #expect(input.text == "a b c")
        var long = TextInput(isMultiline: true)
        long.insert("a\r\nb")
        #expect(long.text == "a\nb")
    }
}
