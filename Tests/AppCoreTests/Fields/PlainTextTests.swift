import Testing

@testable import AppCore

@Suite("A document's words without Markdown")
struct PlainTextTests {
    @Test(
        "of marks the words are left; what is no mark stays",
        arguments: [
            ("An [ISO currency code](https://example.com/iso).", "An ISO currency code."),
            ("**Bold**, `code_with_*` and ``two``", "Bold, code_with_* and two"), ("# Title", "Title"),
            ("![a cat](cat.png) here", "a cat here"), ("snake_case and 2 * 3", "snake_case and 2 * 3"),
            (#"not \*strong\*"#, "not *strong*"), ("a [list] of (things)", "a [list] of (things)"),
            ("[open", "[open"), ("#1 of all", "#1 of all"), ("#", "#"), ("`", ""), ("[**x**](y)", "x"),
        ])
    func marks(text: String, plain: String) {
        #expect(PlainText.of(text) == plain)
    }
}
