import AppCore
import Terminal

extension AppState {
    mutating func performInSidebar(_ action: Action) -> [Effect] {
        if isJournalBeside { return performBesideJournal(action) }
        switch action {
        case .open, .right:
            sidebar.isFocused = false
            return action == .open ? enter() : []
        case .filter: return findScreen()
        case .edit, .add, .submit, .editJSON, .addEntry, .removeEntry, .parts, .columns:
            // They lead to a text field, or continue there, which needs the focus.
            sidebar.isFocused = false
            return withMain { panel, world in panel.perform(action, in: world) }
        default:
            let before = sidebar.selection.index
            let rows = Layout(size: size, state: self).sidebar?.content.height ?? 1
            guard sidebar.follow(action, height: rows) else {
                return withMain { panel, world in panel.perform(action, in: world) }
            }
            return sidebar.selection.index == before ? [] : leave(before) + awaitRest() + showCurrent()
        }
    }

    /// Beside the journal the sidebar only selects the target of `d` and `c`: a screen that is not opened makes no
    /// request.
    private mutating func performBesideJournal(_ action: Action) -> [Effect] {
        switch action {
        case .open:
            sidebar.isFocused = false
            overlays = []
            return showCurrent() + enter()
        case .right:
            sidebar.isFocused = false
            return []
        case .filter: return findScreen()
        default:
            let rows = Layout(size: size, state: self).sidebar?.content.height ?? 1
            if sidebar.follow(action, height: rows) { return [] }
            return withMain { panel, world in panel.perform(action, in: world) }
        }
    }

    /// Opens a sidebar entry by Enter: asks for unknown parameters, and sends calls that wait for Enter.
    private mutating func enter() -> [Effect] {
        let asked = askForUnknown()
        return asked.isEmpty ? openMainOnRequest() : asked
    }

    func findScreen() -> [Effect] {
        [.present(ScreenFinder(screenIndex, current: screenBehind, parts: partsInFront))]
    }

    /// The screens that open from the item in front, or from the item on the way to it.
    private var partsInFront: [ScreenFinder.Part] {
        let world = world
        for panel in (currentScreen.flatMap { stacks[$0] } ?? []).reversed() {
            // Typed text must not be left by accident.
            if panel is FormScreen { return [] }
            guard let item = panel as? ItemScreen else { continue }
            let children = item.children(in: world)
            if children.isEmpty { continue }
            // Values that a person typed are reused everywhere, and can be changed there.
            let isAsked = !(item.asking?.questions.isEmpty ?? true)
            return children.map {
                ScreenFinder.Part(
                    screen: $0.id, title: "\(item.crumb(in: world)) > \($0.title)", panel: item.id,
                    place: isAsked ? nil : item.place(of: $0.id, in: world))
            }
        }
        return []
    }

    /// Opens a part of an item; panels opened from it before are closed.
    mutating func open(_ part: ScreenFinder.Part) -> [Effect] {
        guard let place = part.place, let current = currentScreen, let stack = stacks[current],
            let index = stack.firstIndex(where: { $0.id == part.panel })
        else { return goToScreen(part.screen) }
        let above = stack[(index + 1)...]
        stacks[current] = Array(stack[...index])
        overlays = []
        rest.end()
        sidebar.isFocused = false
        return above.map { .cancel($0.id, nil) } + [.openScreen(part.screen, place, rowOf: nil)]
    }

    /// Shows a screen from anywhere. A screen that opens from another's row asks for the row's values.
    mutating func goToScreen(_ id: String) -> [Effect] {
        let closed = closePopups()
        if let index = sidebar.entries.firstIndex(where: { $0.id == id }) { return closed + goToScreen(index) }
        guard let screen = catalog[id], let root = catalog.root(of: id),
            let index = sidebar.entries.firstIndex(where: { $0.id == root })
        else { return closed }
        var effects = closed + (index == sidebar.selection.index ? [] : leave(sidebar.selection.index))
        rest.end()
        overlays = []
        sidebar.isFocused = false
        sidebar.select(index)
        if let rootScreen = catalog[root], stacks[root]?.isEmpty ?? true {
            var panel = ScreenPanels.panel(for: rootScreen, at: Place())
            panel.id = takePanelID()
            stacks[root] = [panel]
        }
        effects += goToRoot(of: root)
        let panel = ScreenPanels.panel(for: screen.openedDirectly, at: Place())
        return effects + [.opened(id, from: root)] + push(panel) + askForUnknown()
    }

    /// Closes what was opened from a screen of the sidebar, up to a form with unsent text.
    private mutating func goToRoot(of screen: String) -> [Effect] {
        var effects: [Effect] = []
        while let last = stacks[screen]?.last, (stacks[screen]?.count ?? 0) > 1, last.unsent == nil {
            stacks[screen]?.removeLast()
            effects.append(.cancel(last.id, nil))
        }
        return effects
    }

    /// Shows the screen with a number, or its first panel if the screen is in front already.
    mutating func goToScreen(numbered number: Int) -> [Effect] {
        guard sidebar.entries.indices.contains(number - 1) else {
            return [.note(.info("There is no screen \(number); : finds screens by name."))]
        }
        let isInFront = sidebar.selection.index == number - 1 && overlays.isEmpty && !sidebar.isFocused
        guard isInFront, let screen = currentScreen else { return goToScreen(number - 1) }
        let closed = goToRoot(of: screen)
        if closed.isEmpty {
            let unsent = mainPanel?.unsent.map { "\($0) has unsent text; Esc leaves it." }
            return [.note(.info(unsent ?? "This is screen \(number)."))]
        }
        return closed + openMain()
    }

    mutating func goToScreen(_ index: Int) -> [Effect] {
        guard sidebar.entries.indices.contains(index) else { return [] }
        overlays = []
        rest.end()
        sidebar.isFocused = false
        let before = sidebar.selection.index
        sidebar.select(index)
        return (before == index ? [] : leave(before)) + showCurrent()
    }

    /// Cancels the loads of the screen left behind; it loads again when it comes back.
    private mutating func leave(_ index: Int) -> [Effect] {
        rest.end()
        guard sidebar.entries.indices.contains(index), let panel = stacks[sidebar.entries[index].id]?.last else {
            return []
        }
        return deliver(.left, to: panel.id)
    }

    mutating func showCurrent() -> [Effect] {
        guard let id = currentScreen, let screen = catalog[id] else { return [] }
        if stacks[id]?.isEmpty ?? true {
            return push(ScreenPanels.panel(for: screen, at: Place()))
        }
        return openMain()
    }
}

struct Sidebar: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        let id: String
        let title: String
        /// True if the screen needs typed values.
        var asks = false
    }

    enum Line: Hashable, Sendable {
        case heading(String)
        case entry(Int)
    }

    private(set) var entries: [Entry] = []
    private(set) var lines: [Line] = []
    private var places: [Int] = []
    /// Cells of the widest title.
    private(set) var titleWidth = 10
    private(set) var selection = Selection()
    /// The line of the selected entry, and the top line.
    private var scrolling = Selection()
    var isFocused = true

    init() {}

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

    /// The part of the lines in sight; no words, because the numbers of screens say nothing.
    func extent(height: Int) -> Extent? {
        Extent(first: firstVisible(height: height), shown: height, count: lines.count, text: "")
    }

    var current: Entry? { entries.indices.contains(selection.index) ? entries[selection.index] : nil }

    mutating func select(_ index: Int) {
        selection.select(index, of: entries.count)
        guard places.indices.contains(selection.index) else { return }
        scrolling.select(places[selection.index], of: lines.count)
    }

    /// Handles a moving action in a sidebar of `height` lines.
    /// - Returns: false if the action does not move.
    mutating func follow(_ action: Action, height: Int) -> Bool {
        guard selection.follow(action, count: entries.count, page: height) else { return false }
        select(selection.index)
        scrolling = Selection(scrolling, top: firstVisible(height: height))
        return true
    }

    /// The top line: the selected entry is visible, and with the first of a group also the group's name.
    func firstVisible(height: Int) -> Int {
        let top = scrolling.firstVisible(count: lines.count, height: height)
        guard top > 0, top == scrolling.index, height > 1, case .heading = lines[top - 1] else { return top }
        return top - 1
    }
}

extension Sidebar.Entry {
    /// The title; `…` marks a screen that asks for values first, as in menus.
    var shownTitle: String { asks ? title + " …" : title }
}

/// The pause before the sidebar loads a live screen, so that passing ten screens makes no ten calls. Demo screens load
/// at once.
struct SidebarRest: Hashable, Sendable {
    /// The time the selection must stay on a screen. A held key repeats about every 30 ms.
    static let time: Duration = .milliseconds(150)

    /// True while the screen in front waits for the pause.
    private(set) var isAwaited = false
    private var number = 0

    mutating func begin() -> Int {
        number += 1
        isAwaited = true
        return number
    }

    func isAwaiting(_ number: Int) -> Bool { isAwaited && number == self.number }

    mutating func end() { isAwaited = false }
}

extension AppState {
    mutating func awaitRest() -> [Effect] {
        guard restTime > .zero, let id = currentScreen, demo.mode(of: id) == .live else { return [] }
        return [.after(restTime, .rested(rest.begin()))]
    }

    mutating func rested(_ number: Int) -> [Effect] { rest.isAwaiting(number) ? endRest() : [] }

    mutating func endRest(for action: Action) -> [Effect] {
        switch action {
        case .open, .right, .edit, .add, .delete, .copy, .showExchange, .nextPane, .previousPane:
            popups.isEmpty ? endRest() : []
        default: []
        }
    }

    private mutating func endRest() -> [Effect] {
        guard rest.isAwaited else { return [] }
        rest.end()
        return openMain()
    }
}
