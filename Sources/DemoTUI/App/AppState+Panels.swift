import AppCore
import Terminal
import WireFormats

extension AppState {
    /// Applies the effects that only change the state and returns the others.
    mutating func settle(_ effects: [Effect]) -> [Effect] {
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
            case .openPart(let part): queue = open(part) + queue
            case .goToScreen(let id): queue = goToScreen(id) + queue
            case .close: queue = close() + queue
            case .remove(let id): queue = remove(id) + queue
            case .replace(let id, let panel): queue = replace(id, with: panel) + queue
            case .tell(let id, .answered(let values)): queue = answer(values, of: id) + queue
            case .ask(let id, let fields): queue = ask(id, fields) + queue
            case .load(var request):
                request.place = world.known(request.place, of: request.screen)
                rest.append(loading(request))
            case .send(var request):
                parameters.rememberHeaders(
                    request.typed, for: request.change.request, in: demo.mode(of: request.screen.id))
                // A change may first need data of its screen.
                request.place = parameters.filling(
                    world.known(request.place, of: request.screen), for: request.change.request,
                    in: demo.mode(of: request.screen.id)
                ).answering(request.typed)
                rest.append(.send(request))
            case .written(let write, let mode, let panel): queue = outdate(by: write, in: mode, shownBy: panel) + queue
            case .name(let text, let parameter, let name): parameters.name(text, of: parameter, as: name)
            case .tell(let id, let event): queue = deliver(event, to: id) + queue
            case .run(let action): queue = perform(action) + queue
            case .chooseColumns(let screen, let columns): queue = choose(columns, of: screen) + queue
            case .chooseTheme(let chosen):
                (theme, hasChosenTheme) = (chosen?.name, true)
                let name = chosen.map { "The theme is \($0.name)" } ?? "The theme is the usual one"
                rest += [.useTheme(chosen)] + show(.info(name + ", here and for every document."))
            case .note(let note): rest += show(note)
            default: rest.append(effect)
            }
        }
        rest += closeOutdatedPopups()
        if isSpinning, !isTicking {
            isTicking = true
            rest.append(.after(.milliseconds(120), .tick))
        }
        return rest
    }

    mutating func push(_ panel: any Panel) -> [Effect] {
        (isDetailFocused, detailTop) = (false, 0)
        // The new panel is not the subject of the popups.
        let closed = closePopups()
        var panel = panel
        panel.id = takePanelID()
        if !(panel is any DocumentPanel) {
            overlays.append(panel)
        } else if let current = currentScreen {
            stacks[current, default: []].append(panel)
        }
        return closed + openMain()
    }

    mutating func closePopups() -> [Effect] {
        defer { popups = [] }
        return popups.map { .cancel($0.id, nil) }
    }

    private mutating func closeOutdatedPopups() -> [Effect] {
        guard popups.contains(where: { $0.about != nil }) else { return [] }
        let shown = (mainPanel as? ItemScreen)?.content
        let old = popups.filter { $0.about.map { $0 != shown } ?? false }.map(\.id)
        popups.removeAll { old.contains($0.id) }
        return old.map { .cancel($0, nil) }
    }

    /// Lets the open panel load missing data, unless the sidebar's selection may be only passing it.
    mutating func openMain() -> [Effect] {
        if awaitedRest != nil, overlays.isEmpty { return [] }
        return withMain { panel, world in panel.open(in: world) }
    }

    private mutating func close() -> [Effect] {
        if let popup = popups.popLast() { return [.cancel(popup.id, nil)] }
        if let overlay = overlays.popLast() { return [.cancel(overlay.id, nil)] + openMain() }
        guard let current = currentScreen, let count = stacks[current]?.count, count > 1,
            let panel = stacks[current]?.popLast()
        else {
            sidebar.isFocused = true
            return []
        }
        return [.cancel(panel.id, nil)] + openMain()
    }

    private mutating func remove(_ id: PanelID) -> [Effect] {
        // The first panel of a screen stays, because nothing is below it.
        for screen in stacks.keys {
            let root = stacks[screen]?.first?.id
            stacks[screen]?.removeAll { $0.id == id && id != root }
        }
        return [.cancel(id, nil)] + openMain()
    }

    private mutating func replace(_ id: PanelID, with panel: any Panel) -> [Effect] {
        if let (screen, index) = place(of: id) {
            var panel = panel
            panel.id = takePanelID()
            stacks[screen]?[index] = panel
        }
        return [.cancel(id, nil)] + openMain()
    }

    mutating func takePanelID() -> PanelID {
        defer { nextPanel += 1 }
        return nextPanel
    }

    /// Sets the columns of every panel of the screen, also under other sidebar entries.
    private mutating func choose(_ columns: [JSONPointer]?, of screen: String) -> [Effect] {
        self.columns[screen] = columns
        let panels = stacks.values.joined().filter { $0.screenID == screen }.map(\.id)
        return panels.flatMap { deliver(.displayChanged, to: $0) }
    }

    /// Does the same as ``openMain()`` at the user's request, including calls that are made only on request.
    mutating func openMainOnRequest() -> [Effect] {
        guard let item = mainPanel as? ItemScreen, item.waitsForEnter else { return openMain() }
        return withMain { panel, world in panel.perform(.open, in: world) }
    }

    // MARK: Reaching panels

    /// Changes the panel that has the focus: the top popup, else the main area's panel.
    mutating func withActive(_ body: (inout any Panel, World) -> [Effect]) -> [Effect] {
        change(popups.last?.id ?? mainPanel?.id, body)
    }

    mutating func withMain(_ body: (inout any Panel, World) -> [Effect]) -> [Effect] { change(mainPanel?.id, body) }

    mutating func deliver(_ event: PanelEvent, to id: PanelID) -> [Effect] {
        change(id) { panel, world in panel.receive(event, in: world) }
    }

    /// Changes an open panel in its place; nil, or the id of a closed one, changes nothing.
    private mutating func change(_ id: PanelID?, _ body: (inout any Panel, World) -> [Effect]) -> [Effect] {
        guard let id else { return [] }
        let world = world
        if let index = popups.firstIndex(where: { $0.id == id }) { return body(&popups[index], world) }
        if let index = overlays.firstIndex(where: { $0.id == id }) { return body(&overlays[index], world) }
        return place(of: id).map { body(&stacks[$0.screen, default: []][$0.index], world) } ?? []
    }

    /// The place of a panel among those of the sidebar's screens.
    func place(of id: PanelID) -> (screen: String, index: Int)? {
        for (screen, stack) in stacks {
            if let index = stack.firstIndex(where: { $0.id == id }) { return (screen, index) }
        }
        return nil
    }

    /// Closes the panels of a sidebar's screen that were opened from the one at this index.
    mutating func closePanels(of screen: String, above index: Int) -> [Effect] {
        let stack = stacks[screen] ?? []
        stacks[screen] = Array(stack.prefix(index + 1))
        return stack.dropFirst(index + 1).map { .cancel($0.id, nil) }
    }
}
