import APIDocument
import AppCore
import Terminal

extension AppState {
    /// Paints the whole screen. Painting only reads the state.
    ///
    /// - Parameter isAimed: True to record the target of a click on each area.
    func draw(isAimed: Bool = false) -> Canvas {
        var canvas = Canvas(size: size)
        if isAimed { canvas.targets = [] }
        guard !Layout.isTooSmall(size) else {
            drawTooSmall(on: &canvas)
            return canvas
        }
        let layout = Layout(size: size, state: self)
        switch phase {
        case .opening(let step): draw(step, on: &canvas)
        case .open: drawScreens(on: &canvas, layout)
        }
        drawBanner(on: &canvas, in: layout.banner)
        drawFooter(on: &canvas, in: layout.footer)
        drawNote(on: &canvas, layout)
        return canvas
    }

    /// The title of the terminal's window: the API, and the source of its replies.
    var windowTitle: String {
        guard case .open = phase else { return title.name }
        let word =
            switch demo.banner {
            case .live: "LIVE"
            case .demo: "DEMO"
            case .mixed: "MIXED"
            }
        return "\(title.name) - \(word)"
    }

    private func drawTooSmall(on canvas: inout Canvas) {
        let wayOut = hasUnsentText ? "Typed text waits; \(key: .quitNow) quits without it." : "\(key: .quit) quits."
        let text =
            "demo-tui needs \(Layout.minimum.columns)x\(Layout.minimum.rows); this is \(size.columns)x\(size.rows). \(wayOut)"
        for (y, line) in TextLayout.wrapped(text, width: size.columns).prefix(size.rows).enumerated() {
            canvas.write(line, at: Point(x: 0, y: y), width: size.columns)
        }
    }

    // MARK: First and last line

    private func drawBanner(on canvas: inout Canvas, in area: Rect) {
        fillBar(area, on: &canvas)
        var end = area.maxX - 1
        for chip in chips.reversed() {
            end -= TextWidth.width(of: chip.text)
            canvas.write(chip.text, at: Point(x: end, y: area.y), style: chip.style)
            end -= 2
        }
        // If every screen is demo, no server is called, and with `--demo` none runs.
        let live = title.gateway?.upstream == nil ? title.server : "to \(title.server)"
        let server = demo.banner == .demo ? "demo data" : live
        let words = [
            demo.session.map { "session \($0)" }, title.gateway.map { "at \($0.url)" }, server,
            title.gateway?.admin.map { "admin at \($0)" },
        ]
        let facts = words.compactMap { $0 }.joined(separator: "  ")
        // The address of the calls is more useful than the whole of a long name.
        let room = max(0, end - area.x - 1)
        let left = max(12, room - 4 - TextWidth.width(of: facts))
        let name = TextLayout.begun(title.name, width: left)
        canvas.write(
            [("◆ ", .accent), (name, .title), ("  " + facts, .dim)], at: Point(x: area.x + 1, y: area.y), width: room)
    }

    /// The facts that are always visible: the number of screens by source, failures, recording.
    private var chips: [(text: String, style: Style)] {
        guard case .open = phase else { return [] }
        var chips: [(text: String, style: Style)] = []
        if demo.passedWithoutStub > 0 { chips.append(("\(demo.passedWithoutStub) live: no stub", .warning)) }
        switch demo.banner {
        case .live: chips.append(("● LIVE", .live))
        case .demo: chips.append(("◐ DEMO", .demo))
        case .mixed(let count, let all):
            chips += [("MIXED", .mixed), ("● LIVE \(all - count)", .live), ("◐ DEMO \(count)", .demo)]
        }
        let failing = demo.screenConditions.count + demo.operationConditions.count
        if failing > 0 { chips.append(("✗ FAILING \(failing)", .error)) }
        if let chaos = demo.chaos { chips.append(("CHAOS \(chaos)", .error)) }
        if let words = demo.holds.chip { chips.append((words, .warning)) }
        if demo.isRecording { chips.append(("● REC \(TextLayout.grouped(demo.recorded))", .error)) }
        return chips
    }

    /// Colours the first or last line, after the terminal had time to report if it is dark or light.
    private func fillBar(_ area: Rect, on canvas: inout Canvas) {
        if case .open = phase { canvas.fill(area, on: .bar) }
    }

    private func drawFooter(on canvas: inout Canvas, in area: Rect) {
        fillBar(area, on: &canvas)
        var x = area.x + 1
        guard case .open = phase else {
            canvas.write("\(key: .quit) stop", at: Point(x: x, y: area.y), width: max(0, area.maxX - x))
            return
        }
        // Help and the keys that go back stay at the right end, so that they are visible at any width.
        var end = area.maxX
        let all = footerHints
        let hints = all.filter(\.isAtEnd) + all.filter { !$0.isAtEnd }
        // The second keys are left out if hints need the room.
        let isWhole = hints.reduce(1) { $0 + $1.width(isWhole: true) } <= area.width
        for hint in hints {
            let needed = hint.width(isWhole: isWhole)
            guard x + needed <= end else { break }
            let left = hint.isAtEnd ? end - needed + 1 : x
            canvas.write(
                [((isWhole ? hint.names : hint.name) + " ", hint.isPossible ? .key : .dim), (hint.text, .dim)],
                at: Point(x: left, y: area.y), width: needed)
            canvas.aim(.key(hint.key), Rect(x: left, y: area.y, width: needed - 1, height: 1))
            if hint.isAtEnd { end = left - 1 } else { x += needed }
        }
    }

    /// The note's lines. The end of an error has the remedy.
    var noteLines: [String] {
        note.map { Array(TextLayout.wrapped($0.text, width: max(1, size.columns - 6)).prefix(4)) } ?? []
    }

    /// Draws the note above the keys: in the frame, and below it if it has several lines.
    private func drawNote(on canvas: inout Canvas, _ layout: Layout) {
        guard let note else { return }
        let (lines, footer) = (noteLines, layout.footer)
        for (offset, line) in lines.enumerated() {
            let y = footer.y - lines.count + offset
            var row = Rect(x: footer.x, y: y, width: footer.width, height: 1)
            if layout.hasNoteInside { row = row.inset(dx: 2, dy: 0) }
            if layout.hasNoteInside, lines.count == 1 {
                row.width = min(row.width, 2 + TextWidth.width(of: line))
                // The frame continues after the note: a label that is partly covered is removed entirely.
                let covered = canvas.row(y).dropFirst(row.maxX).prefix { $0 != "─" && $0 != "╯" }
                canvas.hline(at: Point(x: row.maxX, y: y), length: covered.count, style: .border)
            }
            canvas.fill(row, on: .raised)
            canvas.write(
                line, at: Point(x: row.x + 1, y: row.y), width: row.width - 2, style: note.isError ? .error : .strong)
        }
    }

    // MARK: Sidebar, main area, popups

    private func drawScreens(on canvas: inout Canvas, _ layout: Layout) {
        let world = world
        if let pane = layout.sidebar { drawSidebar(on: &canvas, in: pane) }
        canvas.aim(.main, layout.main?.area)
        if let pane = layout.main, let panel = mainPanel {
            let isFocused = popups.isEmpty && !hasSidebarFocus && !hasDetailFocus
            draw(panel, on: &canvas, in: pane, isAlone: layout.detail == nil, isFocused: isFocused, world: world)
            if let pane = layout.detail {
                canvas.aim(.detail, pane.area)
                detail(of: panel, in: pane, world, isWhole: detailTop > 0 || hasDetailFocus).draw(
                    on: &canvas, in: pane, from: detailTop, isFocused: hasDetailFocus)
            }
        }
        if let main = layout.main {
            canvas.aim(.divider, layout.sidebar?.divider)
            if let detail = layout.detail, detail.area.y == main.area.y { canvas.aim(.detailDivider, main.divider) }
        }
        canvas.aim(.activity, layout.activity?.area)
        if let pane = layout.activity { draw(activity, on: &canvas, in: pane) }
        for (index, popup) in popups.enumerated() {
            if !popup.isLine { canvas.tint(canvas.bounds, .shaded) }
            canvas.aim(.shade, canvas.bounds)
            let pane = pane(of: popup, in: world)
            canvas.aim(.popup, pane.area)
            canvas.fill(pane.area, on: .raised)
            let isActive = index == popups.count - 1
            guard !popup.isLine else {
                drawLine(popup, on: &canvas, in: pane.area, world: world)
                continue
            }
            let content = pane.content.inset(dx: 1, dy: 0)
            pane.draw(
                [(popup.heading(in: world).title, isActive ? .title : .dim)],
                popup.extent(in: content.size, world: world), on: &canvas, isFocused: isActive)
            popup.draw(on: &canvas, in: content, isFocused: isActive, world: world)
        }
    }

    private func drawLine(_ popup: any Panel, on canvas: inout Canvas, in row: Rect, world: World) {
        let title = popup.heading(in: world).title + ": "
        let used = 1 + canvas.write(title, at: Point(x: row.x + 1, y: row.y), width: row.width / 2, style: .title)
        popup.draw(
            on: &canvas, in: Rect(x: row.x + used, y: row.y, width: row.width - used - 1, height: 1), isFocused: true,
            world: world)
    }

    /// The detail beside a panel; a scrolled one contains all its lines.
    func detail(of panel: any Panel, in pane: Pane, _ world: World, isWhole: Bool) -> Detail {
        var size = pane.content.size
        if isWhole { size.rows = max(size.rows, Detail.most) }
        return panel.detail(in: world, size: size) ?? Detail()
    }

    func pane(of popup: any Panel, in world: World) -> Pane {
        if popup.isLine {
            let main = Layout(size: size, state: self).main?.area ?? Rect(size)
            let row = Rect(x: main.x + 1, y: main.maxY - 1, width: main.width - 2, height: 1)
            return Pane(area: row, isFramed: false)
        }
        let wanted = popup.popupSize(in: world)
        // A frame directly beside the window's frames is hard to distinguish from them.
        let isWide = wanted.columns + World.popupMargin >= size.columns
        let room = Rect(size).inset(dx: isWide ? 0 : 1, dy: 1)
        return Pane(area: room.centered(Size(columns: isWide ? size.columns : wanted.columns + 2, rows: wanted.rows)))
    }

    private func drawSidebar(on canvas: inout Canvas, in pane: Pane) {
        let isFocused = hasSidebarFocus && popups.isEmpty
        let area = pane.content
        canvas.aim(.sidebar, pane.area)
        pane.draw(
            [("Screens", isFocused ? .title : .dim)], sidebar.extent(height: area.height), on: &canvas,
            isFocused: isFocused)
        let top = sidebar.firstVisible(height: area.height)
        for (offset, line) in sidebar.lines.dropFirst(top).prefix(area.height).enumerated() {
            let row = area.row(area.y + offset)
            switch line {
            case .heading(let number): draw(sidebar.groups[number], on: &canvas, in: row)
            case .entry(let index): draw(index, on: &canvas, in: row)
            }
            canvas.line(top + offset, row, isSelected: line == sidebar.selectedLine, isFocused: isFocused)
        }
    }

    private func draw(_ group: Sidebar.Group, on canvas: inout Canvas, in row: Rect) {
        let count = group.isFolded ? TextLayout.grouped(group.entries.count) : ""
        let room = max(0, row.width - 5 - count.count)
        canvas.write(group.isFolded ? "▸" : "▾", at: Point(x: row.x + 1, y: row.y), style: .dim)
        let used = canvas.write(
            TextLayout.begun(group.title ?? "", width: room), at: Point(x: row.x + 3, y: row.y), width: room,
            style: group.isDocument ? .title : .heading)
        if group.isDocument, used < room - 1 {
            canvas.write(
                String(repeating: "─", count: room - used - 1), at: Point(x: row.x + 4 + used, y: row.y), style: .dim)
        }
        canvas.write(count, at: Point(x: row.maxX - 1 - count.count, y: row.y), style: .dim)
    }

    private func draw(_ index: Int, on canvas: inout Canvas, in row: Rect) {
        let entry = sidebar.entries[index]
        canvas.write(index < 9 ? "\(index + 1)" : "", at: Point(x: row.x + 1, y: row.y), style: .dim)
        let room = max(0, row.width - 5)
        canvas.write(sidebar.title(of: index, width: room), at: Point(x: row.x + 3, y: row.y), width: room)
        guard let sign = sign(of: entry.id) else { return }
        canvas.write(sign.text, at: Point(x: row.maxX - 1, y: row.y), style: sign.style)
    }

    /// The mark of a screen that differs from the others: it fails, or it does not follow the switch.
    private func sign(of screen: String) -> (text: String, style: Style)? {
        if demo.hasConditions, let screen = catalog[screen], !demo.conditions(of: screen).isEmpty {
            return ("✗", .error)
        }
        let mode = demo.mode(of: screen)
        return mode == demo.global ? nil : mode == .demo ? ("◐", .demo) : ("●", .live)
    }

    /// The path to the current place: the document, if there are several, and the titles of screens and rows.
    private var trail: [String] {
        guard overlays.isEmpty, let current = currentScreen, let stack = stacks[current] else { return [] }
        let world = world
        let document = catalog[current]?.document.map { [$0] } ?? []
        return document + stack.dropLast().map { $0.crumb(in: world) }
    }

    /// - Parameter isAlone: True without a detail, which shows the source of the reply and its reason.
    private func draw(
        _ panel: any Panel, on canvas: inout Canvas, in pane: Pane, isAlone: Bool, isFocused: Bool, world: World
    ) {
        var heading = panel.heading(in: world)
        if isAlone, pane.isFramed, let tag = heading.tag, panel.availability(of: .showExchange, in: world).isEnabled {
            let name = panel.isTyping ? "\(keyWhileTyping: .showExchange)" : "\(key: .showExchange)"
            heading.tag = Heading.Tag(text: "\(tag.text) · \(name) why", style: tag.style)
        }
        let words: [(String?, Style)] = [
            // The user's choices come before facts that are visible elsewhere; the last ones are cut first.
            (heading.parameters, .accent), (heading.filter, .accent),
            (heading.condition.map { "✗ \($0)" }, .error), (heading.count, .dim), (heading.remark, .warning),
        ]
        let facts = words.compactMap { text, style in text.map { (text: "· " + $0, style: style) } }
        let others = facts.reduce(0) { $0 + TextWidth.width(of: $1.text) + 1 }
        let width = pane.area.width - 6 - (heading.tag.map { TextWidth.width(of: $0.text) + 2 } ?? 0)
        let title = (trail + [heading.title]).path(width: max(width / 2, width - others))
        pane.draw(
            [(title, isFocused ? .title : .dim)] + facts, tag: heading.tag.map { ($0.text, $0.style) },
            panel.extent(in: pane.content.size, world: world), on: &canvas, isFocused: isFocused)
        panel.draw(on: &canvas, in: pane.content, isFocused: isFocused, world: world)
    }
}

/// A key and its words for the footer.
struct FooterHint {
    let action: Action
    let key: Key
    let text: String
    /// The first key, and all keys.
    let name: String, names: String
    let isPossible: Bool
    private let widths: (name: Int, names: Int)

    /// True for the keys that stay at the right end: help, quit and back.
    var isAtEnd: Bool { [.help, .quit, .back].contains(action) }

    /// - Parameter keys: One or two.
    init?(_ action: Action, _ keys: ArraySlice<Key>, _ text: String, isPossible: Bool) {
        guard let key = keys.first else { return nil }
        (self.action, self.key, self.text, self.isPossible, name) = (action, key, text, isPossible, key.name)
        names = keys.count > 1 ? keys.map(\.name).joined(separator: "/") : name
        let width = TextWidth.width(of: text) + 3
        widths = (TextWidth.width(of: name) + width, TextWidth.width(of: names) + width)
    }

    /// The width of the hint and the gap after it, in cells.
    func width(isWhole: Bool) -> Int { isWhole ? widths.names : widths.name }
}

extension [String] {
    /// The path of titles in `width` cells. If it is too long its beginning is cut: the end is the current place.
    func path(width: Int) -> String {
        var text = joined(separator: " > ")
        guard TextWidth.width(of: text, limit: width) > width else { return text }
        var shown = map { TextLayout.shortened($0, width: 32) }
        text = shown.joined(separator: " > ")
        while shown.count > 1, TextWidth.width(of: text, limit: width) > width {
            shown.removeFirst()
            text = "… > " + shown.joined(separator: " > ")
        }
        return text
    }
}

struct OpeningStep: Hashable, Sendable {
    let text: String

    init(_ progress: LoadingProgress) {
        let size = progress.bytesRead > 0 ? " (\(Self.size(progress.bytesRead)))" : ""
        switch progress.phase {
        case .reading: text = "Reading \(progress.file)"
        case .parsing: text = "Parsing \(progress.file)\(size)"
        case .understanding:
            text = progress.filesRead > 1 ? "Joining \(progress.filesRead) files\(size)" : "Reading operations\(size)"
        }
    }

    private init(_ text: String) { self.text = text }

    static func screens(operations: Int) -> OpeningStep {
        OpeningStep("Making screens of \(TextLayout.grouped(operations)) operations")
    }

    static func demoData(operations: Int) -> OpeningStep {
        OpeningStep("Making demo data for \(TextLayout.grouped(operations)) operations")
    }

    private static func size(_ bytes: Int) -> String {
        guard bytes >= 100_000 else { return "\(max(1, bytes / 1_000)) kB" }
        let tenths = (bytes + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10) MB"
    }
}

extension AppState {
    func draw(_ step: OpeningStep?, on canvas: inout Canvas) {
        let lines: [(String, Style)] = [
            ("Opening \(title.name)", .plain), (step?.text ?? "", .dim), ("", .plain),
            ("\(key: .back) or \(key: .quit) stops.", .dim),
        ]
        for (offset, line) in lines.enumerated() where offset < size.rows - 3 {
            canvas.write(line.0, at: Point(x: 2, y: 2 + offset), width: size.columns - 4, style: line.1)
        }
    }
}
