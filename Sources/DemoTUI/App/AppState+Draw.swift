import APIDocument
import Terminal

extension AppState {
    /// Paints the whole screen. Painting only reads the state.
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
        // Beside a gateway no screen in front has a title that would say it.
        if title.gateway != nil, let conditions = demo.conditions { passed = " \(conditions) " + passed }
        let recording = demo.isRecording ? " REC " : ""
        let badge = TextWidth.width(of: text)
        let extra = TextWidth.width(of: passed + recording)
        // If every screen is demo, no server is asked, and with `--demo` none runs.
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
        // A note comes before the hints, which get the remaining room.
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
        // Help stays at the right end, so that it is visible at any width.
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

    /// An error that is too long for the footer gets lines above it, because its end has the remedy.
    private func drawLongNote(on canvas: inout Canvas, in footer: Rect) {
        guard let note, note.isError else { return }
        let lines = TextLayout.wrapped(note.text, width: max(1, footer.width - 2)).prefix(4)
        guard lines.count > 1 else { return }
        for (offset, line) in lines.enumerated() {
            let y = footer.y - lines.count + 1 + offset
            canvas.fill(footer.row(y), style: .footer)
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

    func drawSidebar(on canvas: inout Canvas, in area: Rect) {
        let top = sidebar.firstVisible(height: area.height)
        for (offset, line) in sidebar.lines.dropFirst(top).prefix(area.height).enumerated() {
            let point = Point(x: area.x, y: area.y + offset)
            switch line {
            case .heading(let title):
                canvas.write(
                    TextLayout.shortened(title, width: area.width - 2), at: Point(x: point.x + 1, y: point.y),
                    width: area.width - 2, style: .dim)
            case .entry(let index): draw(index, on: &canvas, at: point, width: area.width)
            }
        }
    }

    private func draw(_ index: Int, on canvas: inout Canvas, at point: Point, width: Int) {
        let entry = sidebar.entries[index]
        let isDemo = demo.mode(of: entry.id) == .demo
        canvas.write(index < 9 ? "\(index + 1) " : "  ", at: point, style: .dim)
        let room = max(0, width - 4)
        canvas.write(
            TextLayout.shortened(entry.shownTitle, width: room), at: Point(x: point.x + 2, y: point.y), width: room)
        // The sign tells which screens are demo when the banner can only count them.
        if isDemo { canvas.write("D", at: Point(x: point.x + width - 1, y: point.y), style: .demo) }
        if index == sidebar.selection.index {
            let isFocused = hasSidebarFocus && popups.isEmpty
            canvas.restyle(
                Rect(x: point.x, y: point.y, width: width - (isDemo ? 1 : 0), height: 1),
                style: isFocused ? .selected : .selectedInactive)
        }
    }

    /// The titles of the screens and rows that led here.
    private var trail: [String] {
        guard overlays.isEmpty, let current = currentScreen, let stack = stacks[current] else { return [] }
        let world = world
        return stack.dropLast().map { $0.crumb(in: world) }
    }

    func drawTitle(_ heading: Heading, on canvas: inout Canvas, in area: Rect, isFocused: Bool) {
        let words: [(String?, Style)] = [
            (heading.tag?.text, heading.tag?.style ?? .plain), (heading.count, .dim), (heading.parameters, .accent),
            (heading.remark, .warning), (heading.condition.map { "condition: \($0)" }, .warning),
            (heading.filter.map { "filter: \($0)" }, .accent),
        ]
        let others = words.reduce(0) { $0 + ($1.0.map { TextWidth.width(of: $0) + 1 } ?? 0) }
        let room = max(area.width / 2, area.width - 2 - others)
        let title = Breadcrumb(trail + [heading.title]).text(width: room)
        var x = area.x + 1
        for (text, style) in [(title, isFocused ? .title : .heading)] + words {
            guard let text, !text.isEmpty, x < area.maxX else { continue }
            x += canvas.write(text, at: Point(x: x, y: area.y), width: area.maxX - x, style: style) + 1
        }
    }
}

struct Breadcrumb: Hashable, Sendable {
    private let parts: [String]

    init(_ parts: [String]) { self.parts = parts }

    /// The path in `width` cells; if it is too long its beginning is cut, because the end is the current place.
    func text(width: Int) -> String {
        var shown = parts.map { TextLayout.shortened($0, width: 32) }
        var text = shown.joined(separator: " > ")
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
    func draw(_ step: OpeningStep?, on canvas: inout Canvas, in area: Rect) {
        let lines: [(String, Style)] = [
            ("Opening \(title.name)", .plain), (step?.text ?? "", .dim), ("", .plain), ("Esc or q stops.", .dim),
        ]
        for (offset, line) in lines.enumerated() where offset < area.height - 1 {
            canvas.write(line.0, at: Point(x: 2, y: area.y + 1 + offset), width: size.columns - 4, style: line.1)
        }
    }
}

struct Layout: Hashable {
    static let minimum = Size(columns: 40, rows: 10)
    /// From this width on the sidebar is beside the main area; below it the focused one fills the screen.
    static let widthForSidebar = 64

    let banner: Rect
    let sidebar: Rect?
    let title: Rect
    let main: Rect
    let footer: Rect
    let isTooSmall: Bool

    init(size: Size, state: AppState) {
        let width = size.columns
        let height = size.rows
        isTooSmall = width < Self.minimum.columns || height < Self.minimum.rows
        banner = Rect(x: 0, y: 0, width: width, height: min(1, height))
        footer = Rect(x: 0, y: max(0, height - 1), width: width, height: min(1, height))
        let rows = max(0, height - 2)
        // A wide window has room for longer titles.
        let wanted = min(max(26, min(38, width * 3 / 10)), state.sidebar.titleWidth + 4)
        if width >= Self.widthForSidebar {
            sidebar = Rect(x: 0, y: 1, width: wanted, height: rows)
            title = Rect(x: wanted + 1, y: 1, width: max(0, width - wanted - 1), height: min(1, rows))
            main = Rect(x: wanted + 1, y: 2, width: max(0, width - wanted - 1), height: max(0, rows - 1))
        } else {
            let showsSidebar = state.hasSidebarFocus
            sidebar = showsSidebar ? Rect(x: 0, y: 1, width: width, height: rows) : nil
            title = Rect(x: 0, y: 1, width: width, height: min(1, rows))
            main = Rect(x: 0, y: 2, width: width, height: max(0, rows - 1))
        }
    }
}
