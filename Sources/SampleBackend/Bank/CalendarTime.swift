/// A second of a day in UTC.
struct CalendarTime: Sendable, Hashable {
    /// The day.
    let day: CalendarDay
    /// Seconds since the day began.
    let second: Int

    /// The time that is a number of seconds after 1970-01-01T00:00:00Z.
    init(secondsSince1970 seconds: Int) {
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        day = CalendarDay(number: rest < 0 ? days - 1 : days)
        second = rest < 0 ? rest + 86_400 : rest
    }

    /// A second of a day.
    init(day: CalendarDay, second: Int) {
        self.init(secondsSince1970: day.number * 86_400 + second)
    }

    /// The time of day as `HH:mm:ss`.
    var clock: String { "\(twoDigits(second / 3600)):\(twoDigits(second / 60 % 60)):\(twoDigits(second % 60))" }

    /// The time as RFC 3339 writes it, such as `2026-06-30T16:20:00Z`.
    var text: String { "\(day.text)T\(clock)Z" }
}

/// A number below 100 with a leading zero where it needs one.
func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
}
