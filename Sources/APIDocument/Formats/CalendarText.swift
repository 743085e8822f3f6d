import WireFormats

/// A date or timestamp of RFC 3339, read without a calendar library because lists draw thousands.
public struct CalendarText {
    public let year: Int
    public let month: Int
    public let day: Int
    /// `08:30`, if there is a time.
    public let time: String?
    /// `UTC` or `+02:00`, if there is a time.
    public let zone: String?
    /// Whole seconds since 1970-01-01T00:00:00Z; for a date without time, its start in UTC.
    public let sinceEpoch: Int

    /// Reads `2026-01-31`; nil for anything else, such as February 30.
    public init?(date text: String) {
        guard text.utf8.count == 10, let day = CivilDay(text) else { return nil }
        (year, month, self.day) = (day.year, day.month, day.day)
        (time, zone) = (nil, nil)
        sinceEpoch = day.sinceEpoch * 86_400
    }

    /// Reads `2026-01-31T08:30:00Z`, with fractions of a second and offsets; nil for anything else.
    public init?(dateTime text: String) {
        // Any string is tried here; a timestamp is short.
        guard (20...64).contains(text.utf8.count) else { return nil }
        let bytes = Array(text.utf8)
        guard [UInt8(ascii: "T"), UInt8(ascii: "t"), 0x20].contains(bytes[10]),
            let day = CivilDay(String(text.prefix(10))),
            let hour = CalendarText.number(bytes[11..<13]), hour < 24, bytes[13] == UInt8(ascii: ":"),
            let minute = CalendarText.number(bytes[14..<16]), minute < 60, bytes[16] == UInt8(ascii: ":"),
            let second = CalendarText.number(bytes[17..<19]), second <= 60
        else { return nil }
        var rest = bytes[19...]
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix(while: \.isDigit)
            guard !digits.isEmpty else { return nil }
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let zone = CalendarText.zone(rest) else { return nil }
        // A leap second ends a day of UTC.
        if second == 60, (hour * 60 + minute - zone.offset + 2_880) % 1_440 != 1_439 { return nil }
        (year, month, self.day) = (day.year, day.month, day.day)
        time = String(decoding: bytes[11..<16], as: UTF8.self)
        self.zone = zone.text
        let minutes = day.sinceEpoch * 1_440 + hour * 60 + minute - zone.offset
        sinceEpoch = minutes * 60 + second
    }

    /// The UTC timestamp of the seconds since 1970; large counts are milliseconds. Nil outside the years 1 to 9999.
    public init?(sinceEpoch count: Int) {
        let timestamp = Timestamp(seconds: count.magnitude < 100_000_000_000 ? count : count / 1000)
        let civil = timestamp.day
        guard (1...9_999).contains(civil.year) else { return nil }
        (year, month, day) = (civil.year, civil.month, civil.day)
        time = timestamp.clock
        zone = "UTC"
        sinceEpoch = timestamp.seconds
    }

    /// The name of a time zone, and its offset from UTC in minutes.
    private static func zone(_ bytes: ArraySlice<UInt8>) -> (text: String, offset: Int)? {
        let text = String(decoding: bytes, as: UTF8.self)
        if text == "Z" || text == "z" || text == "+00:00" { return ("UTC", 0) }
        let bytes = Array(bytes)
        guard bytes.count == 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
            bytes[3] == UInt8(ascii: ":"), let hours = number(bytes[1..<3]), hours < 24,
            let minutes = number(bytes[4..<6]), minutes < 60
        else { return nil }
        return (text, (hours * 60 + minutes) * (bytes[0] == UInt8(ascii: "-") ? -1 : 1))
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy(\.isDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}

/// An ISO 8601 duration: `PT1H30M`.
package struct DurationText {
    /// The numbers as written, each with its word for display.
    private let parts: [(number: Substring, word: String)]

    private static let dayUnits: [(Character, String)] = [("Y", "y"), ("M", "months"), ("W", "weeks"), ("D", "d")]
    private static let timeUnits: [(Character, String)] = [("H", "h"), ("M", "min"), ("S", "s")]

    /// Reads a duration; nil for anything else.
    /// - Parameter isDeclared: true if the document declares a duration. Otherwise only texts with a time count,
    ///   because "P1D" may be a name.
    package init?(_ text: String, isDeclared: Bool) {
        guard (3...40).contains(text.utf8.count), text.first == "P", isDeclared || text.contains("T") else {
            return nil
        }
        var units = Self.dayUnits[...]
        var rest = text.dropFirst()
        var parts: [(Substring, String)] = []
        var isInTime = false
        while !rest.isEmpty {
            if rest.first == "T", !isInTime {
                isInTime = true
                units = Self.timeUnits[...]
                rest = rest.dropFirst()
            }
            let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(number.count)
            // Each unit appears once, and in this order.
            guard !number.isEmpty, let letter = rest.popFirst(),
                let place = units.firstIndex(where: { $0.0 == letter })
            else { return nil }
            parts.append((number, units[place].1))
            units = units[(place + 1)...]
        }
        // Weeks are not combined with other units (RFC 3339, appendix A).
        guard !parts.isEmpty, parts.count == 1 || !parts.contains(where: { $0.1 == "weeks" }) else { return nil }
        self.parts = parts
    }

    /// "1 h 30 min"; zero parts are left out unless all are zero.
    package var display: String {
        let telling = parts.filter { $0.number.contains { $0 != "0" && $0 != "." } }
        return (telling.isEmpty ? Array(parts.suffix(1)) : telling).map { "\($0.number) \($0.word)" }
            .joined(separator: " ")
    }
}
