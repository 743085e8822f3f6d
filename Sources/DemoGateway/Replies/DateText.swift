#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The time as `Date` has it (RFC 9110 section 5.6.7), made once a second. Belongs to one connection's thread.
struct DateText {
    private var second = -1
    private var text = ""

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The present time.
    mutating func now() -> String {
        let now = time(nil)
        guard now != second else { return text }
        second = now
        text = Self.text(now)
        return text
    }

    /// A time given in seconds since 1970.
    static func text(_ seconds: Int) -> String {
        var seconds = time_t(seconds)
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return "Thu, 01 Jan 1970 00:00:00 GMT" }
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let clock = "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
        let (weekday, month) = (weekdays[Int(parts.tm_wday) % 7], months[Int(parts.tm_mon) % 12])
        return "\(weekday), \(two(parts.tm_mday)) \(month) \(1900 + Int(parts.tm_year)) \(clock) GMT"
    }
}
