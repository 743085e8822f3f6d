import APIDocument
import WireFormats

extension CalendarText {
    /// `31 Jan 2026`, or with a time `31 Jan 2026 08:30 UTC`: the timestamp in its own time zone.
    var display: String {
        let date = "\(day) \(HTTPDate.months[month - 1]) \(year)"
        guard let time, let zone else { return date }
        return "\(date) \(time) \(zone)"
    }

    /// The time since then or until then: "5 min ago", "in 2 days", "yesterday".
    func distance(to now: Timestamp) -> String {
        guard time == nil else { return Self.distance(now.seconds - sinceEpoch) }
        let days = now.day.sinceEpoch - sinceEpoch / 86_400
        return switch days {
        case -1: "tomorrow"
        case 0: "today"
        case 1: "yesterday"
        default: Self.distance(days * 86_400)
        }
    }

    private static func distance(_ seconds: Int) -> String {
        let size = seconds.magnitude
        let units: [(seconds: UInt, one: String, many: String)] = [
            (31_556_952, "year", "years"), (2_629_746, "month", "months"), (86_400, "day", "days"), (3_600, "h", "h"),
            (60, "min", "min"),
        ]
        // The same date of another year may be a quarter of a day less than an average year.
        guard let unit = units.first(where: { size + $0.seconds / 1_461 >= $0.seconds }) else { return "now" }
        let count = (size + unit.seconds / 1_461) / unit.seconds
        let words = "\(count) \(count == 1 ? unit.one : unit.many)"
        return seconds < 0 ? "in " + words : words + " ago"
    }
}

extension CalendarText {
    /// Converts a date in common spellings to RFC 3339: `5.1.2026`, `2026/01/05` and `5 Jan 2026` become `2026-01-05`,
    /// and `12/31/2026` becomes `2026-12-31`. `yesterday`, `tomorrow` and weekdays are relative to `today`, in UTC. Nil
    /// for other texts.
    static func spelledDay(_ text: String, today: Int = Timestamp.now.day.sinceEpoch) -> String? {
        if let distance = distance(to: text.lowercased(), from: today) {
            return CivilDay(sinceEpoch: today + distance).text
        }
        let parts = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        guard parts.count == 3 else { return nil }
        let spelled: [String]
        if parts[0].count == 4 {
            spelled = parts
        } else if parts[2].count == 4, text.contains(".") || month(parts[1]) != nil || (Int(parts[0]) ?? 0) > 12 {
            spelled = [parts[2], month(parts[1]) ?? parts[1], parts[0]]
        } else if parts[2].count == 4, (Int(parts[1]) ?? 0) > 12 {
            // With slashes, only a number above twelve distinguishes the day from the month.
            spelled = [parts[2], parts[0], parts[1]]
        } else {
            return nil
        }
        let day = spelled[0] + "-" + spelled[1].padded(to: 2) + "-" + spelled[2].padded(to: 2)
        return CalendarText(date: day) == nil ? nil : day
    }

    /// The number of days to a named day; for a weekday, to the next one.
    private static func distance(to name: String, from today: Int) -> Int? {
        if let relative = ["yesterday", "today", "tomorrow"].firstIndex(of: name) { return relative - 1 }
        let week = ["thursday", "friday", "saturday", "sunday", "monday", "tuesday", "wednesday"]
        guard name.count > 2, let day = week.firstIndex(where: { $0.hasPrefix(name) }) else { return nil }
        // 1970-01-01 was a Thursday.
        return (day - today % 7 + 6) % 7 + 1
    }

    /// Converts a time in common spellings: `2026-01-31 08:30` and `tomorrow 9:00` are in UTC, and a date alone is its
    /// start. Nil for other texts.
    static func spelledMoment(_ text: String, today: Int = Timestamp.now.day.sinceEpoch) -> String? {
        if CalendarText(dateTime: text) != nil { return text }
        if let day = spelledDay(text, today: today) { return "\(day)T00:00:00Z" }
        guard let gap = text.lastIndex(where: { $0 == " " || $0 == "T" || $0 == "t" }),
            let day = spelledDay(String(text[..<gap]).trimmed, today: today)
        else { return nil }
        var time = String(text[text.index(after: gap)...])
        if time.dropFirst().first == ":" { time = "0" + time }
        if time.count == 5 { time += ":00" }
        for zone in ["", "Z"] {
            let moment = "\(day)T\(time)\(zone)"
            if CalendarText(dateTime: moment) != nil { return moment }
        }
        return nil
    }

    private static func month(_ name: String) -> String? {
        HTTPDate.months.firstIndex { name.lowercased().hasPrefix($0.lowercased()) }.map { String($0 + 1) }
    }
}
