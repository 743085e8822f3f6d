import Foundation

/// The `Date` header's form of a time (RFC 9110, section 5.6.7): `Tue, 30 Jun 2026 16:20:00 GMT`.
enum HTTPDate {
    /// The present time.
    static var now: String { text(secondsSince1970: Int(Date().timeIntervalSince1970)) }

    /// A time given in seconds since 1970.
    static func text(secondsSince1970 seconds: Int) -> String {
        let time = CalendarTime(secondsSince1970: seconds)
        let weekday = weekdays[time.day.weekday]
        let month = months[(time.day.month - 1) % 12]
        return "\(weekday), \(twoDigits(time.day.day)) \(month) \(time.day.year) \(time.clock) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
