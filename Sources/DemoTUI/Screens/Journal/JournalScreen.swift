/// Every exchange with its decision, newest first, followed live.
struct JournalScreen: OverlayPanel {
    var id: PanelID = 0
    private(set) var rows: [ExchangeRow] = []
    private(set) var selection = Selection()
    private var search = ""

    var followsJournal: Bool { true }

    func heading(in world: World) -> Heading {
        var heading = Heading(title: "Journal")
        heading.count = rows.isEmpty ? nil : TextLayout.grouped(rows.count)
        if world.demo.passedWithoutStub > 0 {
            heading.count = "\(rows.count), \(world.demo.passedWithoutStub) of them live for want of a stub"
        }
        return heading
    }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .open, .copy, .editStub: rows.isEmpty ? .disabled("No request was made yet.") : .enabled
        case .filter: .enabled
        case .nextMatch, .previousMatch: search.isEmpty ? .disabled("Press / to search first.") : .enabled
        case .up, .down, .pageUp, .pageDown, .first, .last, .reload: .enabled
        default: .absent
        }
    }

    mutating func open(in world: World) -> [Effect] { [.fetchExchanges(id)] }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        if selection.follow(action, count: rows.count, page: max(1, world.area.rows - 1)) { return [] }
        switch action {
        case .open: return selected.map { [.push(ExchangeScreen(exchange: $0.id))] } ?? []
        case .copy: return [.present(CopyPopup(value: selected?.path, exchange: selected?.id))]
        case .editStub: return [.editStub(screen: nil, exchange: selected?.id)]
        case .reload: return [.fetchExchanges(id)]
        case .filter: return [.present(SearchPopup(panel: id, text: search))]
        case .nextMatch: return move(toMatch: 1)
        case .previousMatch: return move(toMatch: -1)
        default: return []
        }
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        switch event {
        case .exchanges(let new):
            let kept = selection.index == 0 ? nil : selected?.id
            rows = new
            if let kept, let line = rows.firstIndex(where: { $0.id == kept }) { selection.select(line, of: rows.count) }
        case .searched(let text):
            search = text
            return move(toMatch: 0)
        default: break
        }
        return []
    }

    private var selected: ExchangeRow? { rows.indices.contains(selection.index) ? rows[selection.index] : nil }

    private mutating func move(toMatch step: Int) -> [Effect] {
        let lines = rows.map { "\($0.decision) \($0.method) \($0.path) \($0.outcome) \($0.subject)" }
        guard let line = Search.next(search, in: lines, from: selection.index, step: step) else {
            return search.isEmpty ? [] : [.note(.info("\"\(search)\" does not occur in the journal."))]
        }
        selection.select(line, of: rows.count)
        return []
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        guard !rows.isEmpty else {
            canvas.write(
                "No request was made yet.", at: Point(x: area.x + 2, y: area.y + 1), width: area.width - 2, style: .dim)
            return
        }
        let isWide = area.width >= 78
        let isNarrow = area.width < 60
        var columns: [(title: String, width: Int)] = [
            ("Time", isNarrow ? 0 : 8), ("Decision", isNarrow ? 8 : 13), ("Method", 6), ("Status", isNarrow ? 7 : 8),
            ("Took", isWide ? 8 : 0),
        ]
        let used = columns.filter { $0.width > 0 }.reduce(0) { $0 + $1.width + 2 }
        columns.append(("Path", max(4, area.width - used - 2)))
        func draw(_ texts: [(String, Style)], y: Int) {
            var x = area.x + 1
            for (column, text) in zip(columns, texts) where column.width > 0 {
                canvas.write(text.0, at: Point(x: x, y: y), width: column.width, style: text.1)
                x += column.width + 2
            }
        }
        draw(columns.map { ($0.title, .heading) }, y: area.y)
        let height = max(1, area.height - 1)
        let top = selection.firstVisible(count: rows.count, height: height)
        for (offset, row) in rows.dropFirst(top).prefix(height).enumerated() {
            let y = area.y + 1 + offset
            draw(
                [
                    (row.time, .dim), (row.decision, row.style), (row.method, .plain),
                    (row.outcome, row.isFailure ? .error : .plain), (row.duration, .dim), (row.path, .plain),
                ], y: y)
            if top + offset == selection.index {
                canvas.restyle(
                    Rect(x: area.x, y: y, width: area.width, height: 1),
                    style: isFocused ? .selected : .selectedInactive)
            }
        }
    }
}
