import AppCore

extension AppState {
    /// Changes the state by one event.
    /// - Returns: what is to be done now, in order.
    mutating func update(_ event: Event) -> [Effect] {
        switch event {
        case .key(let key): return press(key)
        case .paste(let text): return settle(withActive { panel, world in panel.paste(text, in: world) })
        case .resized(let size):
            self.size = size
            return settle(withMain { panel, world in panel.open(in: world) })
        case .documentOpened(let catalog, let title): return open(catalog, title: title)
        case .panel(let id, let event): return settle(deliver(event, to: id))
        case .demoChanged(let status, let fact): return settle(adopt(status, fact))
        case .conditionsListed(let screen, let conditions):
            return settle([.present(ConditionPicker(for: screen, conditions, in: world))])
        case .journalChanged(let passed):
            demo.passedWithoutStub = passed
            guard let panel = mainPanel as? JournalScreen else { return [] }
            return [.fetchExchanges(panel.id)]
        case .noted(let note): return show(note)
        case .noteExpired(let number):
            if number == noteNumber { note = nil }
            return []
        case .tick: return tick()
        }
    }

    // MARK: Keys

    private mutating func press(_ key: Key) -> [Effect] {
        if let shown = note, shown.isError { note = nil }
        guard let action = action(of: key) else {
            guard isTyping else { return [] }
            return settle(withActive { panel, world in panel.type(key, in: world) })
        }
        if action == .goToScreen, case .character(let digit) = key, let number = digit.wholeNumberValue {
            return settle(goToScreen(number - 1))
        }
        return settle(perform(action))
    }

    private var isTyping: Bool { activePanel?.isTyping ?? false }

    private func action(of key: Key) -> Action? {
        isTyping ? KeyTable.actionsWhileTyping[key] : KeyTable.actions[key]
    }

    /// Runs an action: the app's own ones here, all others in the panel that has the focus.
    mutating func perform(_ action: Action) -> [Effect] {
        guard case .open = phase else { return performBeforeOpen(action) }
        if case .disabled(let reason) = availability(of: action) { return [.note(.info(reason))] }
        switch action {
        case .quitNow: return [.quit(0)]
        case .interrupt: return [.quit(130)]
        case .suspend: return [.suspend]
        case .repaint: return [.repaint]
        case .toggleAll: return [.demo(.toggleAll)]
        case .toggleScreen: return subjectScreen.map { [.demo(.toggleScreen($0))] } ?? []
        case .chooseCondition: return subjectScreen.map { [.listConditions(screen: $0)] } ?? []
        case .resetDemo: return confirmReset()
        case .showJournal: return mainPanel is JournalScreen ? [] : [.push(JournalScreen())]
        case .showProblems: return mainPanel is ProblemsScreen ? [] : [.push(ProblemsScreen())]
        case .help: return popups.last is HelpPopup ? [] : [.present(HelpPopup(entries: helpEntries))]
        case .quit, .back: return goBack(action)
        case .nextPane, .previousPane: return changePane(action)
        default: return performInPanel(action)
        }
    }

    private func performBeforeOpen(_ action: Action) -> [Effect] {
        switch action {
        case .quit, .quitNow, .back: [.quit(0)]
        case .interrupt: [.quit(130)]
        case .suspend: [.suspend]
        case .repaint: [.repaint]
        default: []
        }
    }

    private mutating func performInPanel(_ action: Action) -> [Effect] {
        if popups.isEmpty, sidebar.isFocused, overlays.isEmpty {
            return performInSidebar(action)
        }
        return withActive { panel, world in panel.perform(action, in: world) }
    }

    private mutating func goBack(_ action: Action) -> [Effect] {
        if let panel = activePanel, panel.availability(of: .back, in: world).isEnabled {
            return withActive { panel, world in panel.perform(.back, in: world) }
        }
        if !popups.isEmpty || !overlays.isEmpty { return [.close] }
        if !sidebar.isFocused {
            if let current = currentScreen, (stacks[current]?.count ?? 0) > 1 { return [.close] }
            sidebar.isFocused = true
            return []
        }
        return action == .quit ? [.quit(0)] : []
    }

    private mutating func changePane(_ action: Action) -> [Effect] {
        if let panel = activePanel, panel.availability(of: action, in: world) != .absent {
            return withActive { panel, world in panel.perform(action, in: world) }
        }
        if popups.isEmpty, overlays.isEmpty { sidebar.isFocused.toggle() }
        return []
    }

    // MARK: Sidebar

    private mutating func performInSidebar(_ action: Action) -> [Effect] {
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
            guard sidebar.selection.follow(action, count: sidebar.entries.count, page: rows),
                sidebar.selection.index != before
            else { return [] }
            return leave(before) + showCurrent()
        }
    }

    private mutating func goToScreen(_ index: Int) -> [Effect] {
        guard sidebar.entries.indices.contains(index), popups.isEmpty else { return [] }
        overlays = []
        sidebar.isFocused = false
        let before = sidebar.selection.index
        sidebar.selection.select(index, of: sidebar.entries.count)
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
    private mutating func showCurrent() -> [Effect] {
        guard let id = currentScreen, let screen = catalog[id] else { return [] }
        if stacks[id]?.isEmpty ?? true {
            return [.push(ScreenPanels.panel(for: screen, at: Place()))]
        }
        return withMain { panel, world in panel.open(in: world) }
    }

    // MARK: Document and switches

    private mutating func open(_ catalog: ScreenCatalog, title: AppTitle) -> [Effect] {
        self.catalog = catalog
        self.title = title
        phase = .open
        sidebar.entries = catalog.sidebar.map { Sidebar.Entry(id: $0.id, title: $0.title) }
        if let start = startScreen, let index = sidebar.entries.firstIndex(where: { $0.id == start }) {
            sidebar.selection.select(index, of: sidebar.entries.count)
            sidebar.isFocused = false
        }
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
    private mutating func adopt(_ status: DemoStatus, _ fact: DemoFact?) -> [Effect] {
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
        effects += withMain { panel, world in panel.open(in: world) }
        if let fact { effects.append(.note(.info(fact.sentence(in: catalog)))) }
        return effects
    }

    private func confirmReset() -> [Effect] {
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

    // MARK: Notes and ticks

    private mutating func show(_ note: Note) -> [Effect] {
        self.note = note
        noteNumber += 1
        return note.isError ? [] : [.after(.seconds(4), .noteExpired(noteNumber))]
    }

    private mutating func tick() -> [Effect] {
        guard isSpinning else {
            isTicking = false
            return []
        }
        spinnerFrame += 1
        return [.after(.milliseconds(120), .tick)]
    }

    private var isSpinning: Bool { (mainPanel?.isSpinning ?? false) || popups.contains(where: \.isSpinning) }

    // MARK: Effects of the state itself

    /// Carries out the effects that only change the state and hands on the rest.
    private mutating func settle(_ effects: [Effect]) -> [Effect] {
        var rest: [Effect] = []
        var queue = effects[...]
        while let effect = queue.popFirst() {
            switch effect {
            case .push(let panel): queue = push(panel) + queue
            case .present(var panel):
                panel.id = takePanelID()
                popups.append(panel)
                queue = withActive { panel, world in panel.open(in: world) } + queue
            case .openScreen(let id, let place, let row):
                if let screen = catalog[id] {
                    let panel = ScreenPanels.panel(for: screen, at: place, rowOf: row)
                    queue = [.opened(id, from: subjectScreen)] + push(panel) + queue
                }
            case .close: queue = close() + queue
            case .remove(let id): queue = remove(id) + queue
            case .replace(let id, let panel): queue = replace(id, with: panel) + queue
            case .tell(let id, let event): queue = deliver(event, to: id) + queue
            case .run(let action): queue = perform(action) + queue
            case .note(let note): rest += show(note)
            default: rest.append(effect)
            }
        }
        if isSpinning, !isTicking {
            isTicking = true
            rest.append(.after(.milliseconds(120), .tick))
        }
        return rest
    }

    private mutating func push(_ panel: any Panel) -> [Effect] {
        var panel = panel
        panel.id = takePanelID()
        if panel is any OverlayPanel {
            overlays.append(panel)
        } else if let current = currentScreen {
            stacks[current, default: []].append(panel)
        }
        return withMain { panel, world in panel.open(in: world) }
    }

    private mutating func close() -> [Effect] {
        if let popup = popups.popLast() { return [.cancel(popup.id, nil)] }
        if let overlay = overlays.popLast() {
            return [.cancel(overlay.id, nil)] + withMain { panel, world in panel.open(in: world) }
        }
        guard let current = currentScreen, let count = stacks[current]?.count, count > 1,
            let panel = stacks[current]?.popLast()
        else {
            sidebar.isFocused = true
            return []
        }
        return [.cancel(panel.id, nil)] + withMain { panel, world in panel.open(in: world) }
    }

    /// Takes one panel away wherever it stands; the one that comes to sight loads what it needs.
    private mutating func remove(_ id: PanelID) -> [Effect] {
        // The first panel of a screen stays: there is nothing behind it.
        for screen in stacks.keys {
            let root = stacks[screen]?.first?.id
            stacks[screen]?.removeAll { $0.id == id && id != root }
        }
        return [.cancel(id, nil)] + withMain { panel, world in panel.open(in: world) }
    }

    /// Puts a panel where another one stands.
    private mutating func replace(_ id: PanelID, with panel: any Panel) -> [Effect] {
        for (screen, stack) in stacks {
            guard let index = stack.firstIndex(where: { $0.id == id }) else { continue }
            var panel = panel
            panel.id = takePanelID()
            stacks[screen]?[index] = panel
        }
        return [.cancel(id, nil)] + withMain { panel, world in panel.open(in: world) }
    }

    private mutating func takePanelID() -> PanelID {
        defer { nextPanel += 1 }
        return nextPanel
    }

    // MARK: Reaching panels

    /// Changes the panel that has the focus: the top popup, else the main area's panel.
    private mutating func withActive(_ body: (inout any Panel, World) -> [Effect]) -> [Effect] {
        guard var panel = popups.popLast() else { return withMain(body) }
        let effects = body(&panel, world)
        popups.append(panel)
        return effects
    }

    private mutating func withMain(_ body: (inout any Panel, World) -> [Effect]) -> [Effect] {
        let world = world
        if var panel = overlays.popLast() {
            let effects = body(&panel, world)
            overlays.append(panel)
            return effects
        }
        guard let current = currentScreen, var panel = stacks[current]?.popLast() else { return [] }
        let effects = body(&panel, world)
        stacks[current]?.append(panel)
        return effects
    }

    /// Hands an event to a panel wherever it stands; a panel that was closed is not missed.
    private mutating func deliver(_ event: PanelEvent, to id: PanelID) -> [Effect] {
        let world = world
        for index in popups.indices where popups[index].id == id {
            return popups[index].receive(event, in: world)
        }
        for index in overlays.indices where overlays[index].id == id {
            return overlays[index].receive(event, in: world)
        }
        for (screen, stack) in stacks {
            guard let index = stack.firstIndex(where: { $0.id == id }), var panel = stacks[screen]?[index] else {
                continue
            }
            let effects = panel.receive(event, in: world)
            stacks[screen]?[index] = panel
            return effects
        }
        return []
    }
}

/// A panel of the program itself that lies over the document's screens.
protocol OverlayPanel: Panel {}
