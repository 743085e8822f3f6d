/// Every exchange with its decision, newest first, followed live.
struct JournalScreen: OverlayPanel {
    var id: PanelID = 0
    /// The rows that are shown.
    private(set) var rows: [ExchangeRow] = []
    private(set) var selection = Selection()
    private var all: [ExchangeRow] = []
    private var marked = 0
    private var showsOnlyMarked = false
    private var search = ""

    var followsJournal: Bool { true }

    func heading(in world: World) -> Heading {
        var heading = Heading(title: "Journal")
        heading.count = all.isEmpty ? nil : TextLayout.grouped(all.count)
        if world.demo.passedWithoutStub > 0 {
            heading.count = "\(all.count), \(world.demo.passedWithoutStub) of them live for want of a stub"
        }
        heading.remark = marked == 0 ? nil : "! \(marked) not as documented"
        heading.filter = showsOnlyMarked ? "only !" : nil
        return heading
    }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .open, .copy, .editStub: rows.isEmpty ? .disabled(emptiness) : .enabled
        case .filter: .enabled
        case .onlyMarked:
            marked > 0 || showsOnlyMarked ? .enabled : .disabled("Every reply that was checked is as documented.")
        case .nextMatch, .previousMatch: search.isEmpty ? .disabled("Press / to search first.") : .enabled
        case .up, .down, .pageUp, .pageDown, .first, .last, .reload: .enabled
        default: .absent
        }
    }

    func hint(for action: Action) -> String? { action == .onlyMarked && showsOnlyMarked ? "all" : nil }

    mutating func open(in world: World) -> [Effect] { [.fetchExchanges(id)] }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        if selection.follow(action, count: rows.count, page: max(1, world.area.rows - 1)) { return [] }
        switch action {
        case .open: return selected.map { [.push(ExchangeScreen(exchange: $0.id))] } ?? []
        case .copy: return [.present(CopyPopup(value: selected?.path, exchange: selected?.id))]
        case .editStub: return [.editStub(screen: nil, exchange: selected?.id)]
        case .reload: return [.fetchExchanges(id)]
        case .filter: return [.present(SearchPopup(panel: id, text: search))]
        case .onlyMarked:
            let kept = selected?.id
            showsOnlyMarked.toggle()
            show(keeping: kept)
            return []
        case .nextMatch: return move(toMatch: 1)
        case .previousMatch: return move(toMatch: -1)
        default: return []
        }
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        switch event {
        case .exchanges(let new):
            let kept = selection.index == 0 ? nil : selected?.id
            all = new
            marked = new.count(where: \.isMarked)
            show(keeping: kept)
        case .searched(let text):
            search = text
            return move(toMatch: 0)
        default: break
        }
        return []
    }

    /// Why there are no rows.
    var emptiness: String {
        showsOnlyMarked && !all.isEmpty
            ? "Every reply that was checked is as documented. ! shows all." : "No request was made yet."
    }

    private var selected: ExchangeRow? { rows.indices.contains(selection.index) ? rows[selection.index] : nil }

    private mutating func show(keeping kept: ExchangeNumber?) {
        rows = showsOnlyMarked ? all.filter(\.isMarked) : all
        selection.select(kept.flatMap { id in rows.firstIndex { $0.id == id } } ?? selection.index, of: rows.count)
    }

    private mutating func move(toMatch step: Int) -> [Effect] {
        let lines = rows.map {
            "\($0.decision) \($0.method) \($0.path) \($0.outcome) \($0.subject)\($0.isMarked ? " not as documented" : "")"
        }
        guard let line = Search.next(search, in: lines, from: selection.index, step: step) else {
            return search.isEmpty ? [] : [.note(.info("\"\(search)\" does not occur in the journal."))]
        }
        selection.select(line, of: rows.count)
        return []
    }
}
