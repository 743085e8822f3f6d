import Terminal

/// Every exchange with its decision, newest first, updated live. In a wide window the selected one is beside the list.
///
/// While it follows, the newest row is selected. Any other selected row stays selected, and the title shows the number
/// of new rows.
struct JournalScreen: Panel {
    var id: PanelID = 0
    private(set) var rows: [ExchangeRow] = []
    private(set) var selection = Selection()
    /// The number of new rows above the selected one.
    private(set) var newCount = 0
    private(set) var widths = JournalWidths([])
    private(set) var isFollowing = true
    /// True if the newest row stays selected although newer ones arrive.
    private var isHeld = false
    private var all: [ExchangeRow] = []
    private var marked = 0
    private var showsOnlyMarked = false
    /// The words that every visible row has.
    private var filter = ""
    private var rate = RequestRate()
    private var isAging = false
    private var tab = ExchangeDetail.Tab.reply
    /// The exchange beside the list.
    private var exchange: ExchangeDetail?
    /// The request that was selected before a filter left nothing.
    private var narrowed: ExchangeNumber?
    /// The row and the width that it was fetched for.
    private var fetched: (row: ExchangeRow, width: Int)?

    var followsJournal: Bool { true }

    /// The screen of the selected request: the target of `d`, `c` and `z`.
    var screenID: String? { selected.flatMap { $0.screen.isEmpty ? nil : $0.screen } }

    var operationID: String? { selected?.subject }

    func heading(in world: World) -> Heading {
        var heading = Heading(title: "Journal")
        heading.tag = Heading.Tag(text: rate.text, style: .dim)
        let shown = rows.count == all.count ? "" : TextLayout.grouped(rows.count) + " of "
        heading.count = all.isEmpty ? nil : shown + TextLayout.grouped(all.count)
        if world.demo.passedWithoutStub > 0 {
            heading.count = "\(shown)\(all.count), \(world.demo.passedWithoutStub) live: no stub"
        }
        heading.parameters = newCount == 0 ? nil : "\(TextLayout.grouped(newCount)) new above"
        heading.remark = marked == 0 ? nil : "! \(marked) schema \(marked == 1 ? "mismatch" : "mismatches")"
        heading.filter = Heading.list([showsOnlyMarked ? "only !" : "", filter])
        return heading
    }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .breakpoint where selected.map { $0.breakpoint == nil } == true: .disabled(HoldStatus.noBreakpoint)
        case .open, .copy, .editStub, .breakpoint: rows.isEmpty ? .disabled(emptiness) : .enabled
        case .onlyMarked:
            marked > 0 || showsOnlyMarked ? .enabled : .disabled("Every response that was checked matches its schema.")
        case .back: showsOnlyMarked || !filter.isEmpty ? .enabled : .absent
        case .left, .right: world.detail == nil ? .absent : .enabled
        case .up, .down, .pageUp, .pageDown, .first, .last, .reload, .filter, .follow: .enabled
        default: .absent
        }
    }

    func hint(for action: Action) -> String? {
        switch action {
        case .onlyMarked: showsOnlyMarked ? "all" : nil
        case .follow: isFollowing ? "unfollow" : nil
        case .breakpoint: selected?.isHeld == true ? "decide" : nil
        default: nil
        }
    }

    func selectedName(in world: World) -> String? { selected.map { "\($0.method) \($0.path)" } }

    var selectedActions: [(action: Action, title: String)] {
        selected == nil
            ? []
            : [
                (.open, "open it"), (.copy, "copy path, URL, curl"), (.editStub, "edit its stub"),
                (.breakpoint, "break on it"),
            ]
    }

    mutating func open(in world: World) -> [Effect] { [.fetchExchanges(id)] }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        if selection.follow(action, count: rows.count, page: max(1, world.area.rows - 1)) {
            isHeld = false
            settle()
            return fetchSelected(in: world)
        }
        switch action {
        case .open:
            // The row being read stays selected, or one would come back to another request.
            isFollowing = false
            return selected.map { row in
                let operation = operationID
                return [.push(ExchangeScreen(exchange: row.id, screen: screenID, operation: operation, tab: tab))]
            } ?? []
        case .left: tab = tab.next(-1)
        case .right: tab = tab.next(1)
        case .copy: return [.present(PickPopup.copy(selected?.path, exchange: selected?.id))]
        case .editStub: return [.editStub(selected?.id)]
        case .breakpoint:
            return selected.map { world.demo.holds.effects(on: $0.id, $0.breakpoint) } ?? []
        case .reload: return [.fetchExchanges(id)]
        case .filter:
            let words = "words, status:404, status:4xx, session:NAME, screen:NAME"
            return [.present(LinePopup.search(in: id, text: filter, title: "Filter", placeholder: words))]
        case .onlyMarked: return narrow(toMarked: !showsOnlyMarked, filter, in: world)
        case .back: return narrow(toMarked: false, "", in: world)
        case .follow:
            isHeld = isFollowing
            show(keeping: isHeld ? selected?.id : nil)
            let words =
                isHeld
                ? "This request stays selected; \(key: .follow) follows again." : "The newest request stays selected."
            return [.note(.info(words))] + fetchSelected(in: world)
        default: break
        }
        return []
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        switch event {
        case .exchanges(let new, let rate):
            let wasUntouched = isUntouched
            let newest = all.first?.id
            self.rate = rate
            all = new
            marked = new.count(where: \.isMarked)
            widths = JournalWidths(new)
            show(keeping: isFollowing ? nil : selected?.id ?? narrowed, since: newest)
            // The first request makes room for an exchange.
            return age() + (wasUntouched && !new.isEmpty ? [.fetchExchanges(id)] : fetchSelected(in: world))
        case .aged:
            isAging = false
            return [.fetchExchanges(id)]
        case .exchange(let detail?) where detail.id == selected?.id: exchange = detail
        case .searched(let text): return narrow(toMarked: showsOnlyMarked, text, in: world)
        default: break
        }
        return []
    }

    var emptiness: String {
        if all.isEmpty { return "No request was made yet." }
        return filter.isEmpty && showsOnlyMarked
            ? "Every response that was checked matches its schema. \(key: .onlyMarked) shows all."
            : "No request matches the filter; \(key: .back) shows all."
    }

    var isUntouched: Bool { all.isEmpty }

    private var selected: ExchangeRow? { selection.pick(from: rows) }

    /// Shows the rows again: the kept one stays selected at its height, and rows after `newest` count as new.
    private mutating func show(keeping kept: ExchangeNumber?, since newest: ExchangeNumber? = nil) {
        let words = filter.lowercased().split(separator: " ")
        rows = all
        if showsOnlyMarked { rows = rows.filter(\.isMarked) }
        if !words.isEmpty {
            rows = rows.filter { row in
                let text = row.searchText
                return words.allSatisfy(text.contains)
            }
        }
        if let newest { newCount += rows.prefix { newest < $0.id }.count }
        if let kept {
            // If it is gone, the next older row is gone as well.
            let place = rows.firstIndex { $0.id <= kept } ?? rows.count - 1
            selection.shift(by: place - selection.index, of: rows.count)
        } else {
            selection.select(0, of: rows.count)
        }
        settle()
    }

    private mutating func settle() {
        // A filter that leaves nothing changes no place.
        guard !rows.isEmpty else { return }
        isFollowing = selection.index == 0 && !isHeld
        newCount = min(newCount, selection.index)
    }

    private mutating func narrow(toMarked: Bool, _ text: String, in world: World) -> [Effect] {
        (showsOnlyMarked, filter) = (toMarked, text)
        narrowed = isFollowing ? nil : selected?.id ?? narrowed
        show(keeping: narrowed)
        return fetchSelected(in: world)
    }

    /// Fetches the exchange beside the list, if it is another one or has changed.
    private mutating func fetchSelected(in world: World) -> [Effect] {
        guard let size = world.detail, let selected, fetched?.row != selected || fetched?.width != size.columns else {
            return []
        }
        fetched = (selected, size.columns)
        return [.fetchExchange(id, selected.id, BodyLines.Layout(width: size.columns - 2))]
    }

    /// Shows the rate again in a second, until it is zero.
    private mutating func age() -> [Effect] {
        guard rate.isMoving, !isAging else { return [] }
        isAging = true
        return [.after(.seconds(1), .panel(id, .aged))]
    }

    var hasDetail: Bool { !all.isEmpty }

    func detail(in world: World, size: Size) -> Detail? {
        guard let exchange, exchange.id == selected?.id else { return nil }
        return Detail(title: exchange.title, exchange: (exchange, tab))
    }
}

extension ExchangeRow {
    /// The text that a filter searches.
    fileprivate var searchText: String {
        // `status:4xx` is every status of that class.
        let statusClass = outcome.count == 3 ? outcome.prefix(1) + "xx" : ""
        let named = [
            ("status", outcome), ("status", statusClass), ("session", session), ("screen", screen),
            ("operation", subject),
        ]
        .map { $1.isEmpty ? "" : "\($0):\($1)" }
        return ([decision, method, path, isMarked ? "schema mismatch" : ""] + named).joined(separator: " ")
            .lowercased()
    }
}

/// An exchange in full, in three tabs: its reply, its request, and the reason for the reply.
struct ExchangeScreen: ReaderScreen {
    var id: PanelID = 0
    let exchange: ExchangeNumber
    let screenID: String?
    let operationID: String?
    var viewer = LineViewer()
    private(set) var tab: ExchangeDetail.Tab
    private var detail: ExchangeDetail?
    /// True if bodies are shown unchanged, not laid out.
    private var isAsSent = false

    init(
        exchange: ExchangeNumber, screen: String? = nil, operation: String? = nil, tab: ExchangeDetail.Tab = .reply
    ) {
        self.exchange = exchange
        self.tab = tab
        (screenID, operationID) = (screen, operation)
    }

    var headRows: Int { ExchangeDetail.Tab.height }

    func heading(in world: World) -> Heading { Heading(title: detail?.title ?? "Exchange", tag: detail?.tag) }

    func ownAvailability(of action: Action) -> Availability? {
        switch action {
        case .breakpoint where detail.map { $0.breakpoint == nil } == true: .disabled(HoldStatus.noBreakpoint)
        case .breakpoint: detail == nil ? .disabled("The journal no longer has this request.") : .enabled
        case .copy, .editStub, .reload, .asSent, .left, .right, .nextPane, .previousPane: .enabled
        default: nil
        }
    }

    func hint(for action: Action) -> String? {
        switch action {
        case .asSent: isAsSent ? "laid out" : nil
        case .right: "next tab"
        case .breakpoint: detail?.isHeld == true ? "decide" : nil
        default: nil
        }
    }

    mutating func open(in world: World) -> [Effect] {
        [.fetchExchange(id, exchange, BodyLines.Layout(isAsSent: isAsSent, width: world.area.columns - 2))]
    }

    mutating func performOwn(_ action: Action, in world: World) -> [Effect] {
        switch action {
        case .reload: return open(in: world)
        case .asSent:
            isAsSent.toggle()
            return open(in: world)
        case .right, .nextPane: show(tab.next(1))
        case .left, .previousPane: show(tab.next(-1))
        case .copy: return [.present(PickPopup.copy(viewer.selectedText, exchange: exchange))]
        case .editStub: return [.editStub(exchange)]
        case .breakpoint: return detail.map { world.demo.holds.effects(on: exchange, $0.breakpoint) } ?? []
        default: break
        }
        return []
    }

    mutating func show(_ event: PanelEvent, in world: World) {
        switch event {
        case .exchange(let new?):
            if detail == nil, tab == .reply {
                if new.isWithoutReply { tab = .why }
                if new.isHeld { tab = .request }
            }
            detail = new
            viewer.lines = new[tab]
        case .exchange(nil): viewer.lines = [TextLine("The journal no longer has this request.", .dim)]
        default: break
        }
    }

    private mutating func show(_ tab: ExchangeDetail.Tab) {
        self.tab = tab
        viewer = LineViewer()
        viewer.lines = detail?[tab] ?? []
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        tab.draw(on: &canvas, in: area.inset(dx: 1, dy: 0))
        viewer.draw(on: &canvas, in: tab.rest(of: area), isFocused: isFocused)
    }
}
