import Testing

@testable import DemoTUI

@Suite("Width of text")
struct TextWidthTests {
    @Test(
        "columns as terminals count them",
        arguments: [
            ("", 0), ("abc", 3), ("漢字", 4), ("ｆｕｌｌ", 8), ("ﾊﾝｶｸ", 5 - 1), ("é", 1), ("e\u{301}", 1), ("😀", 2),
            ("각", 2), ("\u{1100}\u{1161}\u{11A8}", 2), ("─│…●", 4), ("\u{1B}", 2),
        ])
    func width(text: String, columns: Int) {
        #expect(TextWidth.width(of: text) == columns)
    }

    @Test("measuring stops at the limit")
    func limit() {
        let text = String(repeating: "漢", count: 100_000)
        #expect((11...12).contains(TextWidth.width(of: text, limit: 10)))
    }

    @Test("a prefix fits and splits no character")
    func prefix() {
        #expect(TextWidth.prefix(of: "漢字", columns: 3) == "漢")
        #expect(TextWidth.prefix(of: "ae\u{301}x", columns: 2) == "ae\u{301}")
        #expect(TextWidth.prefix(of: "abc", columns: 0) == "")
        #expect(TextWidth.prefix(of: "abc", columns: 9) == "abc")
    }
}
