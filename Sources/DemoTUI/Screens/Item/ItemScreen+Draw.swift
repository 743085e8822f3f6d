import AppCore
import Terminal

extension ItemScreen {
    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        var area = area
        if let failure = load.failure {
            let message = FailureMessage(failure, of: screen, load, in: world)
            guard isStale, area.height > 1 else { return message.draw(on: &canvas, in: area) }
            area.height -= 1
            canvas.write(
                "Not reloaded, r tries again: \(message.title)", at: Point(x: area.x + 1, y: area.maxY),
                width: area.width - 2, style: .error)
        }
        guard item != nil else {
            if let deleted, load.isLoaded {
                FailureMessage(deleted: deleted, asksForAnother: !(screen.load?.questions.isEmpty ?? true))
                    .draw(on: &canvas, in: area)
            }
            if waitsForEnter { CallNotice(of: screen, at: place, in: world).draw(on: &canvas, in: area) }
            if case .loading(isSlow: true, let attempt) = load.phase {
                canvas.write(
                    Spinner.text(frame: world.spinnerFrame, attempt: attempt), at: Point(x: area.x + 2, y: area.y + 1),
                    width: area.width - 2, style: .dim)
            }
            return
        }
        let children = children(in: world)
        guard !tree.lines.isEmpty || !children.isEmpty else {
            canvas.write(
                "The reply is empty: it has no members. Press v to see it.", at: Point(x: area.x + 2, y: area.y + 1),
                width: area.width - 2, style: .dim)
            return
        }
        let layout = TreeLayout(tree: tree, width: area.width)
        var y = area.y
        var index = firstVisible(in: area.size, children: children)
        while y < area.maxY, index < tree.lines.count + children.count {
            let height =
                if index < tree.lines.count {
                    layout.draw(tree.lines[index], on: &canvas, at: Point(x: area.x, y: y), height: area.maxY - y)
                } else {
                    draw(children[index - tree.lines.count], on: &canvas, at: Point(x: area.x, y: y), in: area)
                }
            let row = Rect(x: area.x, y: y, width: area.width, height: height)
            if index == selection.index {
                canvas.restyle(row, style: isFocused ? .selected : .selectedInactive)
            } else if isStale {
                canvas.restyle(row, style: .dim)
            }
            y += height
            index += 1
        }
        if index <= tree.lines.count, !children.isEmpty { drawBelow(children, on: &canvas, in: area) }
    }

    /// The last row while nothing of what opens from here is in sight.
    private func drawBelow(_ children: [Screen], on canvas: inout Canvas, in area: Rect) {
        let row = Rect(x: area.x, y: area.maxY - 1, width: area.width, height: 1)
        canvas.fill(row, style: .plain)
        let count = children.count == 1 ? "" : "(\(children.count)) "
        let names = children.prefix(20).map(\.title).joined(separator: ", ")
        canvas.write(
            "> \(count)\(names)", at: Point(x: row.x + 1, y: row.y), width: area.width - 2, style: .accent)
    }

    private func draw(_ child: Screen, on canvas: inout Canvas, at point: Point, in area: Rect) -> Int {
        canvas.write("> \(child.title)", at: Point(x: point.x + 1, y: point.y), width: area.width - 2, style: .accent)
        return 1
    }
}
