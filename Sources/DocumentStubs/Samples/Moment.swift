import WireFormats

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
        let civil = calendar
        return "\(Moment.padded(civil.year, 4))-\(Moment.padded(civil.month))-\(Moment.padded(civil.day))"
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

    /// The day it lies in.
    var calendar: CivilDay { CivilDay(sinceEpoch: seconds.dividedRoundingDown(by: 86_400)) }

    /// The moment at the last full quarter of an hour.
    var quarter: Moment { Moment(seconds: seconds - secondsOfDay % 900) }

    private var secondsOfDay: Int { seconds - seconds.dividedRoundingDown(by: 86_400) * 86_400 }
    private var hour: Int { secondsOfDay / 3600 }
    private var minute: Int { secondsOfDay / 60 % 60 }

    private static func padded(_ number: Int, _ width: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
