import Foundation
import TestSupport
import Testing

@testable import Terminal

@Suite("Width of text") struct TextWidthTests {
    @Test(
        "columns as terminals count them",
        arguments: [
            ("", 0), ("abc", 3), ("漢字", 4), ("ｆｕｌｌ", 8), ("ﾊﾝｶｸ", 5 - 1), ("é", 1), ("e\u{301}", 1), ("😀", 2),
            ("각", 2), ("\u{1100}\u{1161}\u{11A8}", 2), ("─│…●", 4), ("\u{1B}", 2),
        ])
    func width(text: String, columns: Int) { #expect(TextWidth.width(of: text) == columns) }

    @Test("measuring stops at the limit") func limit() {
        let text = String(repeating: "漢", count: 100_000)
        #expect((11...12).contains(TextWidth.width(of: text, limit: 10)))
    }

    @Test(
        "a prefix fits and splits no character",
        arguments: [("漢字", 3, "漢"), ("ae\u{301}x", 2, "ae\u{301}"), ("abc", 0, ""), ("abc", 9, "abc")])
    func prefix(text: String, columns: Int, expected: String) {
        #expect(TextWidth.prefix(of: text, columns: columns) == expected)
    }
}

@Suite("Visible text") struct VisibleTextTests {
    @Test(
        "what cannot be seen, reorders or controls is shown",
        arguments: [
            ("a\u{1B}[31mb", "a^[[31mb"), ("\u{9B}x\u{7F}", "<9B>x^?"), ("a\r\nb\nc", "a^M^Jb^Jc"),
            ("a\tb", "a       b"), ("1234567\tb\tc", "1234567 b       c"), ("\u{0}\u{8}\u{B}\u{C}", "^@^H^K^L"),
            ("\u{202E}x\u{2066}", "<U+202E>x<U+2066>"), ("a\u{200B}b\u{FEFF}", "a<U+200B>b<U+FEFF>"),
            ("a\u{200D}b", "a<U+200D>b"), ("a\u{FE0F}", "a<U+FE0F>"), ("\u{2028}\u{200F}", "<U+2028><U+200F>"),
            ("\u{E000}\u{10FFFF}\u{378}", "<U+E000><U+10FFFF><U+0378>"), ("\u{E0041}", "<U+E0041>"),
            ("\u{AD}\u{3164}", "<U+00AD><U+3164>"), ("\u{301}a", "<U+0301>a"),
        ])
    func replacements(text: String, expected: String) { #expect(VisibleText.line(text) == expected) }

    @Test("of many combining marks four stay, the rest is counted") func marks() {
        let text = VisibleText.line("e" + String(repeating: "\u{301}", count: 30) + "x")
        #expect(text.unicodeScalars.elementsEqual("e\u{301}\u{301}\u{301}\u{301}<+26>x".unicodeScalars))
    }

    @Test(
        "emoji sequences become what all terminals agree on",
        arguments: [
            ("👨‍👩‍👧", "👨👩👧", 6), ("👍🏽", "👍", 2), ("🇩🇪!", "DE!", 3), ("❤️", "❤", 1), ("👩‍💻", "👩💻", 4),
            ("🇩", "<U+1F1E9>", 9), ("a🏽", "a🏽", 3), ("👨\u{200D}x", "👨<U+200D>x", 11),
        ])
    func emoji(text: String, expected: String, width: Int) {
        #expect(VisibleText.line(text) == expected)
        #expect(TextWidth.width(of: text) == width)
    }

    @Test(
        "bytes that are no UTF-8 are shown one by one, and none is lost",
        arguments: [
            ([0x61, 0xFF, 0xC3, 0x28], "a<FF><C3>("), ([0xE2, 0x82], "<E2><82>"),
            ([0xED, 0xA0, 0x80, 0xC0, 0xAF], "<ED><A0><80><C0><AF>"), ([0xF0, 0x9F, 0x98, 0x80, 0x80], "😀<80>"),
        ] as [([UInt8], String)])
    func malformed(bytes: [UInt8], expected: String) { #expect(VisibleText.line(VisibleText.text(bytes)) == expected) }

    @Test("lines stay lines") func lines() { #expect(VisibleText.lines("a\u{1B}\r\nb\rc\n") == "a^[\nb^Mc\n") }

    @Test("making visible twice changes nothing", arguments: ["\u{1B}[0m", "e\u{301}", "👨‍👩‍👧", "\u{202E}", "漢字"])
    func idempotent(text: String) {
        let once = VisibleText.line(text)
        #expect(VisibleText.line(once) == once)
    }

    @Test("hostile strings leave no control, escape, bidi or zero-width scalar in a cell") func hostile() throws {
        for text in Self.hostileTexts() {
            var canvas = Canvas(size: Size(columns: 200, rows: 1))
            let used = canvas.write(text, at: .zero)
            #expect(used <= 200)
            #expect(canvas.cells.reduce(0) { $0 + Int($1.width) } == 200)
            let bad = canvas.cells.flatMap { $0.glyph.scalars.enumerated().filter { !Self.isFine($1, at: $0) } }
            #expect(bad.isEmpty, "in \(text.debugDescription)")
            #expect(TextWidth.width(of: VisibleText.line(text)) == TextWidth.width(of: text))
        }
    }

    private static func isFine(_ scalar: Unicode.Scalar, at place: Int) -> Bool {
        if scalar.isASCII { return place == 0 && scalar.value >= 0x20 && scalar.value < 0x7F }
        let kind = ScalarClass(scalar)
        return place == 0 ? kind == .narrow || kind == .wide : kind == .mark
    }

    /// The shared collections where they are there, and every scalar of the planes in which something is assigned.
    private static func hostileTexts() -> [String] {
        var texts: [String] = []
        for start in Array(stride(from: UInt32(0), to: 0x20000, by: 8)) + [0xE0000, 0xE0100, 0xF0000, 0x10FFF8] {
            var text = String.UnicodeScalarView()
            for value in start..<start + 8 {
                if let scalar = Unicode.Scalar(value) { text.append(scalar) }
            }
            texts.append(String(text))
        }
        return texts + SharedCases.texts
    }
}

@Suite("Text layout") struct TextLayoutTests {
    @Test(
        "wraps at spaces, and inside a word only when it must",
        arguments: [
            ("one two three", 7, ["one two", "three"]), ("abcdefgh i", 4, ["abcd", "efgh", "i"]),
            ("a\n\nb", 5, ["a", "", "b"]), ("", 5, [""]), ("text", 0, []), ("   a  b", 4, ["a  b"]),
            ("to 12345678-abcdefghij é", 10, ["to", "12345678-", "abcdefghij", "é"]),
        ])
    func wrap(text: String, width: Int, lines: [String]) { #expect(TextLayout.wrapped(text, width: width) == lines) }

    @Test("Tabs in a long word end the wrapping, and no character is lost", arguments: [8, 10, 17, 30, 60, 70])
    func tabs(width: Int) {
        for count in [4, 26, 400] {
            let text = String(repeating: "abcdefgh\t", count: count)
            let lines = TextLayout.wrapped(text, width: width)
            #expect(lines.joined() == text && !lines.dropLast().contains(""), "\(width), \(count)")
        }
    }

    @Test("no line is wider than asked, wide characters included, and nothing but spaces gets lost", arguments: 2...12)
    func width(_ width: Int) {
        for text in [
            "漢字かな交じり文", "a漢b字c", "   leading", "word  two  spaces", "e\u{301}e\u{301}e\u{301}",
            "The quick brown fox jumps over extraordinarily long words",
        ] {
            let lines = TextLayout.wrapped(text, width: width)
            #expect(lines.allSatisfy { TextWidth.width(of: $0) <= width }, "\(text)")
            #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
        }
    }

    @Test(
        "numbers are grouped",
        arguments: [
            (0, "0"), (999, "999"), (1000, "1,000"), (5000, "5,000"), (1_234_567, "1,234,567"), (-1000, "-1,000"),
            (.min, "-9,223,372,036,854,775,808"),
        ])
    func grouped(number: Int, text: String) { #expect(TextLayout.grouped(number) == text) }
}
