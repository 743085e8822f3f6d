import Testing

@testable import DemoTUI

@Suite("Bodies to read")
struct BodyLinesTests {
    private func lines(_ body: String, asSent: Bool = false, width: Int = 60) -> [String] {
        BodyLines.lines(Array(body.utf8), .init(isAsSent: asSent, width: width)).dropFirst().map(\.text)
    }

    @Test("JSON is laid out with numbers, escapes, lone surrogates and repeated keys as they were sent")
    func json() {
        #expect(
            lines(#"{"a":1.10,"a":[1e400,{}, [ ]],"s":"\ud800 \u00e9 {,}"}"#) == [
                "{", "  \"a\": 1.10,", "  \"a\": [", "    1e400,", "    {},", "    []", "  ],",
                #"  "s": "\ud800 \u00e9 {,}""#, "}",
            ])
    }

    @Test("as sent, JSON stays byte by byte and long lines are wrapped")
    func asSent() {
        #expect(lines(#"{"a":  1.10}"#, asSent: true) == [#"{"a":  1.10}"#])
        let long = "[\"\(String(repeating: "x", count: 200))\"]"
        let pieces = lines(long, asSent: true)
        #expect(pieces.count == 4 && pieces.joined() == long && pieces.allSatisfy { $0.count <= 60 })
    }

    @Test("what is no JSON is shown as it was sent, with the place where it ends to be JSON")
    func broken() {
        #expect(lines("{\"a\": 1,\n \"b\" 2}").dropFirst() == ["{\"a\": 1,", " \"b\" 2}"])
        #expect(lines("{\"a\": 1,\n \"b\" 2}").first?.contains("line 2, column 6") == true)
    }

    @Test("lines of JSON are shown line by line and not called broken; one broken line is told")
    func jsonLines() {
        #expect(lines("{\"a\": 1}\n{\"b\": 2}\n") == ["{\"a\": 1}", "{\"b\": 2}", ""])
        #expect(lines("{\"a\": 1}\n{\"b\" 2}").first?.hasPrefix("No JSON") == true)
    }

    @Test("a thousand levels and texts without end are shown, not refused", arguments: [1_000, 100_000])
    func deep(_ levels: Int) {
        #expect(lines(String(repeating: "[", count: levels)).dropFirst().joined().count == levels)
        #expect(JSONLayout.indented(Array(String(repeating: "{\"a\":", count: levels).utf8)).count > levels)
        #expect(lines("[\"no end").last == "[\"no end")
    }

    @Test("bytes that are no text are told and shown in hexadecimal")
    func binary() {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 1]
        let shown = BodyLines.lines(png, .init(width: 50)).map(\.text)
        #expect(shown[1] == "PNG image, 12 bytes:")
        #expect(shown[2] == "00000000  89 50 4e 47 0d 0a 1a 0a  .PNG....")
        #expect(shown[3] == "00000008  00 00 00 01              ....")
        #expect(BodyLines.lines([0x1F, 0x8B, 8, 0], .init()).map(\.text)[1] == "gzip data, 4 bytes:")
    }

    @Test("text with a few wrong bytes stays text and shows them")
    func malformed() {
        let body = Array("a long enough line of text, caf".utf8) + [0xE9] + Array(" au lait".utf8)
        #expect(BodyLines.lines(body, .init()).last?.text == "a long enough line of text, caf<E9> au lait")
    }

    @Test("a body of ten megabytes in one line keeps every entry up to what anybody reads, and says what is left")
    func huge() {
        let body = "[" + String(repeating: "1234567890123456789,", count: 300_000) + "1]"
        let shown = BodyLines.lines(Array(body.utf8), .init())
        #expect(shown.count == BodyLines.most + 2 && shown.last?.text.hasPrefix("… 100,003 more lines") == true)
    }
}
