import AppCore
import Terminal
import WireFormats

extension AppState {
    mutating func update(_ event: Event) -> [Effect] {
        switch event {
        case .key(let key): return press(key)
        case .mouse(let mouse): return point(mouse)
        case .paste where isTooSmall: return []
        case .paste(let text): return settle(paste(text))
        case .resized(let size):
            self.size = size
            return settle(openMain())
        case .documentStep(let step):
            if case .opening = phase { phase = .opening(step) }
            return []
        case .documentOpened(let catalog, let index, let title, let lastView):
            screenIndex = index
            let effects = open(catalog, title: title, as: lastView)
            defer { keysAhead = [] }
            return keysAhead.reduce(into: effects) { $0 += press($1) }
        case .documentReplaced(let catalog, let index, let title, let status, let fact):
            screenIndex = index
            return settle(replace(catalog, title: title, status) + adopt(status, fact))
        case .panel(let id, let event): return settle(deliver(event, to: id))
        case .demoChanged(let status, let fact): return settle(adopt(status, fact))
        case .present(let panel): return settle([.present(panel)])
        case .journalChanged(let passed, let offContract, let activity, let recorded):
            self.activity = activity
            demo.passedWithoutStub = passed
            demo.offContract = offContract
            demo.recorded = recorded
            guard mainPanel?.followsJournal ?? false else { return [] }
            return settle(openMain())
        case .noted(let note): return show(note)
        case .signedIn:
            hasSignedIn = true
            return settle(loadRefusedAgain())
        case .noteExpired(let number):
            if number == noteNumber { note = nil }
            return []
        case .questioned(let question): return resume(question)
        case .tick: return tick()
        case .rested(let number): return settle(rested(number))
        }
    }

    // MARK: Keys

    mutating func press(_ key: Key) -> [Effect] {
        let now = Timestamp.now
        let isLate = countsFrom.map { now.seconds - $0.seconds >= Self.countedFor } ?? false
        return (isLate ? settle(count(from: now)) : []) + act(on: key)
    }

    /// The interval after which times are calculated again, in seconds.
    private static let countedFor = 30

    private mutating func count(from now: Timestamp?) -> [Effect] {
        countsFrom = now
        return stacks.values.joined().map(\.id).flatMap { deliver(.displayChanged, to: $0) }
    }

    private mutating func act(on key: Key) -> [Effect] {
        // Only the program's end changes what cannot be seen.
        if isTooSmall { return performAlways(keys.actions(of: key, whileTyping: false).first) }
        if case .opening = phase, keepsForLater(key) { return [] }
        note = nil
        if !hasDetailFocus { detailTop = 0 }
        let isTaken = activePanel?.takes(key) ?? false
        // A terminal sends Esc and a letter, pressed quickly, as one key.
        if case .alt(let letter) = key, !isTaken, !isTyping, action(of: key) == nil {
            return act(on: .escape) + act(on: .character(letter))
        }
        guard !isTaken, let action = action(of: key) else {
            guard isTyping || isTaken else { return [] }
            return settle(withActive { panel, world in panel.type(key, in: world) })
        }
        if action == .goToScreen, popups.isEmpty, let index = keys.binding(of: action)?.keys.firstIndex(of: key) {
            return settle(goToScreen(numbered: index + 1))
        }
        return settle(endRest(for: action) + perform(action))
    }

    /// True if the window shows only its size.
    private var isTooSmall: Bool { Layout.isTooSmall(size) }

    /// Runs an action that is possible in a window that shows nothing, and before the screens are ready.
    private func performAlways(_ action: Action?) -> [Effect] {
        switch action {
        case .quitNow: [.quit(0)]
        case .quit: hasUnsentText ? [] : [leaving]
        case .interrupt: hasUnsentText ? [] : [.quit(130)]
        case .suspend: [.suspend]
        case .repaint: [.repaint]
        default: []
        }
    }

    /// True if leaving would lose typed text.
    var hasUnsentText: Bool { stacks.values.joined().contains { $0.unsent != nil } }

    /// Writes pasted text into the focused field. Without one it becomes the filter, as if it were typed there.
    private mutating func paste(_ text: String) -> [Effect] {
        note = nil
        let opened = isTyping || !availability(of: .filter).isEnabled ? [] : settle(perform(.filter))
        return opened + withActive { panel, world in panel.paste(text, in: world) }
    }

    private var isTyping: Bool { activePanel?.isTyping ?? false }

    private func action(of key: Key) -> Action? {
        var actions = keys.actions(of: key, whileTyping: isTyping)
        if actions.isEmpty, case .alt = key { actions = keys.actions(of: key, whileTyping: true) }
        return actions.count < 2 ? actions.first : actions.first { availability(of: $0) != .absent } ?? actions.first
    }

    /// Runs an action: the app's own ones here, all others in the focused panel.
    mutating func perform(_ action: Action) -> [Effect] {
        guard case .open = phase else { return performAlways(action == .back ? .quit : action) }
        switch availability(of: action) {
        case .disabled(let reason): return [.note(.info(reason))]
        case .absent: return absenceNote(of: action)
        case .enabled: break
        }
        if hasDetailFocus, scrollDetail(action) { return [] }
        switch action {
        case .quitNow: return [.quit(0)]
        case .interrupt: return interrupt()
        case .suspend: return [.suspend]
        case .repaint: return [.repaint]
        case .toggleAll: return [.demo(.toggleAll)]
        case .clearSwitches: return [.demo(.clearSwitches)]
        case .toggleRecording: return [.toggleRecording]
        case .toggleScreen: return subjectScreen.map { [.demo(.toggleScreen($0))] } ?? []
        case .chooseCondition:
            return subjectScreen.map { [.listConditions(screen: $0, operation: subjectOperation)] } ?? []
        case .choosePolicy: return [.present(PickPopup.policy(demo.policies))]
        case .chooseChaos: return [.present(PickPopup.chaos(demo.chaosChoices))]
        case .chooseSession: return [.listSessions]
        case .showHeldCalls: return [.present(PickPopup.holds(demo.holds))]
        case .resetDemo where subjectScreen != nil:
            guard let id = subjectScreen else { return [] }
            let title = catalog[id]?.title ?? id
            return [.present(ConfirmPopup.reset("the demo data of \(title)", "Its", .demo(.reset(id))))]
        case .resetAll where popups.isEmpty && !(mainPanel is StubsScreen):
            return [.present(ConfirmPopup.reset("all demo data", "All", .stub(.resetAll)))]
        case .showJournal:
            if title.gateway != nil { sidebar.isFocused = false }
            return [.push(JournalScreen())]
        case .showStubs: return [.push(StubsScreen(of: subjectScreen ?? screenBehind))]
        case .showProblems: return [.push(ProblemsScreen())]
        case .showCoverage: return [.push(CoverageScreen())]
        case .signIn:
            let screen = (subjectScreen ?? currentScreen).flatMap { catalog[$0] }
            return [.present(FieldsPopup.signIn(catalog.authentications, for: screen))]
        case .findScreen: return find()
        case .zoom, .toggleActivity, .narrower, .wider: return arrange(action)
        case .toggleDistances:
            let words = countsFrom == nil ? "the time since then or until then" : "they are"
            let note = Effect.note(.info("Days and timestamps are shown as \(words)."))
            return count(from: countsFrom == nil ? .now : nil) + [note]
        case .toggleMouse: return toggleMouse()
        case .chooseTheme: return [.present(PickPopup.theme(themes, current: theme))]
        case .editParameters: return editParameters()
        case .help: return [.present(HelpPopup(entries: helpEntries, about: groupInFront))]
        case .quit, .back: return goBack(action)
        case .nextPane, .previousPane: return changePane(action)
        default:
            if isInSidebar { return performInSidebar(action) }
            return withActive { panel, world in panel.perform(action, in: world) }
        }
    }

    /// Reports that a key does nothing here, and if it works after the popup is closed.
    private func absenceNote(of action: Action) -> [Effect] {
        guard let binding = keys.binding(of: action) else { return [] }
        var behind = self
        behind.popups = []
        let isBehind = !popups.isEmpty && behind.availability(of: action).isEnabled
        let name = binding.label ?? binding.keyName
        return [.note(.info(isBehind ? "\(name) works after this is closed." : binding.absence))]
    }

    /// Changes the areas of the screen; the open panel may have room for more.
    private mutating func arrange(_ action: Action) -> [Effect] {
        switch action {
        case .zoom:
            isZoomed.toggle()
            if overlays.isEmpty { sidebar.isFocused = false }
        case .toggleActivity: showsActivity.toggle()
        default: sidebarGrowth += action == .wider ? 2 : -2
        }
        return openMain()
    }

    /// Stores a key pressed before the screens are ready, unless it ends or arranges the program.
    private mutating func keepsForLater(_ key: Key) -> Bool {
        switch action(of: key) {
        case .interrupt, .suspend, .repaint, .back, .quitNow: return false
        // After other keys it may be a letter.
        case .quit where keysAhead.isEmpty: return false
        default:
            if keysAhead.count < Self.mostKeysAhead { keysAhead.append(key) }
            return true
        }
    }

    private static let mostKeysAhead = 64

    private mutating func goBack(_ action: Action) -> [Effect] {
        if hasDetailFocus {
            (isDetailFocused, detailTop) = (false, 0)
            return []
        }
        if let panel = activePanel ?? (action == .back ? stoppablePanel : nil),
            panel.availability(of: .back, in: world).isEnabled
        {
            return withActive { panel, world in panel.perform(.back, in: world) }
        }
        if !popups.isEmpty || overlays.count > (isJournalHome ? 1 : 0) { return [.close] }
        if !isAtEnd {
            if overlays.isEmpty, let current = currentScreen, let stack = stacks[current], stack.count > 1 {
                // A form that is not a screen of the sidebar closes with its text.
                guard let top = stack.last, top.unsent != nil else { return [.close] }
                let isPerhapsSent = (top as? FormScreen)?.isPerhapsSent ?? false
                return [.present(ConfirmPopup.discard(panel: top.id, isPerhapsSent: isPerhapsSent))]
            }
            sidebar.isFocused = true
            return []
        }
        return [leaving]
    }

    /// Ends the program, after a question if something is lost.
    private var leaving: Effect {
        let unsent = Set(stacks.values.joined().compactMap(\.unsent)).sorted().map(Self.unsentText)
        return .leave(losing: unsent + (hasSignedIn ? ["the sign-in"] : []))
    }

    /// Ends the program, after a question if the open form has unsent text; the same key answers it.
    private func interrupt() -> [Effect] {
        guard let unsent = mainPanel?.unsent, !popups.contains(where: { $0 is ConfirmPopup }) else {
            return [.quit(130)]
        }
        return [.present(ConfirmPopup.quit(losing: [Self.unsentText(unsent)], code: 130))]
    }

    private static func unsentText(_ title: String) -> String { "the text in \(title)" }

    /// Moves the focus from the sidebar to the panel, to the pane beside it, and back to the sidebar.
    private mutating func changePane(_ action: Action) -> [Effect] {
        if let panel = activePanel, panel.availability(of: action, in: world) != .absent {
            return withActive { panel, world in panel.perform(action, in: world) }
        }
        let hadSidebar = hasSidebarFocus
        let hadDetail = hasDetailFocus
        isDetailFocused = !hadDetail && hasDetailPane && hadSidebar == (action == .previousPane)
        sidebar.isFocused = hasSidebarBeside && !isDetailFocused && (hadDetail ? action == .nextPane : !hadSidebar)
        detailTop = 0
        // The sidebar may take room from what is laid out.
        return openMain()
    }

    // MARK: Notes and ticks

    mutating func show(_ note: Note) -> [Effect] {
        self.note = note
        noteNumber += 1
        return note.isError ? [] : [.after(noteTime, .noteExpired(noteNumber))]
    }

    private mutating func tick() -> [Effect] {
        guard isSpinning else {
            isTicking = false
            return []
        }
        spinnerFrame += 1
        return [.after(.milliseconds(120), .tick)]
    }

    var isSpinning: Bool { (mainPanel?.isSpinning ?? false) || popups.contains(where: \.isSpinning) }

    private mutating func open(_ catalog: ScreenCatalog, title: AppTitle, as lastView: LastView?) -> [Effect] {
        self.catalog = catalog
        self.title = title
        phase = .open
        sidebar = Sidebar(catalog)
        let named = startScreen
        if let lastView { restore(lastView) }
        let start = startScreen ?? catalog.first?.id
        sidebar.select(sidebar.entries.firstIndex { $0.id == start } ?? 0)
        if startScreen == lastView?.screen, let lastView { sidebar.foldIfClosed(in: lastView.closedGroups) }
        if title.gateway != nil {
            // Requests of clients come first; a screen would make a request of its own.
            sidebar.isFocused = false
            return settle([.push(JournalScreen())] + problemNote)
        }
        sidebar.isFocused = named == nil || sidebar.current?.id != named
        var effects = showCurrent()
        if let row = lastView?.row, row > 0, lastView?.screen == currentScreen, let panel = mainPanel?.id {
            effects += deliver(.resumed(row: row), to: panel)
        }
        return settle(effects + problemNote)
    }

    /// A note at the start if the document or a stub file has problems: silence would look like success.
    private var problemNote: [Effect] {
        let count = demo.problems.count
        if count == 0 { return [] }
        return [
            .note(
                .error(
                    "\(count.of("problem")) in the document, the stubs or your configuration; press \(key: .showProblems)."
                ))
        ]
    }

    /// Adopts new switches; screens with changed answers load again from the first page.
    mutating func adopt(_ status: DemoStatus, _ fact: DemoFact?) -> [Effect] {
        let old = demo
        demo = status
        var effects: [Effect] = []
        // A condition for one call changes nothing that is loaded when it ends.
        func differ(_ old: DemoStatus.Condition?, _ new: DemoStatus.Condition?) -> Bool {
            old != new && (new != nil || old?.isOnce == false)
        }
        let operations = Set(old.operationConditions.keys).union(status.operationConditions.keys)
            .filter { differ(old.operationConditions[$0], status.operationConditions[$0]) }
        let changed: (String) -> Bool = { [catalog] screen in
            catalog[screen]?.load.map { operations.contains($0.operation) } ?? false
                || old.mode(of: screen) != status.mode(of: screen)
                || differ(old.screenConditions[screen], status.screenConditions[screen])
                || fact.map { $0.concerns(screen, status.mode(of: screen)) } ?? false
        }
        // Beside a gateway, a condition for one call waits for a client: the screen's own call would use it up.
        func waitsForClient(_ screen: String) -> Bool {
            title.gateway != nil
                && (status.screenConditions[screen]?.isOnce ?? false
                    || catalog[screen]?.load.flatMap { status.operationConditions[$0.operation]?.isOnce } ?? false)
        }
        for panel in Array(stacks.values.joined()) + popups {
            guard let screen = panel.screenID, changed(screen), !waitsForClient(screen) else { continue }
            effects += deliver(.stale, to: panel.id)
        }
        effects += openMain()
        if let note = status.holds.news(since: old.holds) { effects.append(.note(note)) }
        if let fact { effects.append(.note(Note(text: fact.sentence(), isError: fact.isProblem))) }
        return effects
    }

    mutating func loadRefusedAgain() -> [Effect] {
        let panels = stacks.values.joined().map(\.id)
        return panels.flatMap { deliver(.signedIn, to: $0) }
            + [.note(.info("Kept in memory until the program ends; the next live call uses it."))]
            + openMain()
    }

    /// Marks every other panel of the same mode that may show the written resource as outdated.
    ///
    /// - Parameter panel: The panel that already shows the outcome; its list does too.
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
