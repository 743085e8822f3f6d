import AppCore
import Terminal
import WireFormats

/// One object of the API: its fields, its edit form, and the collections that open from it.
struct ItemScreen: DocumentPanel {
    var id: PanelID = 0
    private(set) var screen: Screen
    private(set) var place: Place
    let origin: Place
    /// The object, once it arrived; a row without a request of its own starts with it.
    private(set) var item: LoadedItem? {
        didSet {
            contentNumber += 1
            let (line, child) = (selectedLine, tree.lines.isEmpty ? -1 : selection.index - tree.lines.count)
            if let content = item?.content {
                tree.show(content.value, called: content.title, isText: content.isText)
            } else {
                tree.show(item?.value)
            }
            keepSelection(on: line, orChild: child)
            // While another mode's item loads, the path keeps its titles.
            if let item { name = screen.name(of: item.value) }
        }
    }
    /// Counts the replacements of the content.
    private var contentNumber = 0
    var content: PanelContent { PanelContent(panel: id, number: contentNumber) }
    var tree: ValueTree
    private(set) var name: String?
    private(set) var load = LoadState()
    var selection = Selection()
    /// The first painted line; values of several rows make it different from the selection's.
    var top = 0
    private var deletion = LoadState(.send)
    /// The name of the item that was deleted here, until the next load.
    private(set) var deleted: String?
    /// The action to run after the item is loaded, because its key was pressed before.
    private var wanted: Action?
    /// True for a row of a list that loads again: the screen closes when it is visible.
    private var isGone = false
    /// True if it closes with its form, because the row was opened only to be edited.
    private var closesAfterEdit: Bool
    /// Counts the loads of the item, so that a confirmation for one does not apply to another.
    private var generation = 0
    private(set) var search = ""
    /// The stream in view, if the reply is one.
    private(set) var stream: EventStream?
    /// The stream that the call under way adds to, until its first part.
    private var nextStream: EventStream?
    /// The list of the item, which also shows what is saved here.
    let list: ListRow?
    /// The screens that take the item's key.
    private(set) var takers: [RowTaker] = []

    struct LoadedItem: Sendable {
        var value: JSONValue
        var document: JSONValue
        var etag: String?
        /// The reply, if it is not JSON.
        var content: ReplyContent?
    }

    init(screen: Screen, place: Place, rowOf list: ListRow? = nil) {
        self.list = list
        closesAfterEdit = list?.isToEdit ?? false
        wanted = closesAfterEdit ? .edit : nil
        self.screen = screen
        self.place = place
        origin = place
        tree = ValueTree(fields: screen.fields)
        name = rowName
        if screen.load == nil, let row = place.row {
            item = LoadedItem(value: row, document: row, etag: nil)
            tree.show(row)
        }
    }

    /// The name of the row that the item was opened from.
    private var rowName: String? {
        list != nil || screen.load == nil ? origin.row.flatMap { screen.name(of: $0) } : nil
    }

    /// The exchange that brought the item: its own, or that of its list.
    var exchange: ExchangeNumber? { load.provenance?.exchange ?? (screen.load == nil ? list?.exchange : nil) }
    /// A stream moves by itself.
    var isSpinning: Bool { load.isSlow && !isStreaming }
    var isStoppable: Bool { load.isSlow || isStreaming }
    var isStreaming: Bool { load.isLoading && stream != nil }
    /// The item as callbacks have it.
    var shown: ShownItem? {
        item.map { .init(value: $0.value, operations: screen.load.map { [$0.operation] } ?? screen.operations) }
    }
    /// True if the item is from before a reload that failed.
    var isStale: Bool { item != nil && load.failure != nil }
    /// A row was asked for in its list.
    var waitsForEnter: Bool { screen.isCalledOnRequest && list == nil && item == nil && load.isIdle }

    func hint(for action: Action) -> String? {
        switch action {
        case .open where waitsForEnter: "call"
        case .follow: "resume"
        case .back where isStreaming: "stop"
        default: nil
        }
    }

    func heading(in world: World) -> Heading {
        var heading = Heading(screen, load, in: world)
        if list != nil, let name { heading.title = name }
        if isStale { heading.markStale() }
        if let stream {
            heading.count =
                isStreaming
                ? "\(stream.title) so far, \(key: .back) stops"
                : stream.title + (stream.lastID == nil ? "" : ", \(key: .follow) resumes")
        }
        return heading
    }

    func crumb(in world: World) -> String {
        list != nil || !(screen.load?.questions.isEmpty ?? true) ? name ?? screen.title : screen.title
    }

    mutating func open(in world: World) -> [Effect] {
        tree.now = world.now
        takers = list.map { world.takers(ofRowsOf: $0.screen) } ?? []
        // The form was above it.
        if isGone || closesAfterEdit && wanted == nil { return [.remove(id)] }
        return load.isIdle && screen.load != nil && !waitsForEnter ? reload() : []
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        if case .missing(let fields)? = load.failure, action == .open {
            return [.ask(id, fields)]
        }
        if waitsForEnter, action == .open { return call(in: world) }
        defer { scroll(in: world) }
        if selection.follow(action, count: lineCount(in: world), page: world.area.rows) { return [] }
        switch action {
        case .open: return openSelected(in: world)
        case .right: unfold(in: world)
        case .left: fold(in: world)
        case .back:
            wanted = nil
            if closesAfterEdit { return [.remove(id)] }
            return stop()
        case .reload: return reload()
        case .follow:
            guard let stream, let lastID = stream.lastID else { return [] }
            return reload(behind: lastID, with: stream.resumed)
        case .edit:
            guard load.isLoading else { return edit(in: world) }
            wanted = action
        case .delete:
            let mode = world.demo.mode(of: screen.id)
            return [.present(ConfirmPopup.delete(name ?? screen.title, mode, panel: id, row: mark))]
        case .copy: return copy()
        case .saveFile: return saveFile()
        case .showExchange: return exchange.map { [.push(ExchangeScreen(exchange: $0))] } ?? []
        case .editStub: return [.editStub(exchange)]
        case .filter: return [.present(LinePopup.search(in: id, text: search))]
        case .parts:
            guard item == nil, load.isLoading else { return toParts(in: world) }
            wanted = action
            closesAfterEdit = false
        case .nextMatch: return move(toMatch: 1, in: world)
        case .previousMatch: return move(toMatch: -1, in: world)
        default: break
        }
        return []
    }

    mutating func follow(_ screen: Screen, in world: World) -> [Effect]? {
        let old = self.screen
        self.screen = screen
        tree.use(screen.fields)
        // Lays out what is there.
        item = item.map(\.self)
        guard screen.load != nil else {
            // A row of demo data consists of its fields.
            return screen == old || world.demo.mode(of: screen.id) == .live ? [] : nil
        }
        guard load.isAffected(by: screen, from: old, in: world) else { return [] }
        load.invalidate()
        return [.cancel(id, .load)]
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        if load.follow(event) { return [] }
        switch event {
        case .part(let request, let headers, let bytes):
            guard load.isCurrent(request) else { return [] }
            readStream(in: world) { $0.read(bytes, headers) }
            return stream?.isTooLong == true ? stop() : []
        case .loaded(let request, let reply): return take(request, reply, in: world)
        case .saved(let outcome, _, let provenance):
            show(saved: outcome)
            if screen.load != nil { load.change(by: provenance) }
            if let list { return [.tell(list.panel, .saved(outcome, list.mark, provenance))] }
        case .stale:
            // A row without a request of its own belongs to its list, which loads again. It stays on the path to the
            // panels above it until it is visible.
            guard screen.load != nil else {
                isGone = true
                return []
            }
            item = nil
            generation += 1
            place = origin
            load.invalidate()
            return [.cancel(id, .load)]
        case .signedIn:
            if load.failure?.wantsSignIn ?? false { load.invalidate() }
        case .outdated:
            guard screen.load != nil else { return [.remove(id)] }
            load.invalidate()
            return [.cancel(id, .load)]
        case .left:
            if wanted != nil { forgetWanted() }
            if load.isLoading {
                load.invalidate()
                return [.cancel(id, .load)]
            }
        case .displayChanged: tree.now = world.now
        case .searched(let text):
            search = text
            return move(toMatch: 0, in: world)
        case .answered(let values):
            return [.replace(id, ScreenPanels.panel(for: screen, at: origin.answering(values)))]
        case .deleteConfirmed(let mark, let values): return delete(mark, answering: values, in: world)
        case .missing(let request, let fields):
            return deletion.askBeforeDeleting(fields, request, of: mark, panel: id)
        case .sent(let request, let provenance, let result): return take(request, provenance, deletion: result)
        default: break
        }
        return []
    }

    private mutating func take(_ request: RequestID, _ reply: LoadReply, in world: World) -> [Effect] {
        switch reply.result {
        case .success(.item(let loaded)):
            guard load.end(request, reply.provenance, failure: nil) else { return [] }
            place = reply.place
            if loaded.response.isStream {
                readStream(in: world) { $0.end(with: loaded.response) }
            } else {
                stream = nil
                item = LoadedItem(
                    value: loaded.value, document: loaded.document, etag: loaded.etag,
                    content: ReplyContent(loaded.response, titled: screen.title))
            }
            defer { wanted = nil }
            if wanted == .parts { return toParts(in: world) }
            return wanted == .edit ? edit(in: world) : []
        case .success(.page): break
        case .failure(let failure):
            guard load.end(request, reply.provenance, failure: failure) else { return [] }
            contentNumber += 1
            // The name of the other mode's item goes with that item; the way to it keeps its titles.
            if item == nil { name = rowName }
            forgetWanted()
        }
        return []
    }

    private mutating func take(
        _ request: RequestID, _ provenance: Provenance, deletion result: Result<UpdateOutcome, APIError>
    ) -> [Effect] {
        guard deletion.end(request, provenance, failure: nil) else { return [] }
        switch result {
        case .success(let outcome):
            let notices = list.map { [Effect.tell($0.panel, .saved(outcome, $0.mark, provenance))] } ?? []
            // If nothing is below this screen, it stays and shows that.
            if screen.load != nil {
                deleted = name ?? screen.title
                item = nil
                load.stop(showing: nil)
            }
            let written = screen.delete.map { [Effect.written($0, in: provenance.mode, shownBy: id)] } ?? []
            return notices + written + [.note(.info("Deleted.")), .remove(id)]
        case .failure(let error): return [.note(.error("Not deleted: \(error.userMessage)"))]
        }
    }

    /// Reads more of a stream. If the last line is selected, it stays the last one.
    private mutating func readStream(in world: World, _ read: (inout EventStream) -> Void) {
        let isAtEnd = stream == nil || selection.index + 1 >= tree.lines.count
        stream = nextStream ?? stream
        nextStream = nil
        guard var stream else { return }
        // There is no other copy while it grows.
        self.stream = nil
        read(&stream)
        item = LoadedItem(value: .null, document: .null, etag: nil, content: ReplyContent(stream, titled: screen.title))
        self.stream = stream
        if isAtEnd { selection.select(tree.lines.count - 1, of: lineCount(in: world)) }
        scroll(in: world)
    }

    /// Loads the item, or the events of a stream after one of them.
    private mutating func reload(behind lastID: String? = nil, with stream: EventStream = EventStream()) -> [Effect] {
        guard screen.load != nil else { return [] }
        deleted = nil
        nextStream = stream
        let (request, timer) = load.begin(for: id)
        let load = LoadRequest(id: request, screen: screen, place: place, filters: [:], page: nil, lastEventID: lastID)
        return [timer, .load(load)]
    }

    /// Stops the load; the part of a stream stays.
    private mutating func stop() -> [Effect] {
        load.stop(
            showing: item == nil ? .failed(APIError(.cancelled)) : nil, keepsPart: stream != nil && nextStream == nil)
        return [.cancel(id, .load)]
    }

    private mutating func call(in world: World) -> [Effect] {
        let questions = questions(in: world)
        return questions.isEmpty ? reload() : [.ask(id, questions)]
    }

    private mutating func forgetWanted() {
        wanted = nil
        closesAfterEdit = false
    }

    private func edit(in world: World) -> [Effect] {
        guard let update = screen.update, let item else { return [] }
        let form = FormScreen(
            screen: screen, form: update, place: world.inside(screen, at: place, row: item.value), origin: origin,
            purpose: .edit(base: item.value[update.base] ?? item.value, etag: item.etag, panel: id, row: nil))
        return [.push(form)]
    }

    /// The mark of a question about the item that is shown now.
    private var mark: RowMark { RowMark(index: 0, generation: generation) }

    private mutating func delete(_ mark: RowMark?, answering values: [String: String], in world: World) -> [Effect] {
        guard mark == self.mark else { return [.note(.info(ConfirmPopup.outdated))] }
        guard let request = screen.delete else { return [] }
        guard !deletion.isLoading else { return [.note(.info(ConfirmPopup.isBusy))] }
        let (number, timer) = deletion.begin(for: id)
        let send = SendRequest(
            id: number, screen: screen, place: world.inside(screen, at: place, row: item?.value),
            change: Update(deleting: request, etag: item?.etag), typed: values)
        return [timer, .send(send)]
    }

    /// An update with data in its reply shows that data; without, it shows what was sent.
    private mutating func show(saved outcome: UpdateOutcome) {
        guard var shown = item, let form = screen.update else { return }
        switch outcome {
        case .stored(let value, let response):
            shown.value = value
            shown.document = response.json ?? value
            shown.etag = response.etag
        case .accepted(let sent, _):
            let before = shown.value[form.base]
            let after = form.style == .replace ? sent : before?.merging(sent) ?? sent
            shown.value = shown.value.setting(after, at: form.base)
            shown.document = shown.document.setting(shown.value, at: screen.item)
            shown.etag = nil
        case .deleted: return
        }
        shown.content = nil
        item = shown
        load.stop(showing: nil)
    }
}

extension ItemScreen {
    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .open:
            if case .missing? = load.failure { return .enabled }
            return !waitsForEnter && lineCount(in: world) == 0 ? .absent : .enabled
        case .edit:
            if screen.update == nil { return .disabled("The API has no update for \(screen.title).") }
            // An item that is still loading is edited when it arrives.
            if load.isLoading { return .enabled }
            if isStale { return .disabled("These values are stale; \(key: .reload) loads them again.") }
            return item == nil ? .disabled("Nothing is loaded to edit.") : .enabled
        case .delete:
            if screen.delete == nil { return .disabled("The API has no delete for \(screen.title).") }
            return item == nil ? .disabled("Nothing is loaded to delete.") : .enabled
        case .parts where item == nil && load.isLoading: return .enabled
        case .parts: return children(in: world).isEmpty ? .disabled("Nothing opens from \(screen.title).") : .enabled
        case .add: return .disabled("This is one item; new ones are added in its list.")
        case .filter, .copy, .saveFile: return item == nil ? .disabled("Nothing is loaded.") : .enabled
        case .nextMatch, .previousMatch:
            return search.isEmpty ? .disabled("Press \(key: .filter) to search first.") : .enabled
        case .reload: return screen.load == nil ? .absent : .enabled
        case .follow:
            guard let stream, !load.isLoading else { return .absent }
            return stream.lastID == nil
                ? .disabled("No \(stream.valueName) has an id to resume after; \(key: .reload) begins anew.") : .enabled
        case .showExchange: return exchange == nil ? .disabled("No request was made yet.") : .enabled
        case .back: return load.isLoading ? .enabled : .absent
        case .up, .down, .pageUp, .pageDown, .first, .last, .left, .right, .editStub: return .enabled
        default: return .absent
        }
    }
}
