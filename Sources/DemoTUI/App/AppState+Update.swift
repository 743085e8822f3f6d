import AppCore
import Terminal

extension AppState {
    /// Changes the state by one event.
    /// - Returns: what is to be done now, in order.
    mutating func update(_ event: Event) -> [Effect] {
        switch event {
        case .key(let key): return press(key)
        case .paste(let text): return settle(withActive { panel, world in panel.paste(text, in: world) })
        case .resized(let size):
            self.size = size
            return settle(openMain())
        case .documentStep(let step):
            if case .opening = phase { phase = .opening(step) }
            return []
        case .documentOpened(let catalog, let index, let title):
            screenIndex = index
            return open(catalog, title: title)
        case .panel(let id, let event): return settle(deliver(event, to: id))
        case .demoChanged(let status, let fact): return settle(adopt(status, fact))
        case .conditionsListed(let screen, let conditions):
            return settle([.present(ConditionPicker(for: screen, conditions, in: world))])
        case .sessionsListed(let sessions):
            return settle(
                sessions.count > 1
                    ? [.present(SessionPicker(sessions))]
                    : [.note(.info("No client named a session yet; X-Demo-Session: NAME in its requests does."))])
        case .journalChanged(let passed, let offContract):
            demo.passedWithoutStub = passed
            demo.offContract = offContract
            guard mainPanel?.followsJournal ?? false else { return [] }
            return settle(openMain())
        case .noted(let note): return show(note)
        case .signedIn:
            hasSignedIn = true
            return settle(loadRefusedAgain())
        case .noteExpired(let number):
            if number == noteNumber { note = nil }
            return []
        case .questioned(let question): return settle(present(question))
        case .leaving(let losses): return settle([.present(ConfirmPopup.quit(losing: losses))])
        case .tick: return tick()
        case .rested(let number): return settle(rested(number))
        }
    }

    // MARK: Keys

    private mutating func press(_ key: Key) -> [Effect] {
        note = nil
        guard let action = action(of: key) else {
            guard isTyping else { return [] }
            return settle(withActive { panel, world in panel.type(key, in: world) })
        }
        if action == .goToScreen, popups.isEmpty, case .character(let digit) = key, let number = digit.wholeNumberValue
        {
            return settle(goToScreen(numbered: number))
        }
        return settle(endRest(for: action) + perform(action))
    }

    private var isTyping: Bool { activePanel?.isTyping ?? false }

    private func action(of key: Key) -> Action? {
        isTyping ? KeyTable.actionsWhileTyping[key] : KeyTable.actions[key]
    }

    /// Runs an action: the app's own ones here, all others in the panel that has the focus.
    mutating func perform(_ action: Action) -> [Effect] {
        guard case .open = phase else { return performBeforeOpen(action) }
        switch availability(of: action) {
        case .disabled(let reason): return [.note(.info(reason))]
        case .absent: return (KeyTable.binding(of: action)?.absence).map { [.note(.info($0))] } ?? []
        case .enabled: break
        }
        switch action {
        case .quitNow: return [.quit(0)]
        case .interrupt: return interrupt()
        case .suspend: return [.suspend]
        case .repaint: return [.repaint]
        case .toggleAll: return [.demo(.toggleAll)]
        case .clearSwitches: return [.demo(.clearSwitches)]
        case .toggleRecording: return [.toggleRecording]
        case .toggleScreen: return subjectScreen.map { [.demo(.toggleScreen($0))] } ?? []
        case .chooseCondition: return subjectScreen.map { [.listConditions(screen: $0)] } ?? []
        case .choosePolicy where popups.isEmpty: return [.present(PolicyPicker(demo.policies))]
        case .chooseSession where popups.isEmpty: return [.listSessions]
        case .resetDemo where subjectScreen != nil: return confirmReset()
        case .showJournal: return showJournal()
        case .resetAll where popups.isEmpty && !(mainPanel is StubsScreen): return confirmResetAll()
        case .showStubs: return [.push(StubsScreen(of: subjectScreen ?? screenBehind))]
        case .showProblems: return [.push(ProblemsScreen())]
        case .signIn:
            let operations = subjectScreen.flatMap { catalog[$0] }?.operations ?? []
            return [.present(SignInPopup.choosing(catalog.authentications, for: operations))]
        case .findScreen: return findScreen()
        case .editParameters: return editParameters()
        case .help: return [.present(HelpPopup(entries: helpEntries, about: groupInFront))]
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
        if isInSidebar { return performInSidebar(action) }
        return withActive { panel, world in panel.perform(action, in: world) }
    }

    private mutating func goBack(_ action: Action) -> [Effect] {
        if let panel = activePanel, panel.availability(of: .back, in: world).isEnabled {
            return withActive { panel, world in panel.perform(.back, in: world) }
        }
        if !popups.isEmpty || overlays.count > (isJournalHome ? 1 : 0) { return [.close] }
        if !sidebar.isFocused {
            if overlays.isEmpty, let current = currentScreen, (stacks[current]?.count ?? 0) > 1 { return [.close] }
            sidebar.isFocused = true
            return []
        }
        let unsent = Set(stacks.values.joined().compactMap(\.unsent)).sorted().map(Self.unsentText)
        return [.leave(losing: unsent + (hasSignedIn ? ["the sign-in"] : []))]
    }

    /// Ends the program, after a question if the form in front has text that is not sent; to that it is the answer itself.
    private func interrupt() -> [Effect] {
        guard let unsent = mainPanel?.unsent, !popups.contains(where: { $0 is ConfirmPopup }) else {
            return [.quit(130)]
        }
        return [.present(ConfirmPopup.quit(losing: [Self.unsentText(unsent)], code: 130))]
    }

    private static func unsentText(_ title: String) -> String { "the text in \(title)" }

    private mutating func showJournal() -> [Effect] {
        if title.gateway != nil { sidebar.isFocused = false }
        return [.push(JournalScreen())]
    }

    private mutating func changePane(_ action: Action) -> [Effect] {
        if let panel = activePanel, panel.availability(of: action, in: world) != .absent {
            return withActive { panel, world in panel.perform(action, in: world) }
        }
        sidebar.isFocused.toggle()
        return []
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
}
