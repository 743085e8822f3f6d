import AppCore
import Terminal

/// The screens of the documents in groups that fold. A long list begins with its groups closed. With several documents,
/// each is a group of groups.
struct Sidebar: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        let id: String
        let title: String
        /// True if the screen needs typed values.
        var asks = false
        /// The end of the title that shows this.
        var mark: String { asks ? " ?" : "" }
    }

    enum Line: Hashable, Sendable {
        /// A group by its number.
        case heading(Int)
        case entry(Int)
    }

    struct Group: Hashable, Sendable {
        let title: String?
        /// The document that the group is, or belongs to; nil if there is only one document.
        var document: String?
        /// True for a document, which contains the groups after it.
        var isDocument = false
        var entries: Range<Int>
        /// True if only the title is a line. Groups without a title never fold.
        var isFolded = false

        /// Its name among all groups.
        var name: String? {
            title.map { title in isDocument ? title : document.map { "\($0) > \(title)" } ?? title }
        }
    }

    private(set) var entries: [Entry] = []
    private(set) var groups: [Group] = []
    private(set) var lines: [Line] = []
    /// The lines that can be selected: entries, and the titles of closed groups.
    private var stops: [Int] = []
    private var selection = Selection()
    /// The selected line, and the top line.
    private var scrolling = Selection()
    /// The current entry: the selected one, or the last one before a group's title.
    private(set) var index = 0
    /// Cells of the widest title.
    private(set) var titleWidth = 10
    var isFocused = true

    /// The number of entries above which all groups except the current one begin closed.
    private static let most = 40

    init() {}

    init(_ catalog: ScreenCatalog) {
        for section in catalog.sections {
            let start = entries.count
            let document = section.screens.first.flatMap { catalog[$0] }?.document
            if let document, groups.last?.document != document {
                groups.append(Group(title: document, document: document, isDocument: true, entries: start..<start))
            }
            for screen in section.screens.compactMap({ catalog[$0] }) {
                entries.append(Entry(id: screen.id, title: screen.title, asks: screen.rank == .asking))
            }
            groups.append(Group(title: section.title, document: document, entries: start..<entries.count))
            if let home = groups.lastIndex(where: { $0.isDocument && $0.document == document }) {
                groups[home].entries = groups[home].entries.lowerBound..<entries.count
            }
        }
        if entries.count > Self.most {
            for index in groups.indices where !groups[index].entries.contains(0) {
                groups[index].isFolded = groups[index].title != nil
            }
        }
        let titles = entries.map { TextWidth.width(of: $0.title + $0.mark) }
        titleWidth = (titles + groups.compactMap { $0.title.map { TextWidth.width(of: $0) } }).max() ?? 0
        layOut()
    }

    /// Shows another version of the document: the same screen or title stays selected, the same groups stay closed.
    mutating func follow(_ catalog: ScreenCatalog) {
        let old = self
        let title = old.selectedLine.flatMap {
            if case .heading(let group) = $0 { old.groups[group].name } else { nil }
        }
        self = Sidebar(catalog)
        (isFocused, scrolling) = (old.isFocused, old.scrolling)
        close(old.closedGroups)
        let last = max(0, min(old.index, entries.count - 1))
        select(entries.firstIndex { $0.id == old.current?.id } ?? last)
        if let title, let group = groups.firstIndex(where: { $0.isFolded && $0.name == title }) {
            select(.heading(group))
        }
    }

    /// The names of the groups of which only the title is a line.
    var closedGroups: [String] { groups.filter(\.isFolded).compactMap(\.name) }

    /// Closes the groups with these names and opens all others.
    mutating func close(_ names: [String]) {
        for index in groups.indices { groups[index].isFolded = groups[index].name.map(names.contains) ?? false }
        layOut()
    }

    private mutating func layOut() {
        lines = []
        stops = []
        var closed: String?
        for (number, group) in groups.enumerated() {
            if group.isDocument { closed = group.isFolded ? group.document : nil }
            if !group.isDocument, closed != nil { continue }
            if group.isFolded { stops.append(lines.count) }
            if group.title != nil { lines.append(.heading(number)) }
            guard !group.isFolded, !group.isDocument else { continue }
            stops += lines.count..<lines.count + group.entries.count
            lines += group.entries.map(Line.entry)
        }
    }

    /// The title of an entry in `width` cells: its beginning, or both ends if another title of its group begins so.
    func title(of index: Int, width: Int) -> String {
        let (title, mark) = (entries[index].title, entries[index].mark)
        let room = width - mark.count
        guard TextWidth.width(of: title, limit: width) > room else { return title + mark }
        let start = String(TextWidth.prefix(of: title, columns: room - 1))
        let group = groups.last { !$0.isDocument && $0.entries.contains(index) }?.entries ?? 0..<0
        let isShared = group.contains { $0 != index && entries[$0].title.hasPrefix(start) }
        guard !isShared else { return TextLayout.shortened(title, width: room) + mark }
        return TextLayout.begun(title, width: room) + mark
    }

    var current: Entry? { entries.indices.contains(index) ? entries[index] : nil }

    var selectedLine: Line? { stops.indices.contains(selection.index) ? lines[stops[selection.index]] : nil }

    var isOnHeading: Bool { if case .heading = selectedLine { true } else { false } }

    /// The visible part of the lines; without words, because the numbers of screens are not useful.
    func extent(height: Int) -> Extent? {
        Extent(first: firstVisible(height: height), shown: height, count: lines.count, text: "")
    }

    // MARK: Moving

    /// Selects an entry and opens its groups.
    mutating func select(_ index: Int) {
        guard entries.indices.contains(index) else { return }
        for group in groups.indices where groups[group].entries.contains(index) { groups[group].isFolded = false }
        layOut()
        select(.entry(index))
    }

    private mutating func select(_ line: Line) {
        guard let stop = stops.firstIndex(where: { lines[$0] == line }) else { return }
        selection.select(stop, of: stops.count)
        follow()
    }

    /// Handles a moving action in a sidebar of `height` lines.
    /// - Returns: false if the action does not move.
    mutating func follow(_ action: Action, height: Int) -> Bool {
        guard selection.follow(action, count: stops.count, page: height) else { return false }
        follow()
        scrolling.scroll(to: firstVisible(height: height))
        return true
    }

    private mutating func follow() {
        guard stops.indices.contains(selection.index) else { return }
        scrolling.select(stops[selection.index], of: lines.count)
        if case .entry(let entry) = selectedLine { index = entry }
    }

    /// Closes the innermost open group of the selected line and selects its title.
    mutating func fold() {
        let (entry, end) =
            switch selectedLine {
            case .entry(let entry): (entry, groups.count)
            case .heading(let group): (groups[group].entries.lowerBound, group)
            case nil: (0, 0)
            }
        let group = groups[..<end].lastIndex { $0.title != nil && $0.entries.contains(entry) }
        if let group { toggle(group) }
    }

    /// Closes the group of the selected entry if it is one of those, and selects its title.
    mutating func foldIfClosed(in names: [String]) {
        let group = groups.lastIndex { $0.entries.contains(index) && $0.name.map(names.contains) == true }
        if let group, !groups[group].isFolded { toggle(group) }
    }

    mutating func toggle(_ group: Int) {
        guard !groups[group].isFolded else {
            select(.heading(group))
            return unfold()
        }
        // While it is open, its title cannot be selected.
        groups[group].isFolded = true
        layOut()
        select(.heading(group))
    }

    /// Scrolls by lines; the selection moves only to stay visible.
    mutating func scroll(_ count: Int, height: Int) {
        let top = max(0, min(firstVisible(height: height) + count, lines.count - height))
        let sight = top..<top + max(1, height)
        if !stops.indices.contains(selection.index) || !sight.contains(stops[selection.index]) {
            let shown = stops.indices.filter { sight.contains(stops[$0]) }
            guard let stop = count < 0 ? shown.last : shown.first else { return }
            selection.select(stop, of: stops.count)
            follow()
        }
        scrolling.scroll(to: top)
    }

    /// Opens the selected group and selects the first line in it.
    mutating func unfold() {
        guard case .heading(let group) = selectedLine else { return }
        groups[group].isFolded = false
        layOut()
        guard let heading = lines.firstIndex(of: .heading(group)), let stop = stops.first(where: { $0 > heading })
        else { return }
        select(lines[stop])
    }

    /// The top line: the selected line is visible, and with the first entry of a group also the group's title.
    func firstVisible(height: Int) -> Int {
        let top = scrolling.firstVisible(count: lines.count, height: height)
        guard top > 0, top == scrolling.index, height > 1, case .heading = lines[top - 1] else { return top }
        return top - 1
    }
}
