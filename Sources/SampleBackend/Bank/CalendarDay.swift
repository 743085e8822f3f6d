/// A day of the Gregorian calendar, as a number of days since 1970-01-01.
///
/// Plain arithmetic: the bank needs only whole days in UTC, and seeding makes thousands of them.
struct CalendarDay: Sendable, Hashable, Comparable {
    /// Days since 1970-01-01.
    let number: Int

    /// The day that is `number` days after 1970-01-01.
    init(number: Int) {
        self.number = number
    }

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
        guard parts.map(\.count) == [4, 2, 2],
            parts.allSatisfy({ $0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } })
        else { return nil }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
        guard (1...12).contains(numbers[1]) else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
        guard self.text == text else { return nil }
    }

    /// Days from March 1 of year 0 to 1970-01-01.
    private static let marchOfYearZero = 719_468

    private static func floor(_ value: Int, _ divisor: Int) -> Int {
        (value >= 0 ? value : value - divisor + 1) / divisor
    }

    private var parts: (year: Int, month: Int, day: Int) {
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

    /// The year, such as 2026.
    var year: Int { parts.year }
    /// The month, from 1.
    var month: Int { parts.month }
    /// The day of the month, from 1.
    var day: Int { parts.day }
    /// The day of the week; 0 is Sunday.
    var weekday: Int { ((number % 7) + 11) % 7 }

    /// The day as `yyyy-MM-dd`.
    var text: String {
        let (year, month, day) = parts
        let digits = String(year)
        return String(repeating: "0", count: max(0, 4 - digits.count))
            + "\(digits)-\(twoDigits(month))-\(twoDigits(day))"
    }

    static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }

    static func + (day: CalendarDay, days: Int) -> CalendarDay { CalendarDay(number: day.number + days) }
}
