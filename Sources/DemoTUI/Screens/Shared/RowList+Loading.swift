import APIModel
import AppCore
import Terminal
import WireFormats

extension RowList {
    enum Change: Hashable, Sendable {
        /// A failure, or the reply of an older load.
        case nothing
        /// A first page: the selection moves to its start.
        case replaced
        /// A page. Rows from `index` on are `count` lines further up than before.
        case filled(index: Int, movedUp: Int)
        /// The server has fewer rows than it reported: the list ends earlier.
        case shortened
    }

    /// Handles the end of a load.
    /// - Parameter index: the selected row; rows far from it are dropped.
    mutating func take(_ request: RequestID, _ reply: LoadReply, around index: Int) -> Change {
        switch reply.result {
        case .success(.page(let page)):
            guard load.end(request, reply.provenance, failure: nil) else { return .nothing }
            defer {
                window.trim(around: index, to: max(RowLimits.kept, RowLimits.keptPages * page.rows.count))
                pages.keepOrigins(of: window.range)
            }
            guard let asked else {
                takeFirst(page, from: reply.provenance)
                return .replaced
            }
            total = page.total ?? total
            return asked.start >= count
                ? takeNext(page, asked, from: reply.provenance) : takeAgain(page, asked, from: reply.provenance)
        case .success(.item): return .nothing
        case .failure(let failure):
            _ = load.end(request, reply.provenance, failure: failure)
            return .nothing
        }
    }

    mutating func take(_ page: Page, from provenance: Provenance) {
        load = LoadState(loaded: provenance)
        takeFirst(page, from: provenance)
    }

    private mutating func takeFirst(_ page: Page, from provenance: Provenance) {
        let numbered = pagination.numbered(by: page.next)
        replaceAll(RowWindow(page.rows), RowPages(numbered, rows: page.rows.count, hasMore: page.next != nil))
        pages.append(nil, start: 0, from: provenance)
        next = page.next
        isCutOff = page.isCutOff
        total = page.total
    }

    private mutating func takeNext(_ page: Page, _ asked: RowPages.Page, from provenance: Provenance) -> Change {
        // A server, or an example, that ignores the page parameter returns the same page forever.
        let fresh = window.unknown(page.rows, by: identity)
        let isRepeated = !page.rows.isEmpty && (fresh.isEmpty || rows.suffix(page.rows.count) == page.rows[...])
        next = isRepeated ? nil : page.next
        isCutOff = page.isCutOff
        if !isRepeated {
            // An empty page has no rows to be asked for.
            if !fresh.isEmpty { pages.append(asked.token, start: count, from: provenance) }
            pages.skipped(page.rows.count - fresh.count)
            window.extend(fresh)
        }
        return .filled(index: count, movedUp: 0)
    }

    private mutating func takeAgain(_ page: Page, _ asked: RowPages.Page, from provenance: Provenance) -> Change {
        if page.rows.isEmpty {
            // A wrong total, or missing rows, must not cause page by page loading up to the existing rows.
            total = page.total.flatMap { $0 < count ? $0 : nil }
            window.reach(proven ?? 0)
            proven = nil
            return .shortened
        }
        let isLast = asked.end >= count
        if isLast { proven = nil }
        let moved = window.fill(
            page.rows, start: asked.start, end: asked.end, identity: identity, isCounted: pages.isCounted)
        pages.skipped(moved.repeated)
        pages.moved(from: moved.index, up: moved.count)
        pages.note(provenance, from: asked.start)
        for row in page.rows where !savers.isEmpty { note(nil, asSaverOf: row) }
        if isLast { (next, isCutOff) = (page.next, page.isCutOff) }
        return .filled(index: moved.index, movedUp: moved.count)
    }
}

extension RowList {
    /// Handles events of a list wherever it is shown.
    /// - Returns: nil for other events.
    mutating func receive(_ event: PanelEvent, in panel: PanelID) -> [Effect]? {
        if load.follow(event) { return [] }
        switch event {
        case .outdated:
            load.invalidate()
            return [.cancel(panel, .load)]
        case .signedIn:
            if load.failure?.wantsSignIn ?? false { invalidate() }
            return []
        case .left:
            guard load.isLoading else { return [] }
            abandon()
            return [.cancel(panel, .load)]
        default: return nil
        }
    }

    /// The line beside the rows about a failed load or missing rows.
    func notice(of screen: Screen, in world: World) -> (text: String, style: Style)? {
        guard let failure = load.failure, !isEmpty else { return isCutOff ? (Self.cutOff, .warning) : nil }
        let message = FailureMessage(failure, of: screen, load, in: world)
        let rows = isStale ? "Not reloaded" : lacksRows ? "These rows did not load" : "The next rows did not load"
        if case .missing = failure {
            return ("\(rows): \(message.title) \(message.wayOut.joined(separator: " "))", .error)
        }
        return ("\(rows), \(key: .reload) tries again: \(message.title)", .error)
    }

    var hasNotice: Bool { load.failure != nil && !isEmpty || isCutOff }

    /// Shows a row as selected, or as one from before a reload that failed.
    func mark(_ line: Int, _ row: Rect, isSelected: Bool, isFocused: Bool, on canvas: inout Canvas) {
        if isStale { canvas.restyle(row, style: .dim) }
        canvas.line(line, row, isSelected: isSelected, isFocused: isFocused)
    }

    /// Opens a row: its own screen, or the list's data of it.
    func open(_ index: Int?, toEdit: Bool = false, _ query: RowQuery, in world: World) -> [Effect] {
        guard let index, let row = self[index] else { return [] }
        let inside = world.inside(query.screen, at: query.place, row: row)
        let opened = ListRow(
            panel: query.panel, screen: query.screen.id, mark: mark(index), exchange: exchange(of: index),
            isToEdit: toEdit)
        if let item = query.screen.rowScreen { return [.openScreen(item, inside, rowOf: opened)] }
        return [.push(ItemScreen(screen: query.screen.rowItem, place: inside, rowOf: opened))]
    }

    /// Shows a saved row as the server stored it, or as sent if the reply has no data; removes a deleted one. A
    /// reloaded list is already right.
    ///
    /// - Parameter mark: the row; nil for a new one.
    mutating func takeSaved(
        _ outcome: UpdateOutcome, _ mark: RowMark?, atEnd: Bool, from provenance: Provenance
    ) {
        switch (outcome.value, index(of: mark)) {
        case (nil, let index?): remove(index)
        case (let value?, let index?):
            if let row = self[index] { window.replace(index, with: row.merging(value)) }
            note(provenance.exchange, asSaverOf: self[index])
        case (let value?, nil):
            guard mark == nil else { return }
            add(value, atEnd: atEnd)
            note(provenance.exchange, asSaverOf: value)
        case (nil, nil): break
        }
    }
}

extension RowQuery {
    /// Asks for one text, which narrows the loaded rows while it is typed. If the API searches, Enter sends the text. The
    /// next field is the form with all filters.
    func askForFilters(searching text: String, title: String = "Find") -> [Effect] {
        guard !screen.filters.isEmpty else {
            return [.present(LinePopup.search(in: panel, text: text, title: title))]
        }
        let search = screen.filters.first(where: FieldsPopup.isSearch)
        let form = FieldsPopup(
            title: "Filter \(screen.title)", fields: screen.filters,
            values: filters.merging(screen.presetFilters) { own, _ in own }, purpose: .filters(found: text),
            panel: panel)
        let others = screen.filters.count - (search == nil ? 0 : 1)
        let line =
            search.map {
                LinePopup.filter(panel, by: $0.name, of: filters, found: text, title: "Search \(screen.title)")
            } ?? LinePopup.search(in: panel, text: text, title: title)
        return [.present(others == 0 ? line : line.leading(to: form, filters: others))]
    }
}
