import Terminal

/// One stub in full: what it matches, what it answers next, the file and line it was written in.
struct StubScreen: OverlayPanel {
    var id: PanelID = 0
    let stub: StubNumber
    private var viewer = LineViewer()

    init(stub: StubNumber) { self.stub = stub }

    var followsJournal: Bool { true }
    func heading(in world: World) -> Heading { Heading(title: "Stub") }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .copy, .editStub, .resetDemo, .toggle, .reload: .enabled
        default: viewer.availability(of: action) ?? .absent
        }
    }

    mutating func open(in world: World) -> [Effect] { [.fetchStub(id, stub)] }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        if let effects = viewer.perform(action, page: world.area.rows, in: id) { return effects }
        switch action {
        case .reload: return open(in: world)
        case .copy: return viewer.selectedText.map { [.copy(.value($0))] } ?? []
        case .editStub: return [.openStub(stub)]
        case .resetDemo: return [.stub(.reset(stub))]
        case .toggle: return [.stub(.toggle(stub))]
        default: return []
        }
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        switch event {
        case .stub(let detail):
            // Paths are long, and their end says most.
            viewer.lines = (detail?.lines ?? [TextLine("This stub is gone.", .dim)])
                .flatMap { $0.wrapped(in: world.area) }
        case .searched(let text): return viewer.find(text)
        default: break
        }
        return []
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        viewer.draw(on: &canvas, in: area, isFocused: isFocused)
    }
}
