import AppCore
import Terminal

/// The list of screens at the left: entries under the names of their groups.
struct Sidebar: Hashable, Sendable {
    /// A screen's id and title.
    struct Entry: Hashable, Sendable {
        let id: String
        let title: String
        /// True if a person has to type something before it shows anything.
        var asks = false
    }

    /// What stands in one line.
    enum Line: Hashable, Sendable {
        /// The name of the group below; it cannot be selected.
        case heading(String)
        /// The entry of this index.
        case entry(Int)
    }

    private(set) var entries: [Entry] = []
    private(set) var lines: [Line] = []
    /// The line of each entry.
    private var places: [Int] = []
    /// Cells of the widest title.
    private(set) var titleWidth = 10
    /// The selected entry.
    private(set) var selection = Selection()
    /// The line of the selected entry, and which line stands at the top.
    private var scrolling = Selection()
    var isFocused = true

    /// A sidebar before there is a document.
    init() {}

    /// The screens of the catalogue's sidebar.
    init(_ catalog: ScreenCatalog) {
        for section in catalog.sections {
            if let title = section.title { lines.append(.heading(title)) }
            for screen in section.screens.compactMap({ catalog[$0] }) {
                places.append(lines.count)
                lines.append(.entry(entries.count))
                entries.append(Entry(id: screen.id, title: screen.title, asks: screen.rank == .asking))
            }
        }
        let titles = entries.map { TextWidth.width(of: $0.shownTitle) }
        let headings = catalog.sections.compactMap(\.title).map { TextWidth.width(of: $0) - 1 }
        titleWidth = (titles + headings).max() ?? 0
    }

    /// The selected entry.
    var current: Entry? { entries.indices.contains(selection.index) ? entries[selection.index] : nil }

    /// Selects an entry.
    mutating func select(_ index: Int) {
        selection.select(index, of: entries.count)
        guard places.indices.contains(selection.index) else { return }
        scrolling.select(places[selection.index], of: lines.count)
    }

    /// Follows a moving action in a sidebar of `height` lines.
    /// - Returns: false if the action does not move.
    mutating func follow(_ action: Action, height: Int) -> Bool {
        guard selection.follow(action, count: entries.count, page: height) else { return false }
        select(selection.index)
        scrolling = Selection(scrolling, top: firstVisible(height: height))
        return true
    }

    /// The line at the top: the selected entry is visible, and with the first of a group the group's name.
    func firstVisible(height: Int) -> Int {
        let top = scrolling.firstVisible(count: lines.count, height: height)
        guard top > 0, top == scrolling.index, height > 1, case .heading = lines[top - 1] else { return top }
        return top - 1
    }
}

extension Sidebar.Entry {
    /// The title; what asks for something first ends as menus do.
    var shownTitle: String { asks ? title + " …" : title }
}
