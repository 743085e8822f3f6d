import AppCore
import Terminal

/// Finds everything that can be opened or done here: typing narrows one list of many sources, Enter takes an entry.
struct Palette: Panel {
    /// A screen that opens from the current item, with its known values.
    struct Part: Sendable {
        let screen: String
        let title: String
        let panel: PanelID
        /// The texts that find it; nil if they are those of the screen.
        let key: SearchKey?
        /// Opens it at the item; empty if all needed values were typed before.
        let opening: [Effect]
    }

    /// Entries of one kind. Texts are made for the lines in sight, search keys once something is typed.
    struct Source: Sendable {
        let kind: String
        /// The footer's word for Enter.
        let verb: String
        var count = 0
        /// True if typing finds the entries.
        var isSearched = true
        var keys: @Sendable () -> [SearchKey] = { [] }
        var line: @Sendable (Int) -> Line = { _ in Line(title: "") }
        var choose: @Sendable (Int) -> [Effect] = { _ in [] }
        /// Chooses an entry for one call; nil if its entries are not for calls.
        var chooseOnce: (@Sendable (Int) -> [Effect])?
    }

    struct Line: Sendable {
        let title: String
        var detail = ""
        var key = ""
    }

    /// The call whose failures are offered.
    struct Subject: Hashable, Sendable {
        let screen: String
        let operation: String?
    }

    var id: PanelID = 0
    private var sources: [Source]
    private let subject: Subject?
    /// The places of the sources that arrive after the popup.
    private let failures: Int
    private let stubs: Int
    private var keys: [Int: [SearchKey]] = [:]
    private var input = TextInput.search()
    private var found: [(source: Int, place: Int)] = []
    private(set) var selection = Selection()

    init(_ sources: [Source], keys: Source, subject: Subject?) {
        self.subject = subject
        failures = sources.count
        stubs = failures + 2
        self.sources = sources + [Source(kind: "failure", verb: "apply"), keys, Source(kind: "stub", verb: "show")]
        narrow()
    }

    var isTyping: Bool { true }
    func heading(in world: World) -> Heading { Heading(title: "Find") }
    func popupSize(in world: World) -> Size { Size(columns: 90, rows: 26) }
    func hint(for action: Action) -> String? {
        switch action {
        case .open: chosen.map { sources[$0.source].verb }
        case .nextPane: chosen.flatMap { sources[$0.source].chooseOnce } == nil ? nil : "once"
        default: nil
        }
    }

    private var chosen: (source: Int, place: Int)? { selection.pick(from: found) }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .open: found.isEmpty ? .disabled("Nothing matches what you typed.") : .enabled
        case .up, .down, .pageUp, .pageDown: .enabled
        case .nextPane where hint(for: action) != nil: .enabled
        default: .absent
        }
    }

    mutating func open(in world: World) -> [Effect] {
        [.fetchStubs(id, screen: nil)] + (subject.map { [.fetchConditions(id, screen: $0.screen)] } ?? [])
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        if selection.follow(action, count: found.count, page: max(1, min(24, world.area.rows) - 4)) { return [] }
        guard let chosen else { return [] }
        let source = sources[chosen.source]
        switch action {
        case .open: return [.close] + source.choose(chosen.place)
        case .nextPane: return source.chooseOnce.map { [.close] + $0(chosen.place) } ?? []
        default: return []
        }
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        switch event {
        case .stubs(let list): put(.stubs(list.stubs), at: stubs)
        case .conditions(let calls): put(.failures(calls, of: subject?.operation), at: failures)
        default: break
        }
        return []
    }

    mutating func type(_ key: Key, in world: World) -> [Effect] {
        let before = input.text
        if input.handle(key), input.text != before { narrow() }
        return []
    }

    mutating func paste(_ text: String, in world: World) -> [Effect] {
        let effects = input.paste(text)
        narrow()
        return effects
    }

    private mutating func put(_ source: Source, at place: Int) {
        sources[place] = source
        keys[place] = nil
        let kept = selection.index
        narrow()
        selection.select(kept, of: found.count)
    }

    private mutating func narrow() {
        selection = Selection()
        let query = SearchQuery(input.text)
        guard !query.isEmpty else {
            found = sources.indices.flatMap { source in (0..<sources[source].count).map { (source, $0) } }
            return
        }
        for place in sources.indices where keys[place] == nil {
            keys[place] = sources[place].isSearched ? sources[place].keys() : []
        }
        // A large document has more stubs than anything else.
        found = query.places(in: sources.indices.map { keys[$0] ?? [] }, late: [stubs])
    }

    // MARK: Painting

    func extent(in area: Size, world: World) -> Extent? {
        let height = max(0, area.rows - 2)
        guard found.count > height else { return nil }
        return selection.extent("entry", of: found.count, height: height)
    }

    private static let kindWidth = 10

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        canvas.field(input, in: area.row(area.y), placeholder: "screen, action, key, failure, stub or path")
        let list = Rect(x: area.x, y: area.y + 1, width: area.width, height: max(0, area.height - 2))
        /// The detail of the selected line, if the line has no room for it.
        var hidden = ""
        for (index, row) in selection.rows(of: found.count, in: list) {
            let source = sources[found[index].source]
            let line = source.line(found[index].place)
            let isWhole = draw(line, source.kind, on: &canvas, in: row)
            if !isWhole, index == selection.index { hidden = line.detail }
            canvas.line(index, row.inset(dx: -1, dy: 0), isSelected: index == selection.index)
        }
        let all = sources.filter(\.isSearched).reduce(0) { $0 + $1.count }
        if found.isEmpty {
            let first = Point(x: list.x + 1, y: list.y)
            canvas.write("Nothing matches what you typed.", at: first, width: list.width - 1, style: .dim)
        }
        let words = input.isEmpty ? "" : "\(TextLayout.grouped(found.count)) of \(TextLayout.grouped(all))"
        let foot = Point(x: area.x, y: area.y + area.height - 1)
        canvas.write(words, at: foot, width: area.width, style: .dim, align: .trailing)
        let room = max(0, area.width - TextWidth.width(of: words) - 3)
        canvas.write(TextLayout.shortened(hidden, width: room), at: Point(x: foot.x + 1, y: foot.y), width: room)
    }

    /// Draws a line with as much of its detail as fits.
    /// - Returns: false if something of the detail is missing.
    private func draw(_ line: Line, _ kind: String, on canvas: inout Canvas, in row: Rect) -> Bool {
        var end = row.maxX
        if row.width >= 40 {
            canvas.write(
                kind, at: Point(x: end - Self.kindWidth, y: row.y), width: Self.kindWidth, style: .dim, align: .trailing
            )
            end -= Self.kindWidth + 1
        }
        if !line.key.isEmpty {
            end -= TextWidth.width(of: line.key)
            canvas.write(line.key, at: Point(x: end, y: row.y), style: .key)
            end -= 1
        }
        let room = max(0, end - row.x - 2)
        let used = canvas.write(
            line.title.split(separator: " > ").map(String.init).path(width: room),
            at: Point(x: row.x + 1, y: row.y), width: room)
        // In a narrow window the title is more important.
        guard room - used >= 14, !line.detail.isEmpty else { return line.detail.isEmpty }
        canvas.write(
            TextLayout.shortened(line.detail, width: room - used - 2), at: Point(x: row.x + used + 3, y: row.y),
            width: room - used - 2, style: .dim, align: .trailing)
        return TextWidth.width(of: line.detail) <= room - used - 2
    }
}

extension Palette.Line {
    fileprivate init(_ entry: ScreenIndex.Entry) {
        title = entry.asks ? entry.title + " ?" : entry.title
        detail = entry.group.map { "\($0)  \(entry.call)" } ?? entry.call
    }
}

extension Palette.Source {
    static func parts(_ parts: [Palette.Part], in index: ScreenIndex) -> Self {
        let places = Dictionary(index.entries.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        return Self(
            kind: "from here", verb: "open", count: parts.count,
            keys: {
                parts.map { part in
                    part.key ?? places[part.screen].map { index.keys[$0] } ?? SearchKey(part.title)
                }
            },
            line: { Palette.Line(title: parts[$0].title) }, choose: { [.openPart(parts[$0])] })
    }

    /// The screens visited last; typing finds them among all screens.
    static func recent(_ ids: [String], in index: ScreenIndex) -> Self {
        let entries = ids.compactMap { id in index.entries.first { $0.id == id } }
        return Self(
            kind: "recent", verb: "open", count: entries.count, isSearched: false,
            line: { Palette.Line(entries[$0]) }, choose: { [.goToScreen(entries[$0].id)] })
    }

    static func screens(_ index: ScreenIndex) -> Self {
        let entries = index.entries
        return Self(
            kind: "screen", verb: "open", count: entries.count, keys: { index.keys },
            line: { Palette.Line(entries[$0]) }, choose: { [.goToScreen(entries[$0].id)] })
    }

    /// Actions with their keys.
    ///
    /// - Parameter words: the document's words for an action, which find it, too.
    static func actions(
        _ kind: String, _ actions: [(action: Action, title: String, detail: String, key: String)],
        words: [Action: String] = [:]
    ) -> Self {
        Self(
            kind: kind, verb: "run", count: actions.count,
            keys: {
                actions.map {
                    SearchKey(
                        $0.title, names: [$0.action.rawValue, words[$0.action] ?? ""], around: [$0.detail, kind])
                }
            },
            line: { place in
                let entry = actions[place]
                return Palette.Line(title: entry.title, detail: entry.detail, key: entry.key)
            }, choose: { [.run(actions[$0].action)] })
    }

    /// The failures of one call: the selected one, else every call of the screen.
    static func failures(_ calls: [CallChoices], of operation: String?) -> Self {
        guard let call = calls.first(where: { operation != nil && $0.operation == operation }) ?? calls.first else {
            return Self(kind: "failure", verb: "apply")
        }
        // Another call of the screen may fail than the one that can be made to fail.
        let failing = call.current == nil ? calls.first { $0.current != nil } : call
        let works = DemoStatus.Condition(id: "", title: "works again", summary: failing?.title ?? "")
        let all = (failing == nil ? [] : [works]) + call.conditions
        @Sendable func choose(_ place: Int, once: Bool) -> [Effect] {
            let id = all[place].id
            return id.isEmpty
                ? [.demo(.condition(nil, (failing ?? call).target, once: once))]
                : [.demo(.condition(id, call.target, once: once))]
        }
        return Self(
            kind: "failure", verb: "apply", count: all.count,
            keys: {
                all.map { choice in
                    // The words of a status are as good a beginning as its number.
                    SearchKey(
                        String(choice.title.drop { $0.isNumber || $0 == " " }), names: [choice.title, choice.id],
                        around: [choice.summary, "make it fail failure"])
                }
            },
            line: { place in
                let isCurrent = all[place].id == call.current?.id
                let subject = all[place].id.isEmpty ? "" : call.title + "  "
                return Palette.Line(
                    title: (isCurrent ? "● " : "") + all[place].title, detail: subject + all[place].summary)
            },
            choose: { choose($0, once: false) }, chooseOnce: { choose($0, once: true) })
    }

    static func stubs(_ stubs: [StubRow]) -> Self {
        Self(
            kind: "stub", verb: "show", count: stubs.count,
            keys: { stubs.map { SearchKey($0.title, around: [$0.demands, $0.origin, "stub"]) } },
            line: { place in
                let stub = stubs[place]
                return Palette.Line(
                    title: stub.title, detail: (stub.isEnabled ? "" : "off  ") + "\(stub.request)  \(stub.place)")
            }, choose: { [.push(StubScreen(stub: stubs[$0].id))] })
    }
}
