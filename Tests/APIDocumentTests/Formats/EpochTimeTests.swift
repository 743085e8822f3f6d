import APIDocument
import Testing

@Suite struct EpochTimeTests {
    @Test(
        "Seconds and milliseconds since 1970 are days and times",
        arguments: [
            (0, 1970, 1, 1, "00:00"), (-1, 1969, 12, 31, "23:59"), (951_782_400, 2000, 2, 29, "00:00"),
            (951_868_799, 2000, 2, 29, "23:59"), (951_868_800, 2000, 3, 1, "00:00"),
            (4_107_542_400, 2100, 3, 1, "00:00"), (4_107_542_399, 2100, 2, 28, "23:59"),
            (1_767_225_599, 2025, 12, 31, "23:59"), (1_767_225_600_000, 2026, 1, 1, "00:00"),
            (-62_135_596_800, 1, 1, 1, "00:00"),
        ])
    func moments(count: Int, year: Int, month: Int, day: Int, time: String) throws {
        let moment = try #require(CalendarText(sinceEpoch: count))
        #expect((moment.year, moment.month, moment.day) == (year, month, day))
        #expect(moment.time == time && moment.zone == "UTC")
    }

    @Test("A timestamp outside the calendar is nil", arguments: [Int.max, .min, -62_135_596_801, 253_402_300_800_000])
    func none(count: Int) { #expect(CalendarText(sinceEpoch: count) == nil) }
}
