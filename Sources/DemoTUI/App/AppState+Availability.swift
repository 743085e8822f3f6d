import AppCore
import Terminal

extension AppState {
    /// The availability of an action, used by footer, help and dispatch alike.
    func availability(of action: Action) -> Availability { availability(of: action, in: world) }

    private func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .resetDemo where popups.isEmpty && !overlays.isEmpty, .resetAll:
            // The program's own panels may have state of their own to reset.
            let own = popups.isEmpty ? mainPanel?.availability(of: action, in: world) ?? .absent : .absent
            if own != .absent || !popups.isEmpty { return own }
            if action == .resetDemo, subjectScreen != nil { return .enabled }
            if action == .resetAll, title.gateway != nil { return .enabled }
            return .disabled(
                action == .resetAll ? "Press \(key: .showStubs) first: all stubs are reset there." : noScreen)
        case .toggleScreen where lacksServer && subjectScreen.map(demo.mode) == .demo: return .disabled(noServer)
        case .toggleScreen, .chooseCondition, .resetDemo:
            return subjectScreen == nil ? .disabled(noScreen) : popups.isEmpty ? .enabled : popupOnly(action, world)
        case .toggleAll where demo.global == .demo && lacksServer: return .disabled(noServer)
        case .toggleRecording where !demo.canRecord:
            return .disabled("The gateway records what it passes when it is started with --record DIR.")
        case .clearSwitches where demo.ownModes.isEmpty && !demo.hasConditions:
            let chaos = demo.chaos == nil ? "" : " \(key: .chooseChaos) ends failures at random."
            return .disabled("No screen has a switch of its own, and none fails." + chaos)
        case .toggleMouse where !offersMouse: return .disabled("This terminal offers no mouse.")
        case .back where isAtEnd && stoppablePanel == nil:
            return .disabled("There is nothing behind this screen; \(key: .quit) quits.")
        case .help where popups.last is HelpPopup: return .disabled("These are the keys.")
        case .toggleAll, .clearSwitches, .toggleRecording, .help, .suspend, .repaint, .quit, .quitNow, .interrupt,
            .back, .toggleMouse:
            return .enabled
        case .nextPane, .previousPane:
            let own = activePanel?.availability(of: action, in: world) ?? .absent
            return own == .absent && popups.isEmpty && (hasSidebarBeside || hasDetailPane) ? .enabled : own
        case .chooseSession where title.gateway == nil: return .absent
        case .showHeldCalls where popups.isEmpty && demo.holds.calls.isEmpty && demo.holds.breakpoints.isEmpty:
            return .disabled(
                "No call is held: \(key: .breakpoint) on a request of the journal (\(key: .showJournal)) breaks on its operation."
            )
        case .choosePolicy, .chooseChaos, .chooseSession, .chooseTheme, .showHeldCalls, .goToScreen:
            return popups.isEmpty ? .enabled : .absent
        // Actions that open another screen close the popups.
        case .showJournal where popups.isEmpty && mainPanel is JournalScreen: return .disabled("This is the journal.")
        case .showProblems where popups.isEmpty && mainPanel is ProblemsScreen:
            return .disabled("These are the problems.")
        case .showStubs where popups.isEmpty && mainPanel is StubsScreen: return .disabled("These are the stubs.")
        case .showCoverage where popups.isEmpty && mainPanel is CoverageScreen:
            return .disabled("This is the coverage.")
        case .showJournal, .showProblems, .showStubs, .showCoverage, .findScreen: return .enabled
        case .signIn: return popups.isEmpty ? .enabled : popupOnly(action, world)
        case .editParameters:
            if hasParameters { return .enabled }
            guard popups.isEmpty, mainPanel?.screenID != nil else { return .absent }
            return .disabled("This screen has no parameters; \(key: .filter) filters or searches it.")
        case .filter where isInSidebar, .left where isInSidebar, .open where isInSidebar: return .enabled
        case .toggleDistances: return popups.isEmpty && overlays.isEmpty ? .enabled : .absent
        case .zoom, .toggleActivity, .narrower, .wider: return popups.isEmpty ? arranging(action) : .absent
        case .up, .down, .pageUp, .pageDown, .first, .last, .left, .right:
            return activePanel?.availability(of: action, in: world) ?? .enabled
        case .scrollUp, .scrollDown: return availability(of: .down, in: world)
        default:
            let panel = popups.last ?? mainPanel
            return panel?.availability(of: action, in: world) ?? .absent
        }
    }

    private func arranging(_ action: Action) -> Availability {
        let layout = Layout(size: size, state: self)
        switch action {
        case .zoom where !isZoomed && layout.sidebar == nil && layout.detail == nil && layout.activity == nil:
            return .disabled("This panel has the whole screen.")
        case .narrower where layout.sidebar == nil, .wider where layout.sidebar == nil:
            return .disabled("The sidebar is hidden; \(key: .previousPane) shows it.")
        case .toggleActivity where isZoomed:
            return .disabled("One panel has the whole screen; \(key: .zoom) shares it again.")
        case .toggleActivity where size.rows < Layout.heightForActivity:
            return .disabled("The last calls are shown from \(Layout.heightForActivity) lines on.")
        default: return .enabled
        }
    }

    var isInSidebar: Bool { popups.isEmpty && hasSidebarFocus }

    /// The footer's text for an action, if the focused panel or the sidebar has a better one than the default.
    func hint(for action: Action) -> String? {
        switch action {
        case .toggleAll:
            let way = demo.global == .demo ? "live" : "demo"
            return "\(way) \(demo.ownModes.values.contains(demo.global) ? "rest" : "all")"
        case .toggleScreen: return subjectScreen.map { demo.mode(of: $0) == .demo ? "live here" : "demo here" }
        case .quit where popups.isEmpty: return isAtEnd ? nil : "back"
        case .zoom: return isZoomed ? "unzoom" : nil
        case .clearSwitches: return demo.ownModes.isEmpty ? "end failures" : nil
        default: break
        }
        guard isInSidebar else {
            return activePanel?.hint(for: action) ?? (action == .back && !popups.isEmpty ? "close" : nil)
        }
        switch action {
        case .open: return "open"
        // The main panel names the actions on it.
        default: return mainPanel?.hint(for: action)
        }
    }

    /// The panel whose load a key stops, also while the sidebar has the focus.
    var stoppablePanel: (any Panel)? { popups.isEmpty && mainPanel?.isStoppable == true ? mainPanel : nil }

    /// True if `q` ends the program here.
    var isAtEnd: Bool {
        popups.isEmpty && (sidebar.isFocused || sidebar.entries.isEmpty || isJournalBeside) && !hasDetailFocus
            && overlays.count <= (isJournalHome ? 1 : 0)
            && activePanel?.availability(of: .back, in: world).isEnabled != true
    }

    /// True for a gateway without an upstream.
    private var lacksServer: Bool { title.gateway.map { $0.upstream == nil } == true }

    private var noServer: String { "There is no server to talk to: start with --upstream URL." }

    private var noScreen: String {
        mainPanel is JournalScreen && !hasSidebarFocus
            ? "No request of a screen is selected here"
                + (lacksServer ? "." : "; \(key: .toggleAll) switches everything.")
            : "This is not a screen of the API."
    }

    private func popupOnly(_ action: Action, _ world: World) -> Availability {
        popups.last?.availability(of: action, in: world) ?? .absent
    }

    /// The footer's hints: keys that work now. A popup's hints stay in place if they do nothing for one of its lines.
    var footerHints: [FooterHint] {
        let (world, panel, isInSidebar) = (world, activePanel, isInSidebar)
        let isTyping = panel?.isTyping ?? false
        let hints = keys.bindings.indices.compactMap { place -> (rank: Int, hint: FooterHint)? in
            let action = keys.bindings[place].action
            // A panel has its own text for a key that matters there.
            let isOwn = !isInSidebar && panel?.hint(for: action) != nil
            // While letters are text, a different key than the default one goes back.
            let isWayOut = isTyping && action == .back
            // If the list beside the sidebar cannot be filtered, `/` does the same as `:`. Where text is typed, the palette has no hint.
            let isSaid = isInSidebar && action == .filter && !canFilterMain || isTyping && action == .findScreen
            guard !isSaid, keys.bindings[place].isHinted || isOwn || isWayOut else { return nil }
            let names = isTyping ? keys.bindings[place].hintsWhileTyping : keys.bindings[place].keys.prefix(1)
            guard !names.isEmpty else { return nil }
            let availability = availability(of: action, in: world)
            guard availability.isEnabled || isOwn && !popups.isEmpty && availability != .absent else { return nil }
            let words = hint(for: action) ?? keys.bindings[place].hint
            return FooterHint(action, names, words, isPossible: availability.isEnabled).map { hint in
                // The own keys of a popup or a form come first, before all those that choose.
                let isFirst = (!popups.isEmpty || isTyping) && isOwn && !hint.isAtEnd
                // Keys with Alt alone are not about the text: they are left out first.
                let isLast = if case .alt? = names.first { true } else { false }
                return (isFirst ? [.open, .toggle].firstIndex(of: action) ?? 2 : isLast ? 4 : 3, hint)
            }
        }
        let ordered = (0...4).flatMap { rank in hints.filter { $0.rank == rank }.map(\.hint) }
        // The first of two keys that do the same is enough.
        var texts: Set<String> = []
        return ordered.filter { $0.isAtEnd || texts.insert($0.text).inserted }
    }

    var groupInFront: HelpPopup.About? {
        let screen = isInSidebar ? sidebar.current?.id : screenBehind.flatMap { catalog.root(of: $0) }
        guard let screen, let section = catalog.sections.first(where: { $0.screens.contains(screen) }),
            let title = section.title, let description = section.description
        else { return nil }
        return HelpPopup.About(title: title, text: description)
    }

    var helpEntries: [HelpPopup.Entry] {
        let world = world
        return keys.bindings.map { HelpPopup.Entry(binding: $0, availability: availability(of: $0.action, in: world)) }
    }
}
