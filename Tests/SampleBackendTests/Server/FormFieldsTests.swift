import Testing

@testable import SampleBackend

@Suite struct FormFieldsTests {
    @Test("Plus is a space, escapes are bytes, the first non-empty value counts") func decoding() {
        let fields = FormFields("q=caf%C3%A9+au%2Blait&a=&a=2&a=3&flag&x=1=2")
        #expect(fields["q"] == "café au+lait")
        #expect(fields["a"] == "2")
        #expect(fields["flag"] == nil)
        #expect(fields["x"] == "1=2")
    }

    @Test(
        "Broken escapes stand for themselves",
        arguments: [
            ("a=%", "%"), ("a=%4", "%4"), ("a=%zz", "%zz"), ("a=100%25%", "100%%"), ("a=%FF", "\u{FFFD}"),
        ])
    func broken(text: String, value: String) { #expect(FormFields(text)["a"] == value) }
}
