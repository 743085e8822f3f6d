import APIDocument

extension CalendarText {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `31 Jan 2026`, or with a time `31 Jan 2026 08:30 UTC`: the moment as it was sent, with its offset.
    var display: String {
        let date = "\(day) \(CalendarText.months[month - 1]) \(year)"
        guard let time, let zone else { return date }
        return "\(date) \(time) \(zone)"
    }
}

extension CalendarText {
    /// A day as a person writes it, spelt as RFC 3339 has it: `2026-1-5`, `2026/01/05`, `5.1.2026` and `5 Jan 2026` are
    /// `2026-01-05`. nil for what is no day.
    static func spelledDay(_ text: String) -> String? {
        let parts = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        guard parts.count == 3 else { return nil }
        let spelled: [String]
        if parts[0].count == 4 {
            spelled = parts
        } else if parts[2].count == 4, text.contains(".") || month(parts[1]) != nil {
            // With slashes nobody knows which number is the month.
            spelled = [parts[2], month(parts[1]) ?? parts[1], parts[0]]
        } else {
            return nil
        }
        let day = spelled[0] + "-" + padded(spelled[1]) + "-" + padded(spelled[2])
        return CalendarText(date: day) == nil ? nil : day
    }

    /// A moment as a person writes it: `2026-01-31 08:30` is that time in UTC. nil for what is no moment.
    static func spelledMoment(_ text: String) -> String? {
        if CalendarText(dateTime: text) != nil { return text }
        guard let gap = text.lastIndex(where: { $0 == " " || $0 == "T" || $0 == "t" }),
            let day = spelledDay(String(text[..<gap]))
        else { return nil }
        var time = String(text[text.index(after: gap)...])
        if time.count == 5 { time += ":00" }
        for zone in ["", "Z"] {
            let moment = "\(day)T\(time)\(zone)"
            if CalendarText(dateTime: moment) != nil { return moment }
        }
        return nil
    }

    private static func padded(_ number: String) -> String { number.count == 1 ? "0" + number : number }

    private static func month(_ name: String) -> String? {
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        return names.firstIndex { name.lowercased().hasPrefix($0) }.map { padded(String($0 + 1)) }
    }
}
