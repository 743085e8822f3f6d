import APIModel
import AppCore
import Terminal
import WireFormats

/// A paged table of the API's rows: the next page loads while scrolling, and a failed page keeps the rows.
struct CollectionScreen: ListPanel {
    var id: PanelID = 0
    private(set) var screen: Screen
    var place: Place
    let origin: Place
    var list: RowList
    var cells = TableCells()
    var rowTree = ValueTree()
    var selection = Selection()
    var filters: [String: String] = [:]
    var unfiltered: UnfilteredRows?
    /// The lines that were moved beyond the last row while the next page loads.
    var awaited = 0
    /// Text that narrows the loaded rows.
    var search = ""
    /// The loaded rows that contain `search`; nil shows all.
    var narrowed: [Int]?
    /// The place before the search; nil once another row was chosen in what it found.
    var unnarrowed: Selection?
    var sending = LoadState(.send)
    var deletedRow: RowMark?
    let addsAtEnd = false
    /// True if another screen takes the key of a row.
    var hasTakers = false

    init(screen: Screen, place: Place) {
        self.screen = screen
        self.place = place
        origin = place
        list = RowList(of: screen)
    }

    /// The rows of a reply to a form. They go when the answers change, because nothing loads them again.
    init(answer page: Page, of screen: Screen, at place: Place, from provenance: Provenance) {
        self.init(screen: screen, place: place)
        list.take(page, from: provenance)
    }

    var resumableRow: Int? { filters.isEmpty && narrowed == nil ? selectedIndex : nil }
    var isSpinning: Bool { list.load.isSlow }
    var rowCount: Int { narrowed?.count ?? list.count }

    func heading(in world: World) -> Heading {
        var heading = Heading(screen, list.load, of: list.pages.calls, in: world)
        heading.count = narrowed.map { "\($0.count) of \(TextLayout.grouped(list.rows.count)) loaded" }
        heading.filter = Heading.words(
            filters.merging(screen.presetFilters) { own, _ in own }, of: screen,
            narrowed == nil ? [] : ["found \"\(search)\""])
        if list.isStale { heading.markStale() }
        return heading
    }

    func rowIndex(ofLine line: Int) -> Int? {
        guard (0..<rowCount).contains(line) else { return nil }
        return narrowed?[line] ?? line
    }

    var selectedIndex: Int? { rowIndex(ofLine: selection.index) }
    private var exchange: ExchangeNumber? { list.exchange(of: selectedIndex) }
    private var selectedID: JSONValue? { list.identity.flatMap { selectedRow?[$0] } }

    func hint(for action: Action) -> String? { action == .open && narrowed?.isEmpty == true ? "search" : nil }

    func availability(of action: Action, in world: World) -> Availability {
        let hasRow = selectedRow != nil
        switch action {
        case .open:
            if case .missing? = list.load.failure { return .enabled }
            if !hasRow, list.load.isLoading { return .disabled("The rows are still loading.") }
            return hasRow || narrowed?.isEmpty == true ? .enabled : .absent
        case .edit: return world.editing(of: screen, called: "these rows", selected: hasRow)
        case .delete: return world.deleting(of: screen, called: "these rows", selected: hasRow)
        case .parts:
            let parts = screen.rowScreen.flatMap { world.catalog[$0] }?.children ?? screen.children
            return hasRow && (!parts.isEmpty || hasTakers)
                ? .enabled : .disabled("Nothing opens from a row of \(screen.title).")
        case .add: return screen.create == nil ? .disabled("The API has no way to add to \(screen.title).") : .enabled
        case .nextMatch, .previousMatch:
            return matchText.isEmpty ? .disabled("Press \(key: .filter) to filter or search first.") : .enabled
        case .columns: return list.rows.isEmpty ? .disabled("Nothing is loaded.") : .enabled
        case .copy: return hasRow ? .enabled : .disabled("No row is selected.")
        case .showExchange: return exchange == nil ? .disabled("No request was made yet.") : .enabled
        case .back: return list.load.isLoading || narrowed != nil || !filters.isEmpty ? .enabled : .absent
        case .up, .down, .pageUp, .pageDown, .first, .last, .filter, .editStub: return .enabled
        case .reload: return screen.load == nil ? .absent : .enabled
        default: return .absent
        }
    }

    mutating func open(in world: World) -> [Effect] {
        guard screen.load != nil else {
            if cells.columns.isEmpty { showAnew(in: world) }
            return []
        }
        return list.load.isIdle ? list.reload(query) : []
    }

    /// True if what is added needs a value that the list is loaded with.
    private var addsBelow: Bool {
        screen.create?.request.parameters.contains { if case .inherited = $0.source { true } else { false } } ?? false
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        if case .missing(let fields)? = list.load.failure, action == .open || action == .add && addsBelow {
            return [.ask(id, fields)]
        }
        anticipate(action, page: tableHeight(world.area.rows))
        if selection.follow(action, count: rowCount, page: tableHeight(world.area.rows)) {
            unnarrowed = nil
            return followSelection(action, in: world)
        }
        switch action {
        case .open where narrowed?.isEmpty == true:
            guard let field = askable else { return [.run(.filter)] }
            let asked = filters.merging([field.name: search]) { $1 }
            return [.tell(id, .searched("")), .tell(id, .filtered(asked))]
        case .open: return list.open(selectedIndex, query, in: world)
        case .parts: return list.open(selectedIndex, query, in: world) + [.run(.parts)]
        case .back: return goBack(in: world)
        case .reload:
            awaitSelection(in: world)
            return list.retry(query)
        case .edit: return editRow(in: world)
        case .add:
            return screen.create.map { pushForm($0, in: world) } ?? []
        case .delete:
            let name = selectedRow.flatMap { screen.name(of: $0) } ?? "this row of \(screen.title)"
            return askToDelete(name, in: world)
        case .copy:
            return [.present(PickPopup.copy(selectedRow?.plainText, exchange: exchange))]
        case .showExchange: return exchange.map { [.push(ExchangeScreen(exchange: $0))] } ?? []
        case .editStub: return [.editStub(exchange)]
        case .filter:
            if let box = searchBox(in: world) { return box }
            return query.askForFilters(searching: search, title: "Filter the loaded rows")
        case .columns: return [.present(columnsPopup(in: world))]
        case .nextMatch: return move(toMatch: 1)
        case .previousMatch: return move(toMatch: -1)
        default: return []
        }
    }

    mutating func follow(_ screen: Screen, in world: World) -> [Effect]? {
        let old = self.screen
        self.screen = screen
        defer { showAnew(in: world) }
        return followRows(from: old, in: world)
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        switch event {
        case .stale where screen.load == nil, .outdated where screen.load == nil: return [.remove(id)]
        default: break
        }
        if case .stale = event { awaitSelection(in: world) }
        if let effects = receiveAsList(event, in: world) {
            if case .stale = event { showAnew(in: world) }
            return effects
        }
        switch event {
        case .loaded(let request, let reply):
            place = reply.place
            let row = selectedID
            return take(list.take(request, reply, around: selectedIndex ?? 0), selecting: row, in: world)
        case .displayChanged:
            showAnew(in: world)
        case .resumed(let row): awaited = min(row, RowLimits.resumed)
        case .saved(let outcome, let mark, let provenance):
            let outcome = mark == nil ? world.opening(outcome, in: screen) : outcome
            if mark == nil, let row = outcome.value, !world.opens(row, of: screen) {
                list.invalidate()
                return list.reload(query)
            }
            show(saved: outcome, mark, from: provenance)
            if mark == nil { selection = Selection() }
            remakeRows(in: world)
            selection.select(selection.index, of: rowCount)
            return fill(in: world, looksAhead: false)
        case .searched(let text):
            // A longer text is only in rows that have the shorter one.
            let candidates = !search.isEmpty && text.hasPrefix(search) ? narrowed : nil
            search = text
            narrow(within: candidates)
        case .missing(let request, let fields):
            return sending.askBeforeDeleting(fields, request, of: deletedRow, panel: id)
        case .sent(let request, let provenance, let result):
            guard sending.end(request, provenance, failure: nil) else { return [] }
            switch result {
            case .failure(let error): return [.note(.error("Not deleted: \(error.userMessage)"))]
            case .success(let outcome):
                let effects = endDeletion(outcome, from: provenance, world)
                remakeRows(in: world)
                selection.select(selection.index, of: rowCount)
                return effects
            }
        default: break
        }
        return []
    }

    // MARK: Rows

    private mutating func editRow(in world: World) -> [Effect] {
        guard let index = selectedIndex, let row = selectedRow else { return [] }
        guard let update = screen.update else { return list.open(index, toEdit: true, query, in: world) }
        let form = FormScreen(
            screen: screen, form: update, place: world.inside(screen, at: place, row: row), origin: origin,
            purpose: .edit(base: row[update.base] ?? row, etag: nil, panel: id, row: list.mark(index)))
        return [.push(form)]
    }

    private func columnsPopup(in world: World) -> ColumnsPopup {
        ColumnsPopup(
            of: screen, fields: screen.rowFields(list.rows), shown: cells.columns.map(\.field.pointer),
            ruled: screen.columns(for: list.rows).map(\.field.pointer), before: world.columns[screen.id])
    }

    // MARK: Filters and search

    /// The filter by which the server searches for a text that no loaded row has; nil if all rows are loaded.
    var askable: Field? {
        search.isEmpty || list.isComplete ? nil : screen.filters.first(where: FieldsPopup.isSearch)
    }

    /// Asks for the text that the list cannot do without, if the list is a search.
    private func searchBox(in world: World) -> [Effect]? {
        let box = screen.searchFields
        return box.isEmpty || !screen.filters.isEmpty && !list.isEmpty ? nil : [.ask(id, box)]
    }

    private mutating func goBack(in world: World) -> [Effect] {
        if list.load.isLoading {
            list.stop()
            return [.cancel(id, .load)]
        }
        if narrowed != nil {
            search = ""
            narrow()
            return fill(in: world)
        }
        search = ""
        return filter([:], in: world)
    }

    mutating func filter(_ values: [String: String], in world: World) -> [Effect] {
        var now = selection
        if narrowed != nil { now.select(selectedIndex ?? 0, of: list.count) }
        let before = changeFilters(to: values, at: now)
        narrowed = nil
        selection = before ?? Selection()
        guard before != nil else { return list.reload(query) }
        showAnew(in: world)
        return [.cancel(id, .load)] + open(in: world) + fill(in: world)
    }

    var hasSums: Bool { !cells.sums.isEmpty && !list.hasNotice && !list.load.isSlow }

    /// The number of visible rows, without the header and the line below the last row.
    func tableHeight(_ height: Int) -> Int {
        max(1, height - 1 - (list.hasNotice || list.load.isSlow || hasSums ? 1 : 0))
    }
}
