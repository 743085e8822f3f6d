import Terminal

/// The areas of the screen that the mouse distinguishes.
enum PaneTarget: Int, Sendable {
    case sidebar, divider, main, detailDivider, detail, activity, popup
    /// The screen below a popup.
    case shade
}

extension Canvas {
    mutating func aim(_ pane: PaneTarget, _ area: Rect?) {
        if let area { aim(.pane(pane.rawValue), area) }
    }
}

extension Pane {
    /// The right border, and the left one of the pane beside it.
    var divider: Rect { Rect(x: area.maxX - 1, y: area.y, width: 2, height: area.height) }
}

extension AppState {
    /// Lines for each notch of the wheel.
    private static let notch = 3

    mutating func toggleMouse() -> [Effect] {
        takesMouse.toggle()
        dragged = nil
        let words =
            takesMouse
            ? "The mouse clicks, scrolls and drags here; most terminals still select text with Shift."
            : "The mouse is the terminal's again and selects text."
        return [.takeMouse(takesMouse), .note(.info(words))]
    }

    /// Handles a report of the mouse. A screen is painted for it, so that a click hits the visible target.
    mutating func point(_ mouse: Mouse) -> [Effect] {
        guard takesMouse, case .open = phase else { return [] }
        switch mouse.kind {
        case .release:
            dragged = nil
            return []
        case .drag: return dragged.map { settle(drag($0, to: mouse.point.x)) } ?? []
        case .press:
            note = nil
            return click(mouse.point)
        case .wheelUp, .wheelDown: return scroll(mouse)
        }
    }

    private mutating func drag(_ divider: PaneTarget, to column: Int) -> [Effect] {
        let layout = Layout(size: size, state: self)
        if divider == .detailDivider {
            guard let main = layout.main, let detail = layout.detail else { return [] }
            let both = main.area.width + detail.area.width
            let width = max(Layout.leastDetail, min(size.columns - column, both - Layout.leastList))
            detailGrowth = width - Layout.usualDetail(in: both)
        } else {
            let width = max(Layout.leastSidebar, min(column + 1, size.columns / 2))
            sidebarGrowth = width - Layout.usualSidebar(self)
        }
        return openMain()
    }

    private mutating func click(_ point: Point) -> [Effect] {
        let canvas = draw(isAimed: true)
        let targets = canvas.targets(at: point)
        guard case .pane(let number)? = targets.last else {
            if case .key(let key)? = targets.first { return press(key) }
            return []
        }
        let pane = PaneTarget(rawValue: number)
        switch targets.first {
        case .key(let key): return press(key)
        case .line(let line, let isSelected):
            if pane == .sidebar { return settle(clickSidebar(line, isSelected: isSelected)) }
            return clickLine(line, isSelected: isSelected, selected: canvas.selectedLine(ofPane: number) ?? line)
        case .pane, nil:
            switch pane {
            case .divider, .detailDivider: dragged = pane
            // A click outside the popup.
            case .shade: return settle(perform(.back))
            case .main: (sidebar.isFocused, isDetailFocused) = (false, false)
            case .detail where !hasSidebarFocus || overlays.isEmpty:
                (sidebar.isFocused, isDetailFocused) = (false, true)
            case .sidebar: sidebar.isFocused = overlays.isEmpty || isJournalBeside
            default: break
            }
            return []
        }
    }

    /// Selects a line of the main area or the top popup; a click on the selected line opens it.
    private mutating func clickLine(_ line: Int, isSelected: Bool, selected: Int) -> [Effect] {
        let hadFocus = !isInSidebar
        if popups.isEmpty { (sidebar.isFocused, isDetailFocused, detailTop) = (false, false, 0) }
        guard isSelected else {
            return settle(withActive { panel, world in panel.select(line, from: selected, in: world) })
        }
        guard hadFocus, let action = activePanel?.clickAction else { return [] }
        return settle(endRest(for: action) + perform(action))
    }

    private mutating func scroll(_ mouse: Mouse) -> [Effect] {
        guard case .pane(let number)? = draw(isAimed: true).targets(at: mouse.point).last else { return [] }
        let action: Action = mouse.kind == .wheelUp ? .scrollUp : .scrollDown
        switch PaneTarget(rawValue: number) {
        case .sidebar:
            let rows = Layout(size: size, state: self).sidebar?.content.height ?? 1
            return settle(scrollSidebar(mouse.kind == .wheelUp ? -Self.notch : Self.notch, rows: rows))
        case .main, .popup:
            if !isDetailFocused { detailTop = 0 }
            return (0..<Self.notch).flatMap { _ in
                settle(withActive { panel, world in panel.perform(action, in: world) })
            }
        case .detail:
            for _ in 0..<Self.notch { _ = scrollDetail(action) }
            return []
        case .activity:
            let rows = activity.rows.count - Layout.activityRows
            activityTop = max(0, min(rows, activityTop + (action == .scrollUp ? -1 : 1)))
            return []
        default: return []
        }
    }
}

extension AppState {
    /// True if the sidebar can have the focus.
    var hasSidebarBeside: Bool { !sidebar.entries.isEmpty && (overlays.isEmpty || isJournalBeside) }

    var hasDetailPane: Bool { popups.isEmpty && Layout(size: size, state: self).detail != nil }

    /// True if the keys that move scroll the pane beside the panel.
    var hasDetailFocus: Bool { isDetailFocused && !hasSidebarFocus && hasDetailPane }

    /// Scrolls the pane beside the panel.
    /// - Returns: false for actions that do not move.
    mutating func scrollDetail(_ action: Action) -> Bool {
        guard let pane = Layout(size: size, state: self).detail, let panel = mainPanel else { return false }
        let page = pane.content.height
        var top = detailTop
        switch action {
        case .up, .scrollUp: top -= 1
        case .down, .scrollDown: top += 1
        case .pageUp: top -= page - 1
        case .pageDown: top += page - 1
        case .first: top = 0
        case .last: top = Detail.most
        default: return false
        }
        let height = detail(of: panel, in: pane, world, isWhole: true).height(width: pane.content.width)
        detailTop = max(0, min(top, height - page))
        return true
    }
}
