import Terminal

/// Every exchange with its decision, newest first, updated live.
///
/// With the newest row selected the selection stays with the newest. Any other selected row stays selected, and the
/// title says how many came since.
struct JournalScreen: OverlayPanel {
    var id: PanelID = 0
    private(set) var rows: [ExchangeRow] = []
    private(set) var selection = Selection()
    /// The number of rows above the selected one that came since.
    private(set) var newCount = 0
    /// The widest session, in cells; 0 without sessions.
    private(set) var sessionWidth = 0
    private var all: [ExchangeRow] = []
    private var marked = 0
    private var showsOnlyMarked = false
    private var search = ""
    private var isFollowing = true

    var followsJournal: Bool { true }

    /// The screen of the selected request: the target of `d`, `c` and `z`.
    var screenID: String? { selected.flatMap { $0.screen.isEmpty ? nil : $0.screen } }

    var operationID: String? { selected?.subject }

    func heading(in world: World) -> Heading {
        var heading = Heading(title: "Journal")
        heading.count = all.isEmpty ? nil : TextLayout.grouped(all.count)
        if world.demo.passedWithoutStub > 0 {
            heading.count = "\(all.count), \(world.demo.passedWithoutStub) of them live for want of a stub"
        }
        heading.parameters = newCount == 0 ? nil : "\(TextLayout.grouped(newCount)) new above"
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
        if selection.follow(action, count: rows.count, page: max(1, world.area.rows - 1)) {
            moved()
            return []
        }
        switch action {
        case .open:
            // The row being read stays selected, or one would come back to another request.
            isFollowing = false
            return selected.map { [.push(ExchangeScreen(exchange: $0.id, screen: screenID))] } ?? []
        case .copy: return [.present(PickPopup.copy(selected?.path, exchange: selected?.id))]
        case .editStub: return [.editStub(selected?.id)]
        case .reload: return [.fetchExchanges(id)]
        case .filter: return [.present(LinePopup.search(in: id, text: search))]
        case .onlyMarked:
            isFollowing = false
            showsOnlyMarked.toggle()
            show(keeping: selected?.id)
            return []
        case .nextMatch: return move(toMatch: 1)
        case .previousMatch: return move(toMatch: -1)
        default: return []
        }
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        switch event {
        case .exchanges(let new):
            let kept = isFollowing ? nil : selected?.id
            all = new
            marked = new.count(where: \.isMarked)
            sessionWidth = new.lazy.map { TextWidth.width(of: $0.session, limit: 12) }.max() ?? 0
            show(keeping: kept)
        case .searched(let text):
            search = text
            return move(toMatch: 0)
        default: break
        }
        return []
    }

    var emptiness: String {
        showsOnlyMarked && !all.isEmpty
            ? "Every reply that was checked is as documented. ! shows all." : "No request was made yet."
    }

    var isUntouched: Bool { all.isEmpty }

    private var selected: ExchangeRow? { rows.indices.contains(selection.index) ? rows[selection.index] : nil }

    /// Shows the rows again: the kept one stays selected at its height.
    private mutating func show(keeping kept: ExchangeNumber?) {
        let newest = rows.first?.id
        rows = showsOnlyMarked ? all.filter(\.isMarked) : all
        guard let kept else {
            newCount = 0
            return selection.select(0, of: rows.count)
        }
        if let newest { newCount += rows.prefix { newest < $0.id }.count }
        // If it is gone, the next older row is gone as well.
        let place = rows.firstIndex { $0.id <= kept } ?? rows.count - 1
        selection.shift(by: place - selection.index, of: rows.count)
        moved()
    }

    private mutating func moved() {
        isFollowing = selection.index == 0
        newCount = min(newCount, selection.index)
    }

    private mutating func move(toMatch step: Int) -> [Effect] {
        let lines = rows.map {
            "\($0.decision) \($0.method) \($0.path) \($0.outcome) \($0.subject) \($0.session)\($0.isMarked ? " not as documented" : "")"
        }
        let start = selection.index
        let line = Search.next(search, in: lines, from: start, step: step)
        if let line { selection.select(line, of: rows.count) }
        moved()
        return Search.note(search, line, from: start, step: step, in: "in the journal")
    }
}
