import AppCore

extension AppState {
    /// Takes over another version of the document. Everything that it still has stays as it is: the selection, panels with
    /// what was typed into them, columns and parameters.
    mutating func replace(_ catalog: ScreenCatalog, title: AppTitle, _ status: DemoStatus) -> [Effect] {
        let old = self.catalog
        (self.catalog, self.title) = (catalog, title)
        sidebar.follow(catalog)
        recent = recent.filter { catalog[$0] != nil }
        var world = world
        world.demo = status
        var effects: [Effect] = []
        for (root, stack) in stacks {
            let isShown = sidebar.entries.contains { $0.id == root }
            var kept: [any Panel] = []
            for panel in isShown ? stack : [] {
                guard let (panel, own) = followed(panel, from: old, in: world) else { break }
                kept.append(panel)
                effects += own
            }
            effects += stack.dropFirst(kept.count).map { .cancel($0.id, nil) }
            stacks[root] = kept.isEmpty ? nil : kept
        }
        let isHidden = !overlays.isEmpty && (currentScreen.map { stacks[$0] == nil } ?? true)
        return effects + (isHidden ? [] : showCurrent())
    }

    /// A panel with its screen of this version of the document; nil if it has none.
    private func followed(
        _ panel: any Panel, from old: ScreenCatalog, in world: World
    ) -> (panel: any Panel, effects: [Effect])? {
        guard var panel = panel as? any DocumentPanel else { return (panel, []) }
        guard let screen = catalog.successor(of: panel.screen, in: old) else { return nil }
        guard panel is FormScreen || screen.kind == panel.screen.kind else { return nil }
        return panel.follow(screen, in: world).map { (panel, $0) }
    }
}

extension ScreenCatalog {
    /// The screen that has replaced one of an earlier catalogue, opened in the same way.
    fileprivate func successor(of screen: Screen, in old: ScreenCatalog) -> Screen? {
        guard let now = self[screen.id], let before = old[screen.id] else { return nil }
        let ways: [(Screen) -> Screen] = [{ $0 }, \.openedDirectly, \.rowItem]
        return ways.first { $0(before) == screen }.map { $0(now) }
    }
}
