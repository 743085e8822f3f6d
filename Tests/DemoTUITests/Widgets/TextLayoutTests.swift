import Testing

@testable import DemoTUI

@Suite("Text layout")
struct TextLayoutTests {
    @Test("wraps at spaces, and inside a word only when it must")
    func wrap() {
        #expect(TextLayout.wrapped("one two three", width: 7) == ["one two", "three"])
        #expect(TextLayout.wrapped("abcdefgh i", width: 4) == ["abcd", "efgh", "i"])
        #expect(TextLayout.wrapped("a\n\nb", width: 5) == ["a", "", "b"])
        #expect(TextLayout.wrapped("", width: 5) == [""])
        #expect(TextLayout.wrapped("text", width: 0).isEmpty)
    }

    @Test("no line is wider than asked, wide characters included", arguments: 2...12)
    func width(_ width: Int) {
        for text in ["漢字かな交じり文", "a漢b字c", "   leading", "word  two  spaces", "e\u{301}e\u{301}e\u{301}"] {
            for line in TextLayout.wrapped(text, width: width) {
                #expect(TextWidth.width(of: line) <= width, "\(text)")
            }
        }
    }

    @Test("nothing but spaces at line ends gets lost")
    func complete() {
        let text = "The quick brown fox jumps over extraordinarily long words"
        #expect(TextLayout.wrapped(text, width: 9).joined().filter { $0 != " " } == text.filter { $0 != " " })
    }

    @Test("numbers are grouped")
    func grouped() {
        #expect(
            [0, 999, 1000, 5000, 1_234_567, -1000].map(TextLayout.grouped) == [
                "0", "999", "1,000", "5,000", "1,234,567", "-1,000",
            ])
        #expect(TextLayout.grouped(.min) == "-9,223,372,036,854,775,808")
    }
}
