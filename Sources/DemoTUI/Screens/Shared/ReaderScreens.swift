import Terminal
import WireFormats

/// A panel of lines to read, with actions of its own.
protocol ReaderScreen: Panel {
    var viewer: LineViewer { get set }
    /// The rows above the lines.
    var headRows: Int { get }
    func ownAvailability(of action: Action) -> Availability?
    mutating func performOwn(_ action: Action, in world: World) -> [Effect]
    mutating func show(_ event: PanelEvent, in world: World)
}

extension ReaderScreen {
    var headRows: Int { 0 }

    func availability(of action: Action, in world: World) -> Availability {
        ownAvailability(of: action) ?? viewer.availability(of: action) ?? .absent
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        let isOwn = ownAvailability(of: action) != nil
        return (isOwn ? nil : viewer.perform(action, page: world.area.rows - headRows, in: id))
            ?? performOwn(action, in: world)
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        if case .searched(let text) = event { return viewer.find(text) }
        show(event, in: world)
        return []
    }

    mutating func show(_ event: PanelEvent, in world: World) {}

    func extent(in area: Size, world: World) -> Extent? {
        viewer.extent(in: Size(columns: area.columns, rows: area.rows - headRows))
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        viewer.draw(on: &canvas, in: area, isFocused: isFocused)
    }
}

/// One stub in full: its demands, its next reply, its file and line.
struct StubScreen: ReaderScreen {
    var id: PanelID = 0
    let stub: StubNumber
    var viewer = LineViewer()

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
        guard case .stub(let lines) = event else { return }
        // The ends of long paths are the most useful.
        viewer.lines = (lines ?? [TextLine("This stub is gone.", .dim)]).flatMap { $0.wrapped(in: world.area) }
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
                + TextLine("demo-tui check also compares examples and stubs with their schemas.", .dim)
                .wrapped(in: world.area)
            : found.flatMap(\.1)
        return []
    }

    private var selected: Problem? { viewer.selection.pick(from: problems) }

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
