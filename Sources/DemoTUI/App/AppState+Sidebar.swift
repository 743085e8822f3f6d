import APIModel
import AppCore
import Terminal

extension AppState {
    mutating func performInSidebar(_ action: Action) -> [Effect] {
        if sidebar.isOnHeading, action == .open || action == .right {
            let before = sidebar.index
            sidebar.unfold()
            return moved(from: before)
        }
        if action == .left {
            sidebar.fold()
            return []
        }
        if action == .filter {
            guard canFilterMain else { return find() }
            sidebar.isFocused = false
            return withMain { panel, world in panel.perform(action, in: world) }
        }
        switch action {
        case .open:
            sidebar.isFocused = false
            guard isJournalBeside else { return enter() }
            overlays = []
            return showCurrent() + enter()
        case .right:
            sidebar.isFocused = false
            return []
        case .edit, .add, .submit, .editJSON, .addEntry, .removeEntry, .parts, .columns:
            // They open a text field, or continue in one, which needs the focus.
            if !isJournalBeside { sidebar.isFocused = false }
            return withMain { panel, world in panel.perform(action, in: world) }
        default:
            let before = sidebar.index
            let rows = Layout(size: size, state: self).sidebar?.content.height ?? 1
            guard sidebar.follow(action, height: rows) else {
                return withMain { panel, world in panel.perform(action, in: world) }
            }
            // Beside a single screen, the keys that move are meant for that screen.
            if sidebar.lines.count == 1, !isJournalBeside {
                sidebar.isFocused = false
                return withMain { panel, world in panel.perform(action, in: world) }
            }
            return moved(from: before)
        }
    }

    /// Shows the screen of a clicked line, or opens it if selected; a group title folds or unfolds its group.
    mutating func clickSidebar(_ line: Int, isSelected: Bool) -> [Effect] {
        guard sidebar.lines.indices.contains(line) else { return [] }
        let before = sidebar.index
        switch sidebar.lines[line] {
        case .heading(let group): sidebar.toggle(group)
        case .entry(let index):
            // A panel of the program above the screens is closed.
            guard overlays.isEmpty || isJournalBeside else { return goToScreen(index) }
            if isSelected, sidebar.isFocused { return performInSidebar(.open) }
            sidebar.select(index)
        }
        sidebar.isFocused = overlays.isEmpty || isJournalBeside
        return moved(from: before)
    }

    mutating func scrollSidebar(_ lines: Int, rows: Int) -> [Effect] {
        let before = sidebar.index
        sidebar.scroll(lines, height: rows)
        return moved(from: before)
    }

    /// Shows the selected screen; a group's title keeps the last one visible. Beside the journal the sidebar only
    /// selects the target of `d` and `c`: a screen that is not opened makes no request.
    private mutating func moved(from before: Int) -> [Effect] {
        sidebar.index == before || isJournalBeside ? [] : leave(before) + awaitRest() + showCurrent()
    }

    /// Opens a sidebar entry by Enter: asks for unknown parameters, and sends calls that wait for Enter.
    private mutating func enter() -> [Effect] {
        let asked = askForUnknown()
        return asked.isEmpty ? openMainOnRequest() : asked
    }

    /// True if `/` filters the open panel although the sidebar has the focus.
    var canFilterMain: Bool { mainPanel?.availability(of: .filter, in: world).isEnabled ?? false }

    /// Everything that can be opened or done from here.
    func find() -> [Effect] {
        let world = world
        let panel = popups.isEmpty ? mainPanel : nil
        let name = panel?.selectedName(in: world) ?? ""
        let own = (panel?.selectedActions ?? []).filter {
            availability(of: $0.action).isEnabled && !(isInSidebar && $0.action == .open)
        }
        let others = keys.bindings.filter { binding in
            ![.findScreen, .goToScreen].contains(binding.action) && !own.contains { $0.action == binding.action }
                && availability(of: binding.action).isEnabled
        }
        let item = (mainPanel as? ItemScreen)?.shown
        let callbacks = Dictionary(grouping: demo.callbacks) { $0.screens.contains(currentScreen ?? "") }
        let canFail = availability(of: .chooseCondition).isEnabled
        return [
            .present(
                Palette(
                    [
                        .parts(partsInFront, in: screenIndex),
                        .recent(recent.filter { $0 != currentScreen }, in: screenIndex),
                        .actions(
                            "selected", own.map { ($0.action, $0.title.capitalisedFirst, name, "\(key: $0.action)") },
                            words: wordsOfDelete.map { [.delete: $0] } ?? [:]),
                        .callbacks(callbacks[true] ?? [], with: item), .screens(screenIndex),
                        .callbacks(callbacks[false] ?? [], with: item),
                    ],
                    keys: .actions(
                        "key",
                        others.map { binding in
                            let title = hint(for: binding.action) ?? binding.hint
                            return (binding.action, title.capitalisedFirst, binding.help, binding.keyName)
                        }),
                    subject: canFail ? subjectScreen.map { .init(screen: $0, operation: subjectOperation) } : nil))
        ]
    }

    /// The name of the operation that deletes the selected row, in words: "cancel order".
    private var wordsOfDelete: String? {
        guard let screen = mainPanel?.screenID.flatMap({ catalog[$0] }) else { return nil }
        let delete = world.remover(ofRowsOf: screen)?.delete
        return delete.map { HumanName.words(of: $0.operation).joined(separator: " ") }
    }

    /// The screens that open from the visible item, or else from an item above it.
    private var partsInFront: [Palette.Part] {
        let world = world
        for panel in (currentScreen.flatMap { stacks[$0] } ?? []).reversed() {
            // Typed text must not be left by accident.
            if panel is FormScreen { return [] }
            guard let item = panel as? ItemScreen else { continue }
            let children = item.children(in: world)
            if children.isEmpty { continue }
            // Values typed by the user are reused everywhere, and can be changed there.
            let isAsked = !(item.asking?.questions.isEmpty ?? true)
            return children.map { child in
                let takesItem = item.takers.contains { $0.screen.id == child.id }
                return Palette.Part(
                    screen: child.id, title: "\(item.crumb(in: world)) > \(child.title)", panel: item.id,
                    key: takesItem ? SearchKey(child.title) : nil,
                    opening: isAsked && !takesItem ? [] : [item.opening(child.id, in: world)])
            }
        }
        return []
    }

    /// Opens a part of an item; panels opened from it before are closed.
    mutating func open(_ part: Palette.Part) -> [Effect] {
        guard !part.opening.isEmpty, let current = currentScreen, let stack = stacks[current],
            let index = stack.firstIndex(where: { $0.id == part.panel })
        else { return goToScreen(part.screen) }
        let closed = closePanels(of: current, above: index)
        overlays = []
        awaitedRest = nil
        sidebar.isFocused = false
        return closed + part.opening
    }

    /// Shows a screen from anywhere. A screen that opens from another's row asks for the row's values.
    mutating func goToScreen(_ id: String) -> [Effect] {
        let closed = closePopups()
        if let index = sidebar.entries.firstIndex(where: { $0.id == id }) {
            return closed + goToScreen(index) + askForUnknown()
        }
        guard let screen = catalog[id], let root = catalog.root(of: id),
            let index = sidebar.entries.firstIndex(where: { $0.id == root })
        else { return closed }
        var effects = closed + (index == sidebar.index ? [] : leave(sidebar.index))
        awaitedRest = nil
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

    /// Closes the panels opened from a sidebar's screen, down to a form with unsent text.
    private mutating func goToRoot(of screen: String) -> [Effect] {
        var effects: [Effect] = []
        while let last = stacks[screen]?.last, (stacks[screen]?.count ?? 0) > 1, last.unsent == nil {
            stacks[screen]?.removeLast()
            effects.append(.cancel(last.id, nil))
        }
        return effects
    }

    /// Shows the screen with a number, or its first panel if the screen is already visible.
    mutating func goToScreen(numbered number: Int) -> [Effect] {
        guard sidebar.entries.indices.contains(number - 1) else {
            return [.note(.info("There is no screen \(number); \(key: .findScreen) finds screens by name."))]
        }
        let isInFront = sidebar.index == number - 1 && overlays.isEmpty && !sidebar.isFocused
        guard isInFront, let screen = currentScreen else { return goToScreen(number - 1) }
        let closed = goToRoot(of: screen)
        if closed.isEmpty {
            let unsent = mainPanel?.unsent.map { "\($0) has unsent text; \(key: .back) leaves it." }
            return [.note(.info(unsent ?? "This is screen \(number)."))]
        }
        return closed + openMain()
    }

    mutating func goToScreen(_ index: Int) -> [Effect] {
        guard sidebar.entries.indices.contains(index) else { return [] }
        overlays = []
        awaitedRest = nil
        sidebar.isFocused = false
        let before = sidebar.index
        sidebar.select(index)
        return (before == index ? [] : leave(before)) + showCurrent()
    }

    /// Cancels the loads of the screen that was left; it loads again when it is shown again.
    private mutating func leave(_ index: Int) -> [Effect] {
        awaitedRest = nil
        guard sidebar.entries.indices.contains(index) else { return [] }
        let screen = sidebar.entries[index].id
        remember(screen)
        guard let panel = stacks[screen]?.last else { return [] }
        return deliver(.left, to: panel.id)
    }

    mutating func showCurrent() -> [Effect] {
        guard let id = currentScreen, let screen = catalog[id] else { return [] }
        if stacks[id]?.isEmpty ?? true { return push(ScreenPanels.panel(for: screen, at: Place())) }
        return openMain()
    }
}

extension AppState {
    /// Begins the pause before the sidebar loads a live screen, so that passing ten screens makes no ten calls. Demo
    /// screens load at once.
    mutating func awaitRest() -> [Effect] {
        guard restTime > .zero, let id = currentScreen, demo.mode(of: id) == .live else { return [] }
        restNumber += 1
        awaitedRest = restNumber
        return [.after(restTime, .rested(restNumber))]
    }

    mutating func rested(_ number: Int) -> [Effect] { number == awaitedRest ? endRest() : [] }

    mutating func endRest(for action: Action) -> [Effect] {
        switch action {
        case .open, .right, .edit, .add, .delete, .copy, .showExchange, .nextPane, .previousPane:
            popups.isEmpty ? endRest() : []
        default: []
        }
    }

    private mutating func endRest() -> [Effect] {
        guard awaitedRest != nil else { return [] }
        awaitedRest = nil
        return openMain()
    }
}
