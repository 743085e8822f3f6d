import Foundation

/// A day of the Gregorian calendar, computed arithmetically, because lists and samples need thousands.
package struct CivilDay: Sendable, Hashable {
    /// The astronomical year, in which 0 precedes 1.
    package let year: Int
    /// The month, from 1.
    package let month: Int
    /// The day of the month, from 1.
    package let day: Int

    /// The days from March 1 of the year 0 to 1970-01-01. Years start in March, so that a leap day is their last.
    private static let epoch = 719_468

    /// The day at this distance from 1970-01-01, which may be negative.
    package init(sinceEpoch days: Int) {
        let days = days + Self.epoch
        let era = days.dividedRoundingDown(by: 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    /// Nil for a day that does not exist, such as February 30.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month) else { return nil }
        self.init(sinceEpoch: Self.number(year: year, month: month, day: day))
        guard self.day == day, self.month == month else { return nil }
    }

    /// Parses the start of a text such as `2026-01-15T12:00:00Z`; nil for other texts.
    package init?(startOf text: String) {
        let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], let year = Int(parts[0]), let month = Int(parts[1]),
            let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The distance from 1970-01-01 in days.
    package var sinceEpoch: Int { Self.number(year: year, month: month, day: day) }

    /// The distance of a day from 1970-01-01. Days beyond the end of a month overflow into the next one.
    package static func number(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let leapDays =
            shifted.dividedRoundingDown(by: 4) - shifted.dividedRoundingDown(by: 100)
            + shifted.dividedRoundingDown(by: 400)
        return shifted * 365 + leapDays + (153 * monthFromMarch + 2) / 5 + day - 1 - epoch
    }
}

extension CivilDay: Comparable {
    /// Parses `2026-01-15` (RFC 3339's full-date); nil for other texts and for days that do not exist.
    package init?(_ text: String) {
        self.init(startOf: text)
        guard self.text == text else { return nil }
    }

    /// `2026-01-15`.
    package var text: String {
        "\(String(year).padded(to: 4))-\(String(month).padded(to: 2))-\(String(day).padded(to: 2))"
    }

    package static func < (left: CivilDay, right: CivilDay) -> Bool { left.sinceEpoch < right.sinceEpoch }

    package static func + (day: CivilDay, days: Int) -> CivilDay { CivilDay(sinceEpoch: day.sinceEpoch + days) }
}

/// A time in UTC with a resolution of seconds, formatted as in RFC 3339.
package struct Timestamp: Sendable, Hashable {
    /// Seconds since 1970-01-01T00:00:00Z.
    package let seconds: Int

    package init(seconds: Int) { self.seconds = seconds }

    package static var now: Timestamp { Timestamp(seconds: Int(Date().timeIntervalSince1970)) }

    /// The timestamp so many seconds later.
    package static func + (timestamp: Timestamp, seconds: Int) -> Timestamp {
        Timestamp(seconds: timestamp.seconds + seconds)
    }

    package var day: CivilDay { CivilDay(sinceEpoch: seconds.dividedRoundingDown(by: 86_400)) }

    /// `12:00`.
    package var clock: String {
        "\(String(secondOfDay / 3_600).padded(to: 2)):\(String(secondOfDay / 60 % 60).padded(to: 2))"
    }

    /// `12:00:00`.
    package var time: String { "\(clock):\(String(secondOfDay % 60).padded(to: 2))" }

    /// `2026-01-15T12:00:00Z`.
    package var text: String { "\(day.text)T\(time)Z" }

    private var secondOfDay: Int { seconds - seconds.dividedRoundingDown(by: 86_400) * 86_400 }
}

extension String {
    /// The text with leading zeros, at least `count` long.
    package func padded(to count: Int) -> String {
        String(repeating: "0", count: max(0, count - utf8.count)) + self
    }
}

extension Int {
    /// Division by a positive number, rounded down, so that times before 1970 get the right day.
    package func dividedRoundingDown(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

/// A timestamp in headers such as `Date` (RFC 9110 section 5.6.7).
package enum HTTPDate {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    package static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// `Tue, 30 Jun 2026 16:20:00 GMT` for seconds since 1970.
    package static func text(_ seconds: Int) -> String {
        let (time, day) = (Timestamp(seconds: seconds).time, Timestamp(seconds: seconds).day)
        let weekday = weekdays[day.sinceEpoch - 7 * day.sinceEpoch.dividedRoundingDown(by: 7)]
        let date = "\(String(day.day).padded(to: 2)) \(months[day.month - 1]) \(day.year)"
        return "\(weekday), \(date) \(time) GMT"
    }

    /// The seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`; nil for other texts. Parsed by hand, because a date
    /// formatter uses megabytes.
    package static func seconds(_ text: String) -> Int? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = number(words[1]), let year = number(words[3]),
            let month = months.firstIndex(of: String(words[2])), 1...31 ~= day, 1970...9999 ~= year
        else { return nil }
        let time = words[4].split(separator: ":").compactMap(number)
        guard time.count == 3 else { return nil }
        let days = CivilDay.number(year: year, month: month + 1, day: day)
        return days * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
    }

    /// A number of ASCII digits, at most nine.
    package static func number(_ text: Substring) -> Int? {
        text.utf8.count < 10 && text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
    }
}
