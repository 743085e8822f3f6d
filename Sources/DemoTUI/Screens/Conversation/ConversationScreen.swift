import APIDocument
import AppCore
import Terminal
import WireFormats

/// Messages with a line to write the next one. Text survives a failed send.
struct ConversationScreen: ListPanel {
    var id: PanelID = 0
    private(set) var screen: Screen
    var place: Place
    let origin: Place
    private(set) var layout: MessageLayout
    private(set) var rowTree: ValueTree
    var list: RowList
    /// True if the first row is the newest message.
    var isNewestFirst = false
    /// The selected line; lines run from the oldest message to the newest, whatever the API's order.
    var selection = Selection()
    var filters: [String: String] = [:]
    var unfiltered: UnfilteredRows?
    var draft = TextInput()
    var isComposing = false
    var sending = LoadState(.send)
    var complaint: String?
    var search = ""
    /// The message being deleted; nil while one is sent.
    var deletedRow: RowMark?
    /// The generation of the rows a message was sent into, so that it is not mixed with others.
    var sentInto = 0

    init(screen: Screen, place: Place) {
        self.screen = screen
        self.place = place
        origin = place
        layout = MessageLayout(screen.columns)
        rowTree = ValueTree(fields: screen.fields, hasTiles: false)
        list = RowList(of: screen)
    }

    var addsAtEnd: Bool { !isNewestFirst }
    var isTyping: Bool { isComposing }
    var unsent: String? { draft.isEmpty ? nil : screen.title }
    var isSpinning: Bool { list.load.isSlow || sending.isSlow }
    func heading(in world: World) -> Heading {
        var heading = Heading(screen, list.load, of: list.pages.calls, in: world)
        heading.filter = Heading.words(filters, of: screen)
        if list.isStale { heading.markStale() }
        return heading
    }

    func hint(for action: Action) -> String? {
        guard isComposing else { return nil }
        return switch action {
        case .submit, .open: "send"
        case .nextPane: "messages"
        default: nil
        }
    }

    func availability(of action: Action, in world: World) -> Availability {
        let hasRow = selectedRow != nil
        switch action {
        case .open:
            if case .missing? = list.load.failure { return .enabled }
            return isComposing || hasRow ? .enabled : .absent
        case .add: return screen.create == nil ? .disabled("The API takes no messages here.") : .enabled
        // While composing, the first `Tab` only leaves the input; else letters would go there from another pane.
        case .submit, .nextPane, .previousPane: return isComposing ? .enabled : .absent
        case .edit:
            // A message is changed on its own screen, not in the conversation.
            guard let editor = world.editor(ofRowsOf: screen), editor.id != screen.id else {
                return .disabled("The API has no update for messages here.")
            }
            return hasRow ? .enabled : .disabled("No message is selected.")
        case .delete: return world.deleting(of: screen, called: "messages here", selected: hasRow)
        case .copy: return hasRow ? .enabled : .disabled("No message is selected.")
        case .nextMatch, .previousMatch:
            return search.isEmpty ? .disabled("Press \(key: .filter) to search first.") : .enabled
        case .showExchange: return exchange == nil ? .disabled("No request was made yet.") : .enabled
        case .back:
            return isComposing || list.load.isLoading || sending.isLoading || !filters.isEmpty ? .enabled : .absent
        case .up, .down, .pageUp, .pageDown, .first, .last, .filter, .reload, .editStub: return .enabled
        default: return .absent
        }
    }

    /// The exchange of the last send or deletion, else the one that brought the selected message.
    private var exchange: ExchangeNumber? {
        sending.provenance?.exchange ?? list.exchange(of: selectedIndex)
    }

    mutating func open(in world: World) -> [Effect] {
        layout.now = world.now
        return list.load.isIdle ? list.reload(query) : []
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        if case .missing(let fields)? = list.load.failure, action == .open || action == .add {
            return [.ask(id, fields)]
        }
        if isComposing, action == .open || action == .submit { return sendDraft(in: world) }
        let top = top(in: world)
        if selection.follow(action, count: list.count, page: max(2, world.area.rows / 3)) {
            // The heights of messages differ.
            scroll(from: action == .scrollUp ? top - 1 : action == .scrollDown ? top + 1 : top, in: world)
            isComposing = false
            return fill(in: world)
        }
        switch action {
        case .open: return list.open(selectedIndex, query, in: world)
        case .nextPane, .previousPane:
            isComposing = false
            return []
        case .add: return compose(in: world)
        case .edit: return list.open(selectedIndex, toEdit: true, query, in: world)
        case .back: return goBack(in: world)
        case .reload: return list.retry(query)
        case .delete: return askToDelete("this message", in: world)
        case .copy:
            return [.present(PickPopup.copy(selectedRow.map(layout.words), exchange: exchange))]
        case .showExchange: return exchange.map { [.push(ExchangeScreen(exchange: $0))] } ?? []
        case .editStub: return [.editStub(exchange)]
        case .filter: return query.askForFilters(searching: search)
        case .nextMatch: return move(toMatch: 1)
        case .previousMatch: return move(toMatch: -1)
        default: return []
        }
    }

    mutating func filter(_ values: [String: String], in world: World) -> [Effect] {
        guard let before = changeFilters(to: values, at: selection) else { return list.reload(query) }
        selection = before
        return [.cancel(id, .load)] + open(in: world) + fill(in: world)
    }

    mutating func type(_ key: Key, in world: World) -> [Effect] {
        guard !sending.isLoading else { return [.note(.info(FormScreen.sending))] }
        let top = top(in: world)
        if draft.handle(key) { complaint = nil }
        // A longer message leaves less room for the others.
        scroll(from: top, in: world)
        return []
    }

    mutating func paste(_ text: String, in world: World) -> [Effect] {
        guard !sending.isLoading else { return [.note(.info(FormScreen.sending))] }
        let top = top(in: world)
        defer { scroll(from: top, in: world) }
        return draft.paste(text)
    }

    mutating func follow(_ screen: Screen, in world: World) -> [Effect]? {
        let old = self.screen
        self.screen = screen
        layout = MessageLayout(screen.columns)
        layout.now = world.now
        rowTree.use(screen.fields)
        return followRows(from: old, in: world)
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        if let effects = receiveAsList(event, in: world) { return effects }
        switch event {
        case .loaded(let request, let reply):
            place = reply.place
            return takeRows(request, reply, in: world)
        case .saved(let outcome, let mark, let provenance):
            show(saved: outcome, mark, from: provenance)
            selection.select(selection.index, of: list.count)
        case .sent(let request, let provenance, let result):
            return finish(request, provenance, result, in: world)
        case .displayChanged: layout.now = world.now
        case .searched(let text):
            search = text
            return move(toMatch: 0)
        case .missing(let request, let fields):
            if deletedRow != nil { return sending.askBeforeDeleting(fields, request, of: deletedRow, panel: id) }
            guard sending.isCurrent(request) else { return [] }
            sending.stop(showing: nil)
            complaint = "It was not sent: \(fields.map(\.title).joined(separator: ", ")) is not known."
            return []
        default: break
        }
        return []
    }
}

extension ConversationScreen {
    /// True if the first row is the newest message, judged by the first two times that differ.
    private var beginsWithNewest: Bool {
        guard let time = layout.time else { return false }
        let times = list.rows.lazy.compactMap { $0[time.pointer]?.stringValue }
        guard let first = times.first, let other = times.first(where: { $0 != first }) else { return false }
        return first > other
    }

    /// The row of a line: the newest message is at the bottom, next to the composer.
    func rowIndex(ofLine line: Int) -> Int { isNewestFirst ? list.count - 1 - line : line }

    var selectedIndex: Int? { list.isEmpty ? nil : rowIndex(ofLine: selection.index) }

    /// Loads missing messages near the selected one and in sight above it.
    mutating func fill(in world: World, looksAhead: Bool = true) -> [Effect] {
        let row = rowIndex(ofLine: selection.index)
        let top = rowIndex(ofLine: max(0, selection.index - mostInSight(in: world)))
        let sight = min(top, row)..<max(top, row) + 1
        return list.fill(near: row, sight: sight, looksAhead: looksAhead, query)
    }

    /// The maximum number of visible messages: each takes at least two rows.
    private func mostInSight(in world: World) -> Int { max(1, world.area.rows / 2) }

    /// A first page selects the newest message; older ones on top keep the selected one in place.
    mutating func takeRows(_ request: RequestID, _ reply: LoadReply, in world: World) -> [Effect] {
        let row = rowIndex(ofLine: selection.index)
        switch list.take(request, reply, around: row) {
        case .nothing: return []
        case .replaced:
            isNewestFirst = beginsWithNewest
            selection.select(isNewestFirst ? list.count - 1 : 0, of: list.count)
            // If messages leave room, the next page is asked for once.
            return fill(in: world, looksAhead: list.count < mostInSight(in: world))
        case .filled(let index, let movedUp):
            let now = rowIndex(ofLine: row - (row >= index ? movedUp : 0))
            selection.shift(by: now - selection.index, of: list.count)
        case .shortened:
            if list.isEmpty { return list.reload(query) }
            selection.select(rowIndex(ofLine: list.count - 1), of: list.count)
        }
        return fill(in: world, looksAhead: false)
    }

    mutating func goBack(in world: World) -> [Effect] {
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
        return filter([:], in: world)
    }

    mutating func move(toMatch step: Int) -> [Effect] {
        let range = list.window.range
        let lines = isNewestFirst ? list.count - range.upperBound..<list.count - range.lowerBound : range
        return selection.find(search, step: step, in: lines, of: "in the loaded messages") { [self] line in
            list[rowIndex(ofLine: line)].map(layout.words) ?? ""
        }
    }

    /// The field of the composer; nil if the API takes no messages, or needs more than one field.
    var composedField: Field? {
        guard let form = screen.create else { return nil }
        let required = form.fields.filter(\.isRequired)
        return required.count <= 1 ? required.first ?? form.fields.first : nil
    }

    mutating func compose(in world: World) -> [Effect] {
        guard let form = screen.create else { return [] }
        guard composedField != nil else { return pushForm(form, in: world) }
        isComposing = true
        return []
    }

    mutating func sendDraft(in world: World) -> [Effect] {
        guard let form = screen.create, let field = composedField, !sending.isLoading else { return [] }
        if let violation = draft.isEmpty ? "Type a message first." : field.validate(draft.text) {
            let isLong = draft.characters.count > field.constraints.maxLength ?? .max
            complaint = violation + (isLong ? " It has \(TextLayout.grouped(draft.characters.count))." : "")
            return []
        }
        complaint = nil
        deletedRow = nil
        sentInto = list.generation
        let (request, timer) = sending.begin(for: id)
        let change = Update(form, changes: [Update.Change(field.pointer, field.value(from: draft.text))])
        let inside = world.inside(screen, at: place, row: nil)
        return [timer, .send(SendRequest(id: request, screen: screen, place: inside, change: change))]
    }

    mutating func finish(
        _ request: RequestID, _ provenance: Provenance, _ result: Result<UpdateOutcome, APIError>, in world: World
    ) -> [Effect] {
        guard sending.end(request, provenance, failure: nil) else { return [] }
        switch result {
        case .success(let outcome):
            guard let value = outcome.value else { return endDeletion(outcome, from: provenance, world) }
            let atEnd = addsAtEnd
            unfiltered?.take(outcome, nil, atEnd: atEnd, from: provenance)
            let belongsHere = isShown(provenance.mode)
            if belongsHere, !list.window.unknown([value], by: list.identity).isEmpty {
                list.add(value, atEnd: atEnd)
                selection.select(list.count - 1, of: list.count)
            }
            draft = TextInput()
            let written = screen.create.map { Effect.written($0.request, in: provenance.mode, shownBy: id) }
            return (written.map { [$0] } ?? []) + fill(in: world, looksAhead: false) + [
                .note(.info(belongsHere ? "Sent." : "Sent (\(provenance.mode.rawValue))."))
            ]
        case .failure(let error):
            if deletedRow != nil {
                return [.note(.error("Not deleted: \(error.userMessage)"))]
            }
            complaint =
                "Not sent: \(error.fields.first?.message ?? error.userMessage) Your text is kept; \(keyWhileTyping: .open) sends it again."
            return []
        }
    }

    /// True if the rows are those the message was sent into, or others of the same mode: modes are never mixed.
    private func isShown(_ mode: ServingMode) -> Bool {
        sentInto == list.generation || (!list.load.isLoading && list.load.provenance?.mode == mode)
    }
}
