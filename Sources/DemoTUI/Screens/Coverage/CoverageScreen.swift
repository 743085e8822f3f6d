import Terminal

/// The operations of the document with the calls of this run: the answered replies, and the missing ones.
struct CoverageScreen: Panel {
    typealias Row = CoverageReport.Row

    var id: PanelID = 0
    private(set) var selection = Selection()
    private(set) var rows: [Row] = [] {
        didSet { titleWidth = max(20, rows.map { TextWidth.width(of: $0.shownTitle) }.max() ?? 0) }
    }
    /// Cells of the widest title.
    private var titleWidth = 0
    private(set) var search = ""
    private(set) var showsOnlyUncalled = false
    /// Nil without a document.
    private(set) var report: CoverageReport?

    var followsJournal: Bool { true }

    private var selected: Row? { selection.pick(from: rows) }
    var screenID: String? { selected?.screen }
    var operationID: String? { selected?.operation }

    func heading(in world: World) -> Heading {
        var heading = Heading(title: "Coverage")
        heading.count = report.map { "\($0.called) of \($0.rows.count) called, \($0.percent) %" }
        heading.filter = Heading.list([showsOnlyUncalled ? "never called" : "", search])
        return heading
    }

    func hint(for action: Action) -> String? {
        switch action {
        case .open: "its screen"
        case .follow: showsOnlyUncalled ? "all" : "never called"
        case .filter: "search"
        default: nil
        }
    }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .up, .down, .pageUp, .pageDown, .first, .last, .reload: .enabled
        case .filter, .follow: report == nil ? .disabled(Self.absence) : .enabled
        case .back: showsOnlyUncalled || !search.isEmpty ? .enabled : .absent
        case .copy: selected == nil ? .disabled(emptiness) : .enabled
        case .open:
            selected == nil
                ? .disabled(emptiness)
                : selected?.screen == nil ? .disabled("No screen makes this call.") : .enabled
        default: .absent
        }
    }

    func selectedName(in world: World) -> String? { selected?.title }

    var selectedActions: [(action: Action, title: String)] {
        selected == nil
            ? [] : [(.open, "open its screen"), (.chooseCondition, "make it fail"), (.copy, "copy its name")]
    }

    private static let absence = "There is no document whose operations could be counted."

    var emptiness: String {
        guard let report else { return Self.absence }
        if report.rows.isEmpty { return "The document has no operations." }
        if !search.isEmpty {
            let kind = showsOnlyUncalled ? "No operation that was never called" : "No operation"
            return "\(kind) contains \"\(search)\"; \(key: .back) shows all."
        }
        return "Every operation was called; \(key: .follow) shows all."
    }

    mutating func open(in world: World) -> [Effect] { [.fetchCoverage(id)] }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        if selection.follow(action, count: rows.count, page: max(1, world.area.rows - 1)) { return [] }
        switch action {
        case .open: return selected?.screen.map { [.goToScreen($0)] } ?? []
        case .copy: return selected.map { [.copy(.value($0.operation ?? $0.title))] } ?? []
        case .reload: return open(in: world)
        case .filter: return [.present(LinePopup.search(in: id, text: search, title: "Search the operations"))]
        case .follow: show(onlyUncalled: !showsOnlyUncalled, search)
        case .back: show(onlyUncalled: false, "")
        default: break
        }
        return []
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        switch event {
        case .coverage(let new):
            report = new
            show(onlyUncalled: showsOnlyUncalled, search)
        case .searched(let text): show(onlyUncalled: showsOnlyUncalled, text)
        default: break
        }
        return []
    }

    /// Narrows the rows; the selected one stays if it is still there.
    private mutating func show(onlyUncalled: Bool, _ text: String) {
        let kept = selected?.title
        (showsOnlyUncalled, search) = (onlyUncalled, text)
        let wanted = text.lowercased()
        rows = ((report?.rows ?? []) + (report?.others ?? [])).filter { row in
            (!onlyUncalled || row.calls.count == 0)
                && (wanted.isEmpty || "\(row.title) \(row.operation ?? "")".lowercased().contains(wanted))
        }
        selection.select(rows.firstIndex { $0.title == kept } ?? selection.index, of: rows.count)
    }

    // MARK: Painting

    func extent(in area: Size, world: World) -> Extent? {
        selection.extent("operation", of: rows.count, height: max(1, area.rows - 1))
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        guard !rows.isEmpty else {
            return canvas.write([(emptiness, .dim)], in: area)
        }
        let width = area.width - 2
        // A narrow pane shows the missing replies, a wide one also the answered ones.
        let calls = 6
        var missing = width >= 40 ? max(10, width / 5) : 0
        var statuses = width >= 64 ? width / 5 : 0
        var title = width - [calls, statuses, missing].reduce(0) { $0 + ($1 > 0 ? $1 + 2 : 0) }
        // Titles need what they need; the rest is for what was never answered.
        if missing > 0 {
            let spare = max(0, title - titleWidth)
            let more = statuses > 0 ? spare / 3 : 0
            title -= spare
            statuses += more
            missing += spare - more
        }
        let widths = [title, calls, statuses, missing]
        func write(_ row: [(text: String, style: Style)], y: Int) {
            canvas.write(row: row, widths: widths, at: Point(x: area.x + 1, y: y), trailing: 1)
        }
        let rest = missing < 14 ? "Missing" : "Never answered"
        write(["Operation", "Calls", "Answered", rest].map { ($0, .heading) }, y: area.y)
        for (line, area) in selection.rows(of: rows.count, in: area.belowHeading) {
            let row = rows[line]
            let isCalled = row.calls.count > 0
            write(
                [
                    (TextLayout.shortened(row.shownTitle, width: title), isCalled ? .plain : .dim),
                    isCalled ? (TextLayout.grouped(row.calls.count), .success) : ("never", .warning),
                    (Self.list(row.calls.statuses.keys.sorted(), width: statuses), .plain),
                    (Self.list(row.missing, width: missing), .dim),
                ], y: area.y)
            canvas.line(line, area, isSelected: line == selection.index, isFocused: isFocused)
        }
    }

    /// The statuses that fit, with the number of the others: `401 403 +2`.
    static func list(_ statuses: [String], width: Int) -> String {
        let whole = statuses.joined(separator: " ")
        guard TextWidth.width(of: whole) > width else { return whole }
        func fits(_ count: Int) -> Bool {
            TextWidth.width(of: statuses.prefix(count).joined(separator: " ")) + " +\(statuses.count - count)".count
                <= width
        }
        let count = statuses.indices.last(where: fits) ?? 0
        return (statuses.prefix(count) + ["+\(statuses.count - count)"]).joined(separator: " ")
    }

    var hasDetail: Bool { !rows.isEmpty }

    func detail(in world: World, size: Size) -> Detail? {
        guard let row = selected else { return nil }
        var lines: [TextLine] = []
        func section(_ title: String, _ counts: [String: Int], never: [String] = [], undeclared: [String] = []) {
            guard !counts.isEmpty || !never.isEmpty else { return }
            lines += lines.isEmpty ? [] : [TextLine("")]
            lines.append(TextLine(title, .heading))
            for name in Set(counts.keys).union(never).sorted() {
                let count = counts[name].map(TextLayout.grouped) ?? "never"
                let isOdd = undeclared.contains(name)
                lines.append(
                    TextLine(
                        "  \(name)  \(count)\(isOdd ? "  not documented" : "")",
                        isOdd || counts[name] == nil ? .warning : .plain))
            }
        }
        if let operation = row.operation { lines.append(TextLine(operation, .dim)) }
        section("STATUSES", row.calls.statuses, never: row.missing, undeclared: row.undeclared)
        section("PARAMETERS", row.calls.parameters, never: row.unused)
        section("REQUEST BODIES", row.calls.bodies)
        section("CLIENTS", row.calls.clients)
        return Detail(title: row.title, json: lines)
    }
}

extension CoverageReport.Row {
    fileprivate var shownTitle: String { title + (operation == nil ? "  not documented" : "") }
}
