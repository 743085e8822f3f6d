import AppCore
import Terminal

extension JournalScreen {
    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        guard !rows.isEmpty else { return drawEmptiness(on: &canvas, in: area, world) }
        let columns = columns(
            width: area.width,
            namesScreens: world.gateway != nil && world.detail == nil && !world.catalog.screens.isEmpty)
        func draw(_ texts: (JournalColumn) -> (String, Style), y: Int, isBreakpoint: Bool = false) {
            var x = area.x + 1
            for (column, width) in columns {
                var (text, style) = texts(column)
                // Below a base path all paths begin alike: their ends distinguish them.
                if column == .path || column == .session { text = TextLayout.shortened(text, width: width) }
                canvas.write(text, at: Point(x: x, y: y), width: width, style: style)
                if column == .path, isBreakpoint { canvas.write("•", at: Point(x: x - 1, y: y), style: .error) }
                x += width + 2
            }
        }
        draw({ ($0.rawValue, .heading) }, y: area.y)
        for (line, area) in selection.rows(of: rows.count, in: area.belowHeading) {
            let row = rows[line]
            draw(
                { $0.text(of: row, in: world) }, y: area.y,
                isBreakpoint: row.breakpoint.map(world.demo.holds.breakpoints.contains) == true)
            canvas.line(line, area, isSelected: line == selection.index, isFocused: isFocused)
        }
    }

    func extent(in area: Size, world: World) -> Extent? {
        selection.extent("request", of: rows.count, height: max(1, area.rows - 1))
    }

    private func drawEmptiness(on canvas: inout Canvas, in area: Rect, _ world: World) {
        var lines: [(text: String, style: Style)] = [(emptiness, .dim)]
        if let gateway = world.gateway, isUntouched {
            let hasScreens = !world.catalog.screens.isEmpty
            lines = gateway.invitation(width: area.width - 3, hasScreens: hasScreens)
        }
        for (offset, line) in lines.prefix(max(0, area.height - 1)).enumerated() {
            canvas.write(
                line.text, at: Point(x: area.x + 2, y: area.y + 1 + offset), width: area.width - 2, style: line.style)
        }
    }

    /// The columns with their widths, as many as there is room for; the path takes what is left.
    private func columns(width: Int, namesScreens: Bool) -> [(JournalColumn, Int)] {
        let isNarrow = width < 56
        var columns: [(JournalColumn, Int)] = [
            (.decision, isNarrow ? 9 : widths.decision), (.method, 6), (.status, isNarrow ? 7 : widths.status),
        ]
        var room = width - 2 - columns.reduce(0) { $0 + $1.1 + 2 }
        // From the most important: the time, the session, the target of `d`.
        var others: [(JournalColumn, Int)] = [(.time, 8)]
        if widths.session > 0 { others.append((.session, max(7, min(widths.session, width / 8)))) }
        if namesScreens { others.append((.screen, 12)) }
        others.append((.duration, widths.duration))
        for (column, width) in others
        where !isNarrow && room - width - 2 >= min(widths.path, columns.count == 3 ? 15 : 20) {
            columns.append((column, width))
            room -= width + 2
        }
        columns.append((.path, max(4, room)))
        return JournalColumn.allCases.compactMap { column in columns.first { $0.0 == column } }
    }
}

/// The widest texts of the columns, in cells.
struct JournalWidths: Hashable, Sendable {
    let decision, status, duration, path: Int
    /// 0 without sessions.
    let session: Int

    init(_ rows: [ExchangeRow]) {
        func widest(_ least: Int, _ texts: some Sequence<String>) -> Int {
            Set(texts).reduce(least) { max($0, TextWidth.width(of: $1, limit: 30)) }
        }
        decision = widest(8, rows.lazy.map { $0.decision + "  " })
        status = widest(6, rows.lazy.map { $0.outcome + ($0.isMarked ? " !" : "") })
        duration = widest(4, rows.lazy.map(\.duration))
        path = widest(4, rows.lazy.map(\.path))
        session = widest(0, rows.lazy.map(\.session))
    }
}

/// The columns by their titles, from the left.
private enum JournalColumn: String, CaseIterable {
    case time = "Time"
    case decision = "Decision"
    case method = "Method"
    case status = "Status"
    case duration = "Took"
    case session = "Session"
    case screen = "Screen"
    case path = "Path"

    func text(of row: ExchangeRow, in world: World) -> (String, Style) {
        switch self {
        case .time: (row.time, .dim)
        case .decision: row.origin
        case .method: (row.method, Method.style(of: row.method))
        case .status:
            row.isMarked
                ? ("\(row.outcome) !", row.isFailure ? .error : .warning)
                : (row.outcome, row.outcomeStyle)
        case .duration: (row.duration, .dim)
        // This program's own requests belong to no client.
        case .session: row.isOwn ? ("(here)", .dim) : (row.session, .plain)
        case .screen: (world.catalog[row.screen]?.title ?? row.screen, .dim)
        case .path: (row.path, row.isOwn && world.gateway != nil ? .dim : .plain)
        }
    }
}

/// The addresses of a gateway beside the screens.
struct GatewayPlace: Hashable, Sendable {
    struct Authority: Hashable, Sendable {
        let file: String
        let sentence: String
    }

    /// The base URL for clients: `http://127.0.0.1:8080`.
    let url: String
    var otherURLs: [String] = []
    /// A warning if other devices can reach it; nil on loopback.
    var exposure: String?
    /// The server that passed requests go to; nil passes nothing.
    let upstream: String?
    let example: String
    /// The certificate that clients must trust, with an explanation; nil without TLS.
    var authority: Authority?
    var admin: String?
    var tokenFile: String?

    /// The actions on a request or screen; without an upstream nothing can be switched.
    private var actions: String {
        let place = "On one of them, or on a screen (\(key: .nextPane)), "
        guard upstream != nil else { return place + "\(key: .chooseCondition) makes the call fail. " }
        return place
            + "\(key: .toggleScreen) switches that screen between server and stubs for your app, \(key: .chooseCondition) makes it fail. \(key: .toggleAll) switches everything. "
    }

    /// The help until a client connects, in lines of that width. Addresses stay whole, to be copied.
    func invitation(width: Int, hasScreens: Bool) -> [(text: String, style: Style)] {
        func wrapped(_ text: String, _ style: Style = .dim) -> [(text: String, style: Style)] {
            TextLayout.wrapped(text, width: max(20, width)).map { ($0, style) }
        }
        let empty: (text: String, style: Style) = ("", .plain)
        var lines = wrapped("No request yet. Point your app's base URL at the gateway:", .plain)
        lines += [empty, ("  \(url)", .strong)] + otherURLs.map { ("  \($0)", .plain) } + [empty]
        lines += wrapped("or try it from another terminal:", .plain)
        let trust = authority.map { "--cacert '\($0.file)' " } ?? ""
        lines += [empty, ("  curl -i \(trust)'\(url)\(example)'", .strong), empty]
        if let authority { lines += wrapped(authority.sentence) + [empty] }
        if let exposure { lines += wrapped(exposure, .warning) + [empty] }
        lines += wrapped(
            "Requests appear here as they come. \(hasScreens ? actions : "")\(key: .showStubs) lists the stubs, \(key: .help) every key."
        )
        if upstream == nil { lines += wrapped("There is no upstream: no request is forwarded.") }
        if let admin {
            let access = tokenFile.map { "its token is in \($0)" } ?? "it asks for no token"
            lines += [empty] + wrapped("The admin API is at \(admin); \(access).")
        }
        return lines
    }
}
