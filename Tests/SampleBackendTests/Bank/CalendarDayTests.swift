import Testing

@testable import SampleBackend

@Suite struct CalendarDayTests {
    @Test(
        "Days are numbered from 1970-01-01, a Thursday",
        arguments: [
            ("1970-01-01", 0, "Thu"), ("2000-02-29", 11_016, "Tue"), ("2026-06-30", 20_634, "Tue"),
            ("1969-12-31", -1, "Wed"), ("2100-03-01", 47_541, "Mon"),
        ])
    func numbers(text: String, number: Int, weekday: String) throws {
        let day = try #require(CalendarDay(text))
        #expect(day.number == number)
        #expect(CalendarTime(day: day, second: 0).header.hasPrefix(weekday))
        #expect(CalendarDay(number: number).text == text)
    }

    @Test(
        "Texts that are not a day are refused",
        arguments: [
            "2026-02-29", "2100-02-29", "2026-13-01", "2026-00-10", "2026-6-30", "2026-06-31", "26-06-30", "2026/06/30",
            "",
            "2026-06-30T00:00:00Z", "２０２６-06-30", "+026-06-30",
        ])
    func refused(text: String) { #expect(CalendarDay(text) == nil) }

    @Test("A Date header is written as RFC 9110 asks") func httpDate() {
        #expect(CalendarTime(secondsSince1970: 784_111_777).header == "Sun, 06 Nov 1994 08:49:37 GMT")
    }
}
