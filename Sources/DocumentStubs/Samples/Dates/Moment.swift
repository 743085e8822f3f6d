/// A second in UTC, written as RFC 3339 does.
struct Moment: Sendable, Hashable, Comparable {
    /// Seconds since 1970-01-01T00:00:00Z.
    var seconds: Int

    /// The day all samples lie within a year of: 2026-01-15, noon. Never today, so that samples stay the same.
    static let anchor = Moment(seconds: 1_768_478_400)

    static func < (left: Moment, right: Moment) -> Bool { left.seconds < right.seconds }

    /// Later by so many seconds, or earlier.
    static func + (moment: Moment, seconds: Int) -> Moment { Moment(seconds: moment.seconds + seconds) }

    /// `2026-01-15`.
    var date: String {
        let (year, month, day) = calendar
        return "\(Moment.padded(year, 4))-\(Moment.padded(month))-\(Moment.padded(day))"
    }

    /// `12:00:00`.
    var time: String {
        "\(Moment.padded(hour)):\(Moment.padded(minute)):\(Moment.padded(secondsOfDay % 60))"
    }

    /// `12:00`.
    var clock: String { "\(Moment.padded(hour)):\(Moment.padded(minute))" }

    /// `2026-01-15T12:00:00Z`.
    var dateTime: String { date + "T" + time + "Z" }

    /// The year.
    var year: Int { calendar.year }

    /// Year, month and day of the Gregorian calendar.
    var calendar: (year: Int, month: Int, day: Int) {
        // Years are counted from March, so that the leap day is a year's last.
        let days = seconds.quotientRoundedDown(by: 86_400) + 719_468
        let era = days.quotientRoundedDown(by: 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// The moment at the last full quarter of an hour.
    var quarter: Moment { Moment(seconds: seconds - secondsOfDay % 900) }

    private var secondsOfDay: Int { seconds - seconds.quotientRoundedDown(by: 86_400) * 86_400 }
    private var hour: Int { secondsOfDay / 3600 }
    private var minute: Int { secondsOfDay / 60 % 60 }

    private static func padded(_ number: Int, _ width: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}

extension Int {
    /// This divided by a positive number, rounded down.
    fileprivate func quotientRoundedDown(by divisor: Int) -> Int {
        self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
    }
}
