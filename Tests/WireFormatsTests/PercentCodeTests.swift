import Testing

@testable import WireFormats

@Suite struct PercentCodeTests {
    @Test(
        "Each code is a byte, and what is no code stays, whatever else is in the text",
        arguments: [
            ("%41%42", "AB"), ("%zz%41", "%zzA"), ("%FF%41", "\u{FFFD}A"), ("%c3%A9", "\u{E9}"), ("%4", "%4"),
            ("%", "%"),
            ("%%41", "%A"), ("%+A", "%+A"), ("%-0", "%-0"), ("%4\u{E9}", "%4\u{E9}"), ("%2541", "%41"), ("a+b", "a+b"),
            ("", ""),
        ])
    func decoded(text: String, expected: String) {
        #expect(PercentCode.decoded(text) == expected)
        #expect(String(decoding: PercentCode.decoded(Array(text.utf8)[...]), as: UTF8.self) == expected)
    }

    @Test(
        "Characters that need a code get one, and a code stays",
        arguments: [
            ("a % b", "a%20%25%20b"), ("100%", "100%25"), ("%41%zz", "%41%25zz"), ("a+b", "a+b"), ("é", "%C3%A9"),
        ])
    func completed(text: String, expected: String) { #expect(PercentCode.completed(text, keeping: "+") == expected) }

    @Test("In a form a plus is a blank, and an encoded one a plus")
    func form() { #expect(PercentCode.decoded(form: "a+b%2Bc%zz") == "a b+c%zz") }
}

@Suite struct MediaTypeNameTests {
    @Test(
        "a type's name is known without its parameters, however it is written",
        arguments: [
            ("Application/JSON; charset=utf-8", "application/json"), ("text/csv ;header=present", "text/csv"),
            (" */* ", "*/*"), ("", ""), (";q=1", ""),
        ])
    func name(_ written: String, _ name: String) { #expect(MediaTypeName(written).text == name) }

    @Test("no header is no type") func none() {
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

@Suite struct CivilDayTests {
    @Test(
        "Days are numbered from 1970-01-01, a Thursday",
        arguments: [
            ("1970-01-01", 0, "Thu"), ("2000-02-29", 11_016, "Tue"), ("2026-06-30", 20_634, "Tue"),
            ("1969-12-31", -1, "Wed"), ("2100-03-01", 47_541, "Mon"),
        ])
    func numbers(text: String, number: Int, weekday: String) throws {
        let day = try #require(CivilDay(text))
        #expect(day.sinceEpoch == number)
        #expect(HTTPDate.text(number * 86_400).hasPrefix(weekday))
        #expect(CivilDay(sinceEpoch: number).text == text)
    }

    @Test(
        "Texts that are not a day are refused",
        arguments: [
            "2026-02-29", "2100-02-29", "2026-13-01", "2026-00-10", "2026-6-30", "2026-06-31", "26-06-30", "2026/06/30",
            "", "2026-06-30T00:00:00Z", "２０２６-06-30", "+026-06-30",
        ])
    func refused(text: String) { #expect(CivilDay(text) == nil) }

    @Test("A Date header is written as RFC 9110 asks") func httpDate() {
        #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    }
}
