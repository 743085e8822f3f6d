import AppCore
import Terminal

/// What every panel with a list of rows does in the same way.
extension RowList {
    /// Takes what happens to a list wherever it is shown.
    /// - Returns: nil if the event is another one.
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

    /// The line beside the rows: what did not load, or that rows are missing.
    func notice(of screen: Screen, in world: World) -> (text: String, style: Style)? {
        guard let failure = load.failure, !isEmpty else { return isCutOff ? (Self.cutOff, .warning) : nil }
        let message = FailureMessage(failure, of: screen, load, in: world)
        let rows = isStale ? "Not reloaded" : lacksRows ? "These rows did not load" : "The next rows did not load"
        return ("\(rows), r tries again: \(message.title)", .error)
    }

    /// True if there is such a line.
    var hasNotice: Bool { load.failure != nil && !isEmpty || isCutOff }

    /// The style of a row in place of its own; nil leaves it.
    func style(isSelected: Bool, isFocused: Bool) -> Style? {
        isSelected ? isFocused ? .selected : .selectedInactive : isStale ? .dim : nil
    }

    /// Opens a row: its own screen, or as much as the list has of it.
    func open(_ index: Int?, toEdit: Bool = false, _ query: RowQuery, in world: World) -> [Effect] {
        guard let index, let row = self[index] else { return [] }
        let inside = world.inside(query.screen, at: query.place, row: row)
        let opened = ListRow(panel: query.panel, screen: query.screen.id, mark: mark(index), isToEdit: toEdit)
        if let item = query.screen.rowScreen { return [.openScreen(item, inside, rowOf: opened)] }
        return [.push(ItemScreen(screen: query.screen.rowItem, place: inside, rowOf: opened))]
    }

    /// A saved row shows what the server stored, or what was sent if it answered without data; a deleted one goes. In a list
    /// that was loaded anew the row is gone, or already right.
    ///
    /// - Parameters:
    ///   - mark: the row; nil for a new one.
    ///   - atEnd: where a new row is put.
    mutating func takeSaved(_ outcome: UpdateOutcome, _ mark: RowMark?, atEnd: Bool) {
        switch (outcome.value, index(of: mark)) {
        case (nil, let index?): remove(index)
        case (let value?, let index?):
            if let row = self[index] { replace(index, with: row.merging(value)) }
        case (let value?, nil):
            if mark == nil { add(value, atEnd: atEnd) }
        case (nil, nil): break
        }
    }
}

extension RowQuery {
    /// Asks for the values of the API's filters; where it has none, for a text to look for in the rows.
    func askForFilters(searching text: String, title: String = "Find") -> [Effect] {
        guard !screen.filters.isEmpty else {
            return [.present(SearchPopup(panel: panel, text: text, title: title))]
        }
        return [
            .present(
                FieldsPopup(
                    title: "Filter \(screen.title)", fields: screen.filters, values: filters,
                    purpose: .filters(found: text), panel: panel))
        ]
    }
}
