import APIModel
import AppCore
import Terminal
import WireFormats

extension DocumentPanel {
    var screenID: String? { screen.id }
    var asking: Request? { screen.load }
}

/// A panel over the rows of a list: a table or a conversation.
protocol ListPanel: DocumentPanel {
    var place: Place { get set }
    var origin: Place { get }
    var list: RowList { get set }
    /// The tree of a row, without a value: its schema is created once.
    var rowTree: ValueTree { get }
    var selection: Selection { get set }
    var filters: [String: String] { get set }
    var unfiltered: UnfilteredRows? { get set }
    /// The pending deletion; in a conversation also the pending message.
    var sending: LoadState { get set }
    /// The row being deleted.
    var deletedRow: RowMark? { get set }
    /// True if a new row is the last one.
    var addsAtEnd: Bool { get }
    var selectedIndex: Int? { get }

    mutating func filter(_ values: [String: String], in world: World) -> [Effect]
}

extension ListPanel {
    var query: RowQuery { RowQuery(panel: id, screen: screen, place: place, filters: filters) }
    var currentRow: JSONValue? { selectedRow ?? list.rows.first }
    /// The selected row; nil if it is not loaded.
    var selectedRow: JSONValue? { selectedIndex.flatMap { list[$0] } }

    /// Handles the events that all lists take alike.
    /// - Returns: nil for other events.
    mutating func receiveAsList(_ event: PanelEvent, in world: World) -> [Effect]? {
        if case .outdated = event { unfiltered?.outdate() }
        if let effects = list.receive(event, in: id) { return effects }
        if sending.follow(event) { return [] }
        switch event {
        case .stale:
            place = origin
            unfiltered = nil
            list.invalidate()
            return [.cancel(id, .load)]
        case .filtered(let values): return filter(values, in: world)
        case .answered(let values):
            return [.replace(id, ScreenPanels.panel(for: screen, at: origin.answering(values)))]
        case .deleteConfirmed(let mark, let values): return delete(mark, answering: values, in: world)
        default: return nil
        }
    }

    /// Keeps the filters and rows that another version of the document has, too.
    mutating func followRows(from old: Screen, in world: World) -> [Effect] {
        filters = filters.filter { name, _ in screen.filters.contains { $0.name == name } }
        let effects = screen.load == nil ? [] : list.follow(screen, from: old, in: id, world)
        if !effects.isEmpty { unfiltered?.outdate() }
        return effects
    }

    /// Drops the rows of other filters, or restores the unfiltered ones.
    /// - Returns: the restored selection; nil if the rows must be loaded.
    mutating func changeFilters(to values: [String: String], at selection: Selection) -> Selection? {
        defer { filters = values }
        if values.isEmpty, let kept = unfiltered {
            unfiltered = nil
            list.restore(kept.list)
            return kept.selection
        }
        if filters.isEmpty, !values.isEmpty { unfiltered = UnfilteredRows(list, selection) }
        list.invalidate()
        return nil
    }

    func pushForm(_ form: Form, in world: World) -> [Effect] {
        let inside = world.inside(screen, at: place, row: nil)
        let texts = form.texts(ofOwners: inside.inherited)
        return [
            .push(
                FormScreen(
                    screen: screen, form: form, place: inside, origin: origin, purpose: .add(panel: id), texts: texts))
        ]
    }

    /// Shows a saved or new row in the list, and in the list without filters.
    mutating func show(saved outcome: UpdateOutcome, _ mark: RowMark?, from provenance: Provenance) {
        let atEnd = addsAtEnd
        list.takeSaved(outcome, mark, atEnd: atEnd, from: provenance)
        unfiltered?.take(outcome, mark, atEnd: atEnd, from: provenance)
    }

    // MARK: Deletions

    func askToDelete(_ name: String, in world: World) -> [Effect] {
        let mode = world.demo.mode(of: (world.remover(ofRowsOf: screen) ?? screen).id)
        return [.present(ConfirmPopup.delete(name, mode, panel: id, row: selectedIndex.map(list.mark)))]
    }

    /// Deletes a row on the server; it stays in the list until then.
    private mutating func delete(_ mark: RowMark?, answering values: [String: String], in world: World) -> [Effect] {
        guard let remover = world.remover(ofRowsOf: screen), let request = remover.delete,
            let row = list.index(of: mark).flatMap({ list[$0] })
        else { return [.note(.info(ConfirmPopup.outdated))] }
        guard !sending.isLoading else { return [.note(.info(ConfirmPopup.isBusy))] }
        deletedRow = mark
        let (number, timer) = sending.begin(for: id)
        let opened = world.inside(screen, at: place, row: row)
        // A row's own screen knows the parameters of its path only when it is open.
        let inside = remover.id == screen.id ? opened : world.inside(remover, at: opened, row: row)
        let send = SendRequest(
            id: number, screen: remover, place: inside, change: Update(deleting: request), typed: values)
        return [timer, .send(send)]
    }

    /// Removes the row that the server has deleted.
    mutating func endDeletion(_ outcome: UpdateOutcome, from provenance: Provenance, _ world: World) -> [Effect] {
        let (row, atEnd) = (deletedRow, addsAtEnd)
        unfiltered?.take(outcome, row, atEnd: atEnd, from: provenance)
        if let index = list.index(of: deletedRow) { list.remove(index) }
        selection.select(selection.index, of: list.count)
        let write = world.remover(ofRowsOf: screen)?.delete
        return (write.map { [.written($0, in: provenance.mode, shownBy: id)] } ?? []) + [.note(.info("Deleted."))]
    }
}

/// The rows and the selection of a list without filters: Esc restores them.
struct UnfilteredRows: Sendable {
    private(set) var list: RowList
    let selection: Selection

    init(_ list: RowList, _ selection: Selection) {
        self.list = list
        self.selection = selection
        if list.load.isLoading { self.list.abandon() }
    }

    mutating func outdate() { list.load.invalidate() }

    /// Applies a save or deletion; nil marks a new row.
    mutating func take(_ outcome: UpdateOutcome, _ mark: RowMark?, atEnd: Bool, from provenance: Provenance) {
        let own = list.mark(of: mark)
        if mark == nil || own != nil {
            list.takeSaved(outcome, own, atEnd: atEnd, from: provenance)
        }
    }
}
