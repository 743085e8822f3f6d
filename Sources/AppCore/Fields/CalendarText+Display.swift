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
