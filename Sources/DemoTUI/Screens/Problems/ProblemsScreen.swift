import JSONText
import Terminal

/// What is wrong in the document, the stub files and the fixtures: file, line and reason each; opens the file at the line.
struct ProblemsScreen: OverlayPanel {
    var id: PanelID = 0
    private var viewer = LineViewer()
    /// The problem that each line belongs to.
    private var problems: [Problem] = []

    /// Takes the problems as they are now.
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

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .copy: viewer.lines.isEmpty ? .absent : .enabled
        case .open, .editStub: selected == nil ? .disabled("There is no problem here.") : .enabled
        default: viewer.availability(of: action) ?? .absent
        }
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        if let effects = viewer.perform(action, page: world.area.rows, in: id) { return effects }
        switch action {
        case .open, .editStub: return selected.map { [.openProblem($0)] } ?? []
        case .copy: return viewer.selectedText.map { [.copy(.value($0))] } ?? []
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
