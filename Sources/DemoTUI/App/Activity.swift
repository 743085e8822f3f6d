import AppCore
import Terminal

/// The last calls, from every sender.
struct Activity: Hashable, Sendable {
    /// Newest first.
    var rows: [ExchangeRow] = []
    /// The number of all calls, and of the failed ones.
    var count = 0, failures = 0

    /// The maximum number of kept calls: more than any strip and its chart show.
    static let kept = 32

    /// The durations of the last calls, oldest first, as bars of one to eight eighths.
    var chart: String {
        let times = rows.prefix(16).reversed().compactMap(\.took).map { $0 / .microseconds(1) }
        return Chart.line(of: times, from: 0)
    }
}

/// The rate of requests in the last seconds.
struct RequestRate: Hashable, Sendable {
    /// The number of requests by second, oldest first.
    private var counts: [Int] = []

    private static let seconds = 16

    init() {}

    /// - Parameter ages: The ages of requests, newest first.
    init(ages: some Sequence<Double>) {
        counts = Array(repeating: 0, count: Self.seconds)
        for age in ages {
            guard age < Double(Self.seconds) else { break }
            counts[Self.seconds - 1 - max(0, Int(age))] += 1
        }
    }

    /// True if a request of the last seconds is shown.
    var isMoving: Bool { counts.contains { $0 > 0 } }

    /// `▁▂▁▃  6.2/s`; empty without requests.
    var text: String {
        guard isMoving else { return "" }
        let tenths = counts.suffix(10).reduce(0, +)
        return "\(Chart.line(of: counts.map(Double.init), from: 0))  \(tenths / 10).\(tenths % 10)/s"
    }
}

extension AppState {
    /// The strip with the last calls, newest first.
    func draw(_ activity: Activity, on canvas: inout Canvas, in pane: Pane) {
        let failures = activity.failures == 0 ? "" : " · \(TextLayout.grouped(activity.failures)) failed"
        let calls = activity.count == 1 ? "1 call" : "\(TextLayout.grouped(activity.count)) calls"
        let words =
            activity.count == 0
            ? "no calls yet" : "\(activity.chart)  \(calls)\(failures) · \(key: .showJournal) journal"
        pane.draw([("Activity", .dim)], tag: (words, .dim), on: &canvas, isFocused: false)
        let area = pane.content
        let rows = activity.rows.dropFirst(activityTop).prefix(area.height)
        let origins = rows.map { $0.origin.text + ($0.stub.map { " \($0)" } ?? "") }
        // The origin is at the right end; the path has the rest, and gives what it does not need.
        var widths = (origin: min(30, area.width / 4), took: 8, status: 9)
        let others = 18 + (rows.map { TextWidth.width(of: $0.path) }.max() ?? 0) + widths.status + widths.took + 7
        let longest = origins.map { TextWidth.width(of: $0) }.max() ?? 0
        widths.origin = max(widths.origin, min(longest, area.width - others))
        let end = area.maxX - 1
        for ((offset, row), words) in zip(rows.enumerated(), origins) {
            let y = area.y + offset
            func write(_ text: String, at x: Int, _ width: Int, _ style: Style, _ align: Canvas.Alignment = .leading) {
                canvas.write(text, at: Point(x: x, y: y), width: width, style: style, align: align)
            }
            let origin = end - widths.origin
            let took = origin - 2 - widths.took
            let status = took - 2 - widths.status
            write(row.time, at: area.x + 1, 8, .dim)
            write(row.method, at: area.x + 11, 6, Method.style(of: row.method))
            let room = status - area.x - 20
            write(TextLayout.shortened(row.path, width: room), at: area.x + 18, room, .plain)
            write(row.outcome + (row.isMarked ? " !" : ""), at: status, widths.status, row.outcomeStyle)
            write(row.duration, at: took, widths.took, .dim, .trailing)
            write(words, at: origin, widths.origin, row.origin.style)
        }
    }
}

/// The colours of methods: those that only read, that write, and that delete.
enum Method {
    static func style(of method: String) -> Style {
        switch method {
        case "GET", "HEAD", "OPTIONS": .member
        case "DELETE": .error
        default: .number
        }
    }
}
