/// What is wrong in the document, the stub files and the fixtures: file, line and reason each.
struct ProblemsScreen: OverlayPanel {
    var id: PanelID = 0
    private var viewer = LineViewer()

    /// Takes the problems as they are now.
    mutating func open(in world: World) -> [Effect] {
        let problems = world.demo.problems
        viewer.lines =
            problems.isEmpty
            ? [TextLine("No problems: the document and every stub file were read.", .success)]
            : problems.flatMap { TextLine($0).wrapped(in: world.area) }
        return []
    }

    func heading(in world: World) -> Heading {
        var heading = Heading(title: "Problems")
        heading.count = world.demo.problems.isEmpty ? nil : TextLayout.grouped(world.demo.problems.count)
        return heading
    }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .copy: viewer.lines.isEmpty ? .absent : .enabled
        default: viewer.availability(of: action) ?? .absent
        }
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        if let effects = viewer.perform(action, page: world.area.rows, in: id) { return effects }
        guard action == .copy, let text = viewer.selectedText else { return [] }
        return [.copy(.value(text))]
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        if case .searched(let text) = event { return viewer.find(text) }
        return []
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        viewer.draw(on: &canvas, in: area, isFocused: isFocused)
    }
}
