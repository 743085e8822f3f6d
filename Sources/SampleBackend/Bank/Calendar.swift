import Foundation

/// A day of the Gregorian calendar.
///
/// Plain arithmetic: the bank needs only whole days in UTC, and seeding creates thousands of them.
struct CalendarDay: Sendable, Hashable, Comparable {
    /// Days since 1970-01-01.
    let number: Int

    init(number: Int) { self.number = number }

    /// The day of a year, a month from 1 and a day from 1. Days beyond a month's end run into the next month.
    init(year: Int, month: Int, day: Int) {
        // Years are counted from March, so that a leap day is the last of its year.
        let shifted = month > 2 ? year : year - 1
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let leapDays = Self.floor(shifted, 4) - Self.floor(shifted, 100) + Self.floor(shifted, 400)
        number = shifted * 365 + leapDays + (153 * monthFromMarch + 2) / 5 + day - 1 - Self.marchOfYearZero
    }

    /// Reads `yyyy-MM-dd` (RFC 3339's full-date); nil for anything else and for days that do not exist.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int(String(decoding: Array($0), as: UTF8.self)) }
        guard parts.map(\.count) == [4, 2, 2], numbers.count == 3, (1...12).contains(numbers[1]) else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
        guard self.text == text else { return nil }
    }

    /// Days from March 1 of year 0 to 1970-01-01.
    private static let marchOfYearZero = 719_468

    private static func floor(_ value: Int, _ divisor: Int) -> Int {
        (value >= 0 ? value : value - divisor + 1) / divisor
    }

    /// Year, month from 1 and day of the month.
    var parts: (year: Int, month: Int, day: Int) {
        let days = number + Self.marchOfYearZero
        let era = Self.floor(days, 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    /// The day of the week; 0 is Sunday.
    var weekday: Int { ((number % 7) + 11) % 7 }

    /// The day as `yyyy-MM-dd`.
    var text: String {
        let (year, month, day) = parts
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
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
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        day = CalendarDay(number: rest < 0 ? days - 1 : days)
        second = rest < 0 ? rest + 86_400 : rest
    }

    init(day: CalendarDay, second: Int) { self.init(secondsSince1970: day.number * 86_400 + second) }

    static var now: CalendarTime { CalendarTime(secondsSince1970: Int(Date().timeIntervalSince1970)) }

    /// The time as RFC 3339 writes it, such as `2026-06-30T16:20:00Z`.
    var text: String { "\(day.text)T\(clock)Z" }

    /// The time as the `Date` header has it (RFC 9110 section 5.6.7): `Tue, 30 Jun 2026 16:20:00 GMT`.
    var header: String {
        let (year, month, number) = day.parts
        return "\(Self.weekdays[day.weekday]), \(digits(number, 2)) \(Self.months[month - 1]) \(year) \(clock) GMT"
    }

    private var clock: String {
        [second / 3600, second / 60 % 60, second % 60].map { digits($0, 2) }.joined(separator: ":")
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

/// A number with leading zeros.
func digits(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
}
