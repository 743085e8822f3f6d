import AppCore

extension AppState {
    mutating func open(_ catalog: ScreenCatalog, title: AppTitle) -> [Effect] {
        self.catalog = catalog
        self.title = title
        phase = .open
        sidebar = Sidebar(catalog)
        let start = startScreen ?? catalog.first?.id
        sidebar.select(sidebar.entries.firstIndex { $0.id == start } ?? 0)
        if title.gateway != nil {
            // What clients do is the first thing to see; a screen would make a request of its own.
            sidebar.isFocused = false
            return settle([.push(JournalScreen())] + problemNote)
        }
        sidebar.isFocused = startScreen == nil || sidebar.current?.id != startScreen
        return settle(showCurrent() + problemNote)
    }

    /// A word at the start if the document or a stub file has problems: silence would look like success.
    private var problemNote: [Effect] {
        let count = demo.problems.count
        if count == 0 { return [] }
        return [
            .note(
                .error("\(count) \(count == 1 ? "problem" : "problems") in the document or the stubs; press P to see."))
        ]
    }

    /// Takes over new switches; screens whose answers changed load again from the first page.
    mutating func adopt(_ status: DemoStatus, _ fact: DemoFact?) -> [Effect] {
        let old = demo
        demo = status
        var effects: [Effect] = []
        let operations = Set(old.operationConditions.keys).union(status.operationConditions.keys)
            .filter { old.operationConditions[$0] != status.operationConditions[$0] }
        let changed: (String) -> Bool = { [catalog] screen in
            catalog[screen]?.load.map { operations.contains($0.operation) } ?? false
                || old.mode(of: screen) != status.mode(of: screen)
                || old.screenConditions[screen] != status.screenConditions[screen]
                || fact.map { $0.concerns(screen, status.mode(of: screen)) } ?? false
        }
        for panel in stacks.values.joined() {
            guard let screen = panel.screenID, changed(screen) else { continue }
            effects += deliver(.stale, to: panel.id)
        }
        effects += openMain()
        if let fact { effects.append(.note(Note(text: fact.sentence(in: catalog), isError: fact.isProblem))) }
        return effects
    }

    func confirmReset() -> [Effect] {
        guard let id = subjectScreen else { return [] }
        let title = catalog[id]?.title ?? id
        return [
            .present(
                ConfirmPopup(
                    question: "Reset \(title)?",
                    detail: "Its sequences and scenarios start again and what the demo remembers is forgotten.",
                    verb: "Reset", confirmed: [.demo(.reset(id))]))
        ]
    }

    func confirmResetAll() -> [Effect] {
        [
            .present(
                ConfirmPopup(
                    question: "Reset everything?",
                    detail: "All sequences and scenarios start again and what the demo remembers is forgotten.",
                    verb: "Reset", confirmed: [.stub(.resetAll)]))
        ]
    }

    /// Screens that were refused for want of credentials load again, the one in front at once.
    mutating func loadRefusedAgain() -> [Effect] {
        let panels = stacks.values.joined().map(\.id)
        return panels.flatMap { deliver(.signedIn, to: $0) }
            + [.note(.info("Kept in memory until the program ends; the next live call uses it."))]
            + openMain()
    }
}
