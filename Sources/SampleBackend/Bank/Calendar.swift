import Foundation
import WireFormats

/// A whole day in UTC.
struct CalendarDay: Sendable, Hashable, Comparable {
    /// Days since 1970-01-01.
    let number: Int

    init(number: Int) { self.number = number }

    /// Days beyond a month's end run into the next month.
    init(year: Int, month: Int, day: Int) { number = CivilDay.number(year: year, month: month, day: day) }

    /// Reads `yyyy-MM-dd` (RFC 3339's full-date); nil for anything else and for days that do not exist.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int(String(decoding: Array($0), as: UTF8.self)) }
        guard parts.map(\.count) == [4, 2, 2], numbers.count == 3, (1...12).contains(numbers[1]) else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
        guard self.text == text else { return nil }
    }

    var parts: CivilDay { CivilDay(sinceEpoch: number) }

    /// The day as `yyyy-MM-dd`.
    var text: String {
        let parts = parts
        return "\(digits(parts.year, 4))-\(digits(parts.month, 2))-\(digits(parts.day, 2))"
    }

    static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }

    static func + (day: CalendarDay, days: Int) -> CalendarDay { CalendarDay(number: day.number + days) }
}

/// A second of a day in UTC.
struct CalendarTime: Sendable, Hashable {
    let day: CalendarDay
    /// Seconds since the day began.
    let second: Int

    init(secondsSince1970 seconds: Int) {
        day = CalendarDay(number: seconds.dividedRoundingDown(by: 86_400))
        second = seconds - day.number * 86_400
    }

    init(day: CalendarDay, second: Int) { self.init(secondsSince1970: day.number * 86_400 + second) }

    static var now: CalendarTime { CalendarTime(secondsSince1970: Int(Date().timeIntervalSince1970)) }

    /// The time as RFC 3339 writes it, such as `2026-06-30T16:20:00Z`.
    var text: String { "\(day.text)T\(clock)Z" }

    /// The value of the header `Date`.
    var header: String { HTTPDate.text(day.number * 86_400 + second) }

    private var clock: String {
        [second / 3600, second / 60 % 60, second % 60].map { digits($0, 2) }.joined(separator: ":")
    }
}

/// A number with leading zeros.
func digits(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
}
