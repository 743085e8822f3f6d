import Testing

@testable import WireFormats

@Suite struct ExtensionsTests {
    @Test(
        "The place of bytes is that of the first range",
        arguments: [
            ("abcab", "ab"), ("xxab", "ab"), ("aab", "ab"), ("aaab", "aab"), ("ab", "abc"), ("", "a"), ("a", "a"),
            ("xa", "b"), ("aba", "a"),
        ])
    func place(text: String, part: String) {
        let (bytes, wanted) = (Array(text.utf8), Array(part.utf8))
        for start in bytes.indices {
            #expect(bytes[start...].place(of: wanted) == bytes[start...].firstRange(of: wanted))
        }
        #expect(bytes[...].place(of: []) == 0..<0)
    }
}
