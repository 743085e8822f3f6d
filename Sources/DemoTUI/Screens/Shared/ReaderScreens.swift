import Terminal
import WireFormats

/// A panel of lines to read, with actions of its own.
protocol ReaderScreen: OverlayPanel {
    var viewer: LineViewer { get set }
    func ownAvailability(of action: Action) -> Availability?
    mutating func performOwn(_ action: Action, in world: World) -> [Effect]
    mutating func show(_ event: PanelEvent, in world: World)
}

extension ReaderScreen {
    func availability(of action: Action, in world: World) -> Availability {
        ownAvailability(of: action) ?? viewer.availability(of: action) ?? .absent
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        viewer.perform(action, page: world.area.rows, in: id) ?? performOwn(action, in: world)
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        if case .searched(let text) = event { return viewer.find(text) }
        show(event, in: world)
        return []
    }

    mutating func show(_ event: PanelEvent, in world: World) {}

    func extent(in area: Size, world: World) -> Extent? { viewer.extent(in: area) }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        viewer.draw(on: &canvas, in: area, isFocused: isFocused)
    }
}

/// An exchange in full: the decision and its reason, request, status, headers, body, timing, and the stub that
/// answered or, without one, the closest stubs.
struct ExchangeScreen: ReaderScreen {
    var id: PanelID = 0
    let exchange: ExchangeNumber
    let screenID: String?
    var viewer = LineViewer()
    private var title = "Exchange"
    /// True if bodies are shown unchanged, not laid out.
    private var isAsSent = false

    init(exchange: ExchangeNumber, screen: String? = nil) {
        self.exchange = exchange
        screenID = screen
    }

    func heading(in world: World) -> Heading { Heading(title: title) }

    func ownAvailability(of action: Action) -> Availability? {
        [.copy, .editStub, .reload, .asSent].contains(action) ? .enabled : nil
    }

    func hint(for action: Action) -> String? { action == .asSent && isAsSent ? "laid out" : nil }

    mutating func open(in world: World) -> [Effect] {
        [.fetchExchange(id, exchange, BodyLines.Layout(isAsSent: isAsSent, width: world.area.columns - 2))]
    }

    mutating func performOwn(_ action: Action, in world: World) -> [Effect] {
        switch action {
        case .reload: return open(in: world)
        case .asSent:
            isAsSent.toggle()
            return open(in: world)
        case .copy: return [.present(PickPopup.copy(viewer.selectedText, exchange: exchange))]
        case .editStub: return [.editStub(exchange)]
        default: return []
        }
    }

    mutating func show(_ event: PanelEvent, in world: World) {
        switch event {
        case .exchange(let detail?):
            title = detail.title
            // The decision is a sentence and wraps; request and reply stay line by line.
            let sentences = detail.lines.prefix { $0.style != .heading }
            viewer.lines = sentences.flatMap { $0.wrapped(in: world.area) } + detail.lines.dropFirst(sentences.count)
        case .exchange(nil): viewer.lines = [TextLine("The journal no longer keeps this exchange.", .dim)]
        default: break
        }
    }
}

/// One stub in full: its demands, its next reply, its file and line.
struct StubScreen: ReaderScreen {
    var id: PanelID = 0
    let stub: StubNumber
    var viewer = LineViewer()

    init(stub: StubNumber) { self.stub = stub }

    var followsJournal: Bool { true }
    func heading(in world: World) -> Heading { Heading(title: "Stub") }

    func ownAvailability(of action: Action) -> Availability? {
        [.copy, .editStub, .resetDemo, .toggle, .reload].contains(action) ? .enabled : nil
    }

    mutating func open(in world: World) -> [Effect] { [.fetchStub(id, stub)] }

    mutating func performOwn(_ action: Action, in world: World) -> [Effect] {
        switch action {
        case .reload: open(in: world)
        case .copy: viewer.copy
        case .editStub: [.openStub(stub)]
        case .resetDemo: [.stub(.reset(stub))]
        case .toggle: [.stub(.toggle(stub))]
        default: []
        }
    }

    mutating func show(_ event: PanelEvent, in world: World) {
        guard case .stub(let detail) = event else { return }
        // The ends of long paths say most.
        viewer.lines = (detail?.lines ?? [TextLine("This stub is gone.", .dim)]).flatMap { $0.wrapped(in: world.area) }
    }
}

/// The problems of the document, the stub files and the fixtures: file, line and reason each. Enter opens the file.
struct ProblemsScreen: ReaderScreen {
    var id: PanelID = 0
    var viewer = LineViewer()
    private var problems: [Problem] = []

    mutating func open(in world: World) -> [Effect] {
        let found = world.demo.problems.map { ($0, TextLine($0.description).wrapped(in: world.area)) }
        problems = found.flatMap { problem, lines in lines.map { _ in problem } }
        viewer.lines =
            found.isEmpty
            ? [TextLine("No problems: the document and every stub file were read.", .success)]
            : found.flatMap(\.1)
        return []
    }

    private var selected: Problem? {
        problems.indices.contains(viewer.selection.index) ? problems[viewer.selection.index] : nil
    }

    func heading(in world: World) -> Heading {
        var heading = Heading(title: "Problems")
        heading.count = world.demo.problems.isEmpty ? nil : TextLayout.grouped(world.demo.problems.count)
        return heading
    }

    func hint(for action: Action) -> String? { action == .open ? "edit file" : nil }

    func ownAvailability(of action: Action) -> Availability? {
        switch action {
        case .copy: viewer.lines.isEmpty ? .absent : .enabled
        case .open, .editStub: selected == nil ? .disabled("There is no problem here.") : .enabled
        default: nil
        }
    }

    mutating func performOwn(_ action: Action, in world: World) -> [Effect] {
        switch action {
        case .open, .editStub: selected.map { [.openProblem($0)] } ?? []
        case .copy: viewer.copy
        default: []
        }
    }
}
