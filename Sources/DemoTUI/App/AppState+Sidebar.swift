import AppCore

extension AppState {
    mutating func performInSidebar(_ action: Action) -> [Effect] {
        switch action {
        case .open, .right:
            sidebar.isFocused = false
            return []
        case .edit, .add:
            // Both lead to a place to type in, which needs the focus.
            sidebar.isFocused = false
            return withMain { panel, world in panel.perform(action, in: world) }
        case .delete, .filter, .reload, .copy, .showExchange, .editStub, .nextMatch, .previousMatch:
            return withMain { panel, world in panel.perform(action, in: world) }
        default:
            let before = sidebar.selection.index
            let rows = Layout(size: size, state: self).sidebar?.height ?? 1
            guard sidebar.follow(action, height: rows), sidebar.selection.index != before else { return [] }
            return leave(before) + showCurrent()
        }
    }

    mutating func goToScreen(_ index: Int) -> [Effect] {
        guard sidebar.entries.indices.contains(index), popups.isEmpty else { return [] }
        overlays = []
        sidebar.isFocused = false
        let before = sidebar.selection.index
        sidebar.select(index)
        return (before == index ? [] : leave(before)) + showCurrent()
    }

    /// Gives up what the screen left behind still loads; it loads again when it comes back.
    private mutating func leave(_ index: Int) -> [Effect] {
        guard sidebar.entries.indices.contains(index), let panel = stacks[sidebar.entries[index].id]?.last else {
            return []
        }
        return deliver(.left, to: panel.id)
    }

    /// Shows the current sidebar entry, opening its screen the first time.
    mutating func showCurrent() -> [Effect] {
        guard let id = currentScreen, let screen = catalog[id] else { return [] }
        if stacks[id]?.isEmpty ?? true {
            return [.push(ScreenPanels.panel(for: screen, at: Place()))]
        }
        return withMain { panel, world in panel.open(in: world) }
    }
}
