import AppCore

extension AppState {
    /// What a write that succeeded made old: every other panel of the same mode that may show what was written loads again when it
    /// is next shown.
    ///
    /// - Parameter panel: the one that shows the outcome already; so does the list its row stands in.
    mutating func outdate(by write: Request, in mode: ServingMode, shownBy panel: PanelID?) -> [Effect] {
        let outdated = catalog.outdated(by: write)
        let panels = stacks.values.joined()
        let list = panels.first { $0.id == panel } as? ItemScreen
        let fresh = [panel, list?.list?.panel]
        let old = panels.filter { panel in
            guard let screen = panel.screenID, outdated.contains(screen) else { return false }
            return demo.mode(of: screen) == mode && !fresh.contains(panel.id)
        }
        return old.map(\.id).flatMap { deliver(.outdated, to: $0) } + openMain()
    }
}
