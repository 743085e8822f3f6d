import AppCore
import JSONText

/// Messages with a line to write the next one. What was typed survives a failed send.
struct ConversationScreen: Panel {
    var id: PanelID = 0
    let screen: Screen
    /// Where it opened, with the answers its parameters came from.
    private(set) var place: Place
    private let origin: Place
    let layout: MessageLayout
    private(set) var list = RowList()
    /// The selected line; lines run from the oldest message to the newest, whatever the API's order.
    private(set) var selection = Selection()
    private(set) var filters: [String: String] = [:]
    /// The message being written.
    private(set) var draft = TextInput()
    private(set) var isComposing = false
    private(set) var sending = LoadState(.send)
    private(set) var complaint: String?
    private var search = ""
    /// What is being sent: a message if nil, else the deletion of this one.
    private var deletedRow: RowMark?
    /// The rows a message was sent into; once they are others, it must not be mixed with them.
    private var sentInto = 0

    init(screen: Screen, place: Place) {
        self.screen = screen
        self.place = place
        origin = place
        layout = MessageLayout(screen.columns)
    }

    var screenID: String? { screen.id }
    var isTyping: Bool { isComposing && !sending.isLoading }
    var isSpinning: Bool { list.load.isSlow || sending.isSlow }
    /// The field the composer fills; nil if the API takes no messages, or needs more than one field.
    var composedField: Field? {
        guard let form = screen.create else { return nil }
        let required = form.fields.filter(\.isRequired)
        return required.count <= 1 ? required.first ?? form.fields.first : nil
    }

    func heading(in world: World) -> Heading {
        var heading = Heading(screen, list.load, in: world)
        heading.count = list.count
        let words = filters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        heading.filter = words.isEmpty ? nil : words.joined(separator: " ")
        return heading
    }

    func availability(of action: Action, in world: World) -> Availability {
        let hasRow = list.rows.indices.contains(selection.index)
        switch action {
        case .open:
            if case .missing? = list.load.failure { return .enabled }
            return isComposing ? .enabled : hasRow ? .enabled : .absent
        case .add: return screen.create == nil ? .disabled("The API takes no messages here.") : .enabled
        case .submit: return isComposing ? .enabled : .absent
        case .edit: return .disabled("The API has no update for messages here.")
        case .delete:
            if screen.delete == nil { return .disabled("The API has no delete for messages here.") }
            return hasRow ? .enabled : .disabled("No message is selected.")
        case .copy: return hasRow ? .enabled : .disabled("No message is selected.")
        case .nextMatch, .previousMatch: return search.isEmpty ? .disabled("Press / to search first.") : .enabled
        case .showExchange: return lastProvenance?.exchange == nil ? .disabled("No request was made yet.") : .enabled
        case .back:
            return isComposing || list.load.isLoading || sending.isLoading || !filters.isEmpty ? .enabled : .absent
        case .nextPane, .previousPane, .left, .right: return .absent
        default: return .enabled
        }
    }

    /// The row of a line: the newest message stands at the bottom, next to where one writes.
    func rowIndex(ofLine line: Int) -> Int { isNewestFirst ? list.reversed(line) : line }

    private var selectedRow: Int { rowIndex(ofLine: selection.index) }

    private var lastProvenance: Provenance? { sending.provenance ?? list.load.provenance }

    mutating func open(in world: World) -> [Effect] {
        list.load.isIdle ? list.reload(id, screen: screen, place: place, filters: filters) : []
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        if case .missing(let fields)? = list.load.failure, action == .open {
            return [.present(FieldsPopup.asking(fields, title: screen.title, panel: id))]
        }
        if isComposing, action == .open || action == .submit { return sendDraft() }
        if selection.follow(action, count: list.rows.count, page: max(2, world.area.rows / 3)) {
            isComposing = false
            return list.loadMore(near: selectedRow, id, screen: screen, place: place, filters: filters)
        }
        switch action {
        case .open: return openRow()
        case .add: return compose()
        case .back: return goBack()
        case .reload: return list.retry(id, screen: screen, place: place, filters: filters)
        case .delete:
            return [
                .present(
                    ConfirmPopup.delete(
                        "this message", world.demo.mode(of: screen.id), panel: id, row: list.mark(selectedRow)))
            ]
        case .copy:
            let words = list.rows.indices.contains(selectedRow) ? layout.words(list.rows[selectedRow]) : nil
            return [.present(CopyPopup(value: words, exchange: lastProvenance?.exchange))]
        case .showExchange: return lastProvenance?.exchange.map { [.push(ExchangeScreen(exchange: $0))] } ?? []
        case .editStub: return [.editStub(screen: screen.id, exchange: lastProvenance?.exchange)]
        case .filter: return filter()
        case .nextMatch: return move(toMatch: 1)
        case .previousMatch: return move(toMatch: -1)
        default: return []
        }
    }

    mutating func type(_ key: Key, in world: World) -> [Effect] {
        if draft.handle(key) { complaint = nil }
        return []
    }

    mutating func paste(_ text: String, in world: World) -> [Effect] {
        draft.insert(text)
        return []
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        if list.follow(event) { return [] }
        if sending.follow(event) { return [] }
        switch event {
        case .loaded(let request, let reply):
            takeRows(request, reply)
            place = reply.place
        case .saved(let outcome, let mark): takeSaved(outcome, mark)
        case .sent(let request, let provenance, let result): return finish(request, provenance, result)
        case .stale:
            place = origin
            list.invalidate()
            return [.cancel(id, .load)]
        case .left:
            guard list.load.isLoading else { return [] }
            list.abandon()
            return [.cancel(id, .load)]
        case .filtered(let values):
            filters = values
            list.invalidate()
            return list.reload(id, screen: screen, place: place, filters: filters)
        case .searched(let text):
            search = text
            return move(toMatch: 0)
        case .answered(let values):
            return [.replace(id, ScreenPanels.panel(for: screen, at: origin.answering(values)))]
        case .deleteConfirmed(let mark): return deleteRow(mark)
        default: break
        }
        return []
    }

    /// True if the first row is the newest message, judged by the times of the first two that differ.
    var isNewestFirst: Bool {
        guard let time = layout.time else { return false }
        let times = list.rows.lazy.compactMap { $0[time.pointer]?.stringValue }
        guard let first = times.first, let other = times.first(where: { $0 != first }) else { return false }
        return first > other
    }

    // MARK: Writing

    private mutating func compose() -> [Effect] {
        guard let form = screen.create else { return [] }
        guard composedField != nil else {
            let inside = place.opening(row: nil, from: screen.load)
            return [
                .push(FormScreen(screen: screen, form: form, place: inside, origin: origin, purpose: .add(panel: id)))
            ]
        }
        isComposing = true
        return []
    }

    private mutating func sendDraft() -> [Effect] {
        guard let form = screen.create, let field = composedField, !sending.isLoading else { return [] }
        if let violation = draft.isEmpty ? "Type a message first." : field.validate(draft.text) {
            complaint = violation
            return []
        }
        complaint = nil
        deletedRow = nil
        sentInto = list.generation
        let (request, timer) = sending.begin(for: id)
        let change = Update.Change(field.pointer, field.value(from: draft.text))
        return [
            timer,
            .send(
                SendRequest(
                    id: request, screen: screen,
                    place: place.opening(row: nil, from: screen.load),
                    change: .init(request: form.request, style: form.updateStyle, changes: [change]))),
        ]
    }

    private mutating func finish(
        _ request: RequestID, _ provenance: Provenance, _ result: Result<UpdateOutcome, APIError>
    ) -> [Effect] {
        guard sending.end(request, provenance, failure: nil) else { return [] }
        switch result {
        case .success(.deleted):
            if let index = list.index(of: deletedRow) { list.remove(index) }
            selection.select(selection.index, of: list.rows.count)
            return [.note(.info("Deleted."))]
        case .success(.stored(let value, _)), .success(.accepted(let value, _)):
            let belongsHere = isShown(provenance.mode)
            if belongsHere, !list.contains(value, by: screen.rowID) {
                list.add(value, atEnd: !isNewestFirst)
                selection.select(list.rows.count - 1, of: list.rows.count)
            }
            draft = TextInput()
            return [.note(.info(belongsHere ? "Sent." : "Sent (\(provenance.mode.rawValue))."))]
        case .failure(let error):
            if deletedRow != nil {
                return [.note(.error("Not deleted: \(error.userMessage)"))]
            }
            complaint =
                "Not sent: \(error.fields.first?.message ?? error.userMessage) Your text is kept; Enter sends it again."
            return []
        }
    }

    /// True if the rows are those the message was sent into, or others of the same mode: modes are never mixed.
    private func isShown(_ mode: ServingMode) -> Bool {
        sentInto == list.generation || (!list.load.isLoading && list.load.provenance?.mode == mode)
    }

    // MARK: Rows

    private mutating func takeSaved(_ outcome: UpdateOutcome, _ mark: RowMark?) {
        guard let value = outcome.value else {
            if let index = list.index(of: mark) { list.remove(index) }
            return
        }
        if let index = list.index(of: mark) {
            list.replace(index, with: list.rows[index].merging(value))
        } else if mark == nil {
            list.add(value, atEnd: !isNewestFirst)
        }
    }

    /// A first page selects the newest message; older ones that come on top keep the selected one where it is.
    private mutating func takeRows(_ request: RequestID, _ reply: LoadReply) {
        let before = list.rows.count
        let isFirst = list.take(request, reply)
        let line =
            if isFirst { isNewestFirst ? list.rows.count - 1 : 0 } else {
                selection.index + (isNewestFirst ? list.rows.count - before : 0)
            }
        selection.select(line, of: list.rows.count)
    }

    private func openRow() -> [Effect] {
        guard list.rows.indices.contains(selectedRow) else { return [] }
        let row = list.rows[selectedRow]
        let inside = place.opening(row: row, from: screen.load)
        let mark = ListRow(panel: id, mark: list.mark(selectedRow))
        if let item = screen.rowScreen { return [.openScreen(item, inside, rowOf: mark)] }
        return [.push(ItemScreen(screen: screen.rowItem, place: inside, rowOf: mark))]
    }

    private mutating func deleteRow(_ mark: RowMark?) -> [Effect] {
        guard let request = screen.delete, let index = list.index(of: mark), !sending.isLoading else {
            return [.note(.info(ConfirmPopup.outdated))]
        }
        deletedRow = mark
        let (number, timer) = sending.begin(for: id)
        return [
            timer,
            .send(
                SendRequest(
                    id: number, screen: screen,
                    place: place.opening(row: list.rows[index], from: screen.load),
                    change: .init(request: request, style: .delete))),
        ]
    }

    private mutating func goBack() -> [Effect] {
        if sending.isLoading {
            sending.stop(showing: nil)
            complaint = "Stopped; the server may have taken it all the same."
            return [.cancel(id, .send)]
        }
        if isComposing {
            isComposing = false
            return []
        }
        if list.load.isLoading {
            list.stop()
            return [.cancel(id, .load)]
        }
        filters = [:]
        list.invalidate()
        return list.reload(id, screen: screen, place: place, filters: filters)
    }

    private func filter() -> [Effect] {
        guard !screen.filters.isEmpty else { return [.present(SearchPopup(panel: id, text: search))] }
        return [
            .present(
                FieldsPopup(
                    title: "Filter \(screen.title)", fields: screen.filters, values: filters, purpose: .filters,
                    panel: id))
        ]
    }

    private mutating func move(toMatch step: Int) -> [Effect] {
        let lines = list.rows.indices.map { layout.words(list.rows[rowIndex(ofLine: $0)]) }
        guard let line = Search.next(search, in: lines, from: selection.index, step: step) else {
            return search.isEmpty ? [] : [.note(.info("\"\(search)\" does not occur in the loaded messages."))]
        }
        selection.select(line, of: list.rows.count)
        return []
    }
}
