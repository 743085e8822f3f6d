/// What is wrong in the document, the stub files and the fixtures: file, line and reason each.
struct ProblemsScreen: OverlayPanel {
    var id: PanelID = 0
    private var viewer = LineViewer()

    /// Takes the problems as they are now.
    mutating func open(in world: World) -> [Effect] {
        let problems = world.demo.problems
        viewer.lines =
            problems.isEmpty
            ? [ExchangeDetail.Line("No problems: the document and every stub file were read.", .success)]
            : problems.flatMap { problem in
                TextLayout.wrapped(problem, width: max(20, world.area.columns - 5)).enumerated().map { index, line in
                    ExchangeDetail.Line(index == 0 ? line : "  " + line)
                }
            }
        return []
    }

    func heading(in world: World) -> Heading {
        var heading = Heading(title: "Problems")
        heading.count = world.demo.problems.isEmpty ? nil : TextLayout.grouped(world.demo.problems.count)
        return heading
    }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .up, .down, .pageUp, .pageDown, .first, .last, .left, .right, .filter: .enabled
        case .copy: viewer.lines.isEmpty ? .absent : .enabled
        case .nextMatch, .previousMatch: viewer.search.isEmpty ? .disabled("Press / to search first.") : .enabled
        default: .absent
        }
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        if let effects = viewer.perform(action, page: world.area.rows) { return effects }
        switch action {
        case .filter: return [.present(SearchPopup(panel: id, text: viewer.search))]
        case .copy:
            return viewer.selectedText.map { [.copy(.value($0))] } ?? []
        default: return []
        }
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        if case .searched(let text) = event { return viewer.find(text) }
        return []
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        viewer.draw(on: &canvas, in: area, isFocused: isFocused)
    }
}
