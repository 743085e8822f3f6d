import Terminal

extension AppState {
    /// Paints all of the screen. Painting reads the state and changes nothing.
    func draw() -> Canvas {
        var canvas = Canvas(size: size)
        let layout = Layout(size: size, state: self)
        guard !layout.isTooSmall else {
            drawTooSmall(on: &canvas)
            return canvas
        }
        drawBanner(on: &canvas, in: layout.banner)
        drawFooter(on: &canvas, in: layout.footer)
        switch phase {
        case .opening(let step): draw(step, on: &canvas, in: layout.main)
        case .open: drawScreens(on: &canvas, layout)
        }
        drawLongNote(on: &canvas, in: layout.footer)
        return canvas
    }

    private func drawTooSmall(on canvas: inout Canvas) {
        let text =
            "demo-tui needs \(Layout.minimum.columns)x\(Layout.minimum.rows); this is \(size.columns)x\(size.rows). q quits."
        for (y, line) in TextLayout.wrapped(text, width: size.columns).prefix(size.rows).enumerated() {
            canvas.write(line, at: Point(x: 0, y: y), width: size.columns)
        }
    }

    // MARK: Banner and footer

    private func drawBanner(on canvas: inout Canvas, in area: Rect) {
        canvas.fill(area, style: .banner)
        var text = " \(demo.banner.text) "
        var style: Style =
            switch demo.banner {
            case .live: .live
            case .demo: .demo
            case .mixed: .mixed
            }
        if case .opening = phase { (text, style) = ("", .banner) }
        var passed = demo.passedWithoutStub > 0 ? " \(demo.passedWithoutStub) live: no stub " : ""
        // Beside a gateway no screen stands in front whose title would say it.
        if title.gateway != nil, let conditions = demo.conditions { passed = " \(conditions) " + passed }
        let recording = demo.isRecording ? " REC " : ""
        let badge = TextWidth.width(of: text)
        let extra = TextWidth.width(of: passed + recording)
        // Where every screen is demo no server is asked, and with `--demo` none runs.
        let server = demo.banner == .demo ? "stubs answer" : title.server
        let words = [
            title.name, demo.session.map { "session \($0)" }, title.gateway.map { "at \($0.url)" }, server,
            title.gateway?.admin.map { "admin at \($0)" },
        ]
        let left = " " + words.compactMap { $0 }.joined(separator: "  ")
        canvas.write(left, at: area.origin, width: max(0, area.width - badge - extra - 1), style: .banner)
        canvas.write(passed, at: Point(x: area.maxX - badge - extra, y: area.y), style: .warning)
        canvas.write(
            recording, at: Point(x: area.maxX - badge - TextWidth.width(of: recording), y: area.y), style: .error)
        canvas.write(text, at: Point(x: area.maxX - badge, y: area.y), style: style)
    }

    private func drawFooter(on canvas: inout Canvas, in area: Rect) {
        canvas.fill(area, style: .footer)
        // A note stands before the hints, which keep what room it leaves.
        var x = area.x + 1
        if let note {
            let style: Style = note.isError ? .error : .footer
            x += 2 + canvas.write(note.text, at: Point(x: x, y: area.y), width: area.width - 1, style: style)
        }
        guard case .open = phase else {
            canvas.write("q stop", at: Point(x: x, y: area.y), width: max(0, area.maxX - x), style: .footer)
            return
        }
        let isTyping = activePanel?.isTyping ?? false
        // Help keeps its place at the right end, so that it is there at any width.
        var end = area.maxX
        let bindings = footerBindings
        for binding in bindings.filter({ $0.action == .help }) + bindings.filter({ $0.action != .help }) {
            let key = (isTyping ? binding.keysWhileTyping.first?.name : nil) ?? binding.keyName
            let hint = hint(for: binding.action) ?? binding.hint
            let needed = TextWidth.width(of: key) + 1 + TextWidth.width(of: hint) + 2
            guard x + needed <= end else { break }
            let left = binding.action == .help ? end - needed + 1 : x
            canvas.write(key, at: Point(x: left, y: area.y), style: .key)
            canvas.write(hint, at: Point(x: left + TextWidth.width(of: key) + 1, y: area.y), style: .footer)
            if binding.action == .help { end = left - 1 } else { x += needed }
        }
    }

    /// An error that the footer cannot hold takes lines above it, for as long as it stands: its end says what to do.
    private func drawLongNote(on canvas: inout Canvas, in footer: Rect) {
        guard let note, note.isError else { return }
        let lines = TextLayout.wrapped(note.text, width: max(1, footer.width - 2)).prefix(4)
        guard lines.count > 1 else { return }
        for (offset, line) in lines.enumerated() {
            let y = footer.y - lines.count + 1 + offset
            canvas.fill(Rect(x: footer.x, y: y, width: footer.width, height: 1), style: .footer)
            canvas.write(line, at: Point(x: footer.x + 1, y: y), width: footer.width - 2, style: .error)
        }
    }

    // MARK: Sidebar, main area, popups

    private func drawScreens(on canvas: inout Canvas, _ layout: Layout) {
        let world = world
        if let area = layout.sidebar { drawSidebar(on: &canvas, in: area) }
        let isOnlySidebar = layout.sidebar.map { $0.width == size.columns } ?? false
        if !isOnlySidebar, let panel = mainPanel {
            let isFocused = popups.isEmpty && !hasSidebarFocus
            drawTitle(panel.heading(in: world), on: &canvas, in: layout.title, isFocused: isFocused)
            panel.draw(on: &canvas, in: layout.main, isFocused: isFocused, world: world)
        }
        if let area = layout.sidebar, !isOnlySidebar {
            canvas.vline(at: Point(x: area.maxX, y: area.y), length: area.height, style: .border)
        }
        for (index, popup) in popups.enumerated() {
            drawPopup(popup, on: &canvas, isActive: index == popups.count - 1, world: world)
        }
    }

    private func drawPopup(_ popup: any Panel, on canvas: inout Canvas, isActive: Bool, world: World) {
        let wanted = popup.popupSize(in: world)
        let room = Rect(size).inset(dx: 1, dy: 1)
        let box = room.centered(Size(columns: wanted.columns + 2, rows: wanted.rows))
        canvas.fill(box, style: .plain)
        canvas.box(box, title: popup.heading(in: world).title, style: isActive ? .borderActive : .border)
        popup.draw(on: &canvas, in: box.inset(dx: 2, dy: 1), isFocused: isActive, world: world)
    }
}
