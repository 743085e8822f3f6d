import Testing
import WireFormats

@Suite struct PercentCodeTests {
    @Test(
        "Each code is a byte, and what is no code stays, whatever else is in the text",
        arguments: [
            ("%41%42", "AB"), ("%zz%41", "%zzA"), ("%FF%41", "\u{FFFD}A"), ("%c3%A9", "\u{E9}"), ("%4", "%4"),
            ("%", "%"),
            ("%%41", "%A"), ("a+b", "a+b"), ("", ""),
        ])
    func decoded(text: String, expected: String) {
        #expect(PercentCode.decoded(text) == expected)
        #expect(String(decoding: PercentCode.decoded(Array(text.utf8)[...]), as: UTF8.self) == expected)
    }

    @Test(
        "What needs a code gets one, and a code stays",
        arguments: [
            ("a % b", "a%20%25%20b"), ("100%", "100%25"), ("%41%zz", "%41%25zz"), ("a+b", "a+b"), ("é", "%C3%A9"),
        ])
    func completed(text: String, expected: String) {
        #expect(PercentCode.completed(text, keeping: "+") == expected)
    }

    @Test("In a form a plus is a blank, and an encoded one a plus")
    func form() {
        #expect(PercentCode.decoded(form: "a+b%2Bc%zz") == "a b+c%zz")
    }
}
