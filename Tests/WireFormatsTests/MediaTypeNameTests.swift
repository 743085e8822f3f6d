import Testing
import WireFormats

@Suite struct MediaTypeNameTests {
    @Test(
        "a type's name is known without its parameters, however it is written",
        arguments: [
            ("Application/JSON; charset=utf-8", "application/json"), ("text/csv ;header=present", "text/csv"),
            (" */* ", "*/*"), ("", ""), (";q=1", ""),
        ])
    func name(_ written: String, _ name: String) { #expect(MediaTypeName(written).text == name) }

    @Test("no header is no type")
    func none() {
        let none = MediaTypeName(nil as String?)
        #expect(none.text == "")
        #expect(none.fileExtension == nil)
    }

    @Test(
        "files end as their type is known",
        arguments: [
            ("application/problem+json", "json"), ("application/atom+xml", "xml"), ("image/svg+xml", "svg"),
            ("text/plain; charset=utf-8", "txt"), ("application/x-unknown", nil),
        ])
    func fileExtension(_ type: String, _ expected: String?) { #expect(MediaTypeName(type).fileExtension == expected) }
}
