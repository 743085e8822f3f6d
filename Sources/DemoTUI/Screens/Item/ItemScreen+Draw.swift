import AppCore

extension ItemScreen {
    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        if let failure = load.failure {
            FailureMessage(failure, of: screen, load, in: world).draw(on: &canvas, in: area)
            return
        }
        let lines = lines(in: world)
        guard !lines.isEmpty else {
            if case .loading(isSlow: true, let attempt) = load.phase {
                canvas.write(
                    Spinner.text(frame: world.spinnerFrame, attempt: attempt), at: Point(x: area.x + 2, y: area.y + 1),
                    width: area.width - 2, style: .dim)
            }
            return
        }
        let labelWidth = min(24, area.width / 3, lines.map { TextWidth.width(of: $0.label) }.max() ?? 0) + 2
        let top = selection.firstVisible(count: lines.count, height: area.height)
        for (offset, line) in lines[top...].prefix(area.height).enumerated() {
            let y = area.y + offset
            draw(line, on: &canvas, at: Point(x: area.x, y: y), width: area.width, labelWidth: labelWidth)
            if top + offset == selection.index {
                canvas.restyle(
                    Rect(x: area.x, y: y, width: area.width, height: 1),
                    style: isFocused ? .selected : .selectedInactive)
            }
        }
    }

    private func draw(_ line: Line, on canvas: inout Canvas, at point: Point, width: Int, labelWidth: Int) {
        switch line {
        case .field(let field, let text):
            canvas.write(field.title, at: Point(x: point.x + 1, y: point.y), width: labelWidth - 1, style: .dim)
            canvas.write(
                text.isEmpty ? "-" : text, at: Point(x: point.x + 1 + labelWidth, y: point.y),
                width: width - labelWidth - 2, style: text.isEmpty ? .dim : .plain)
        case .child(_, let title):
            canvas.write("> \(title)", at: Point(x: point.x + 1, y: point.y), width: width - 2, style: .accent)
        }
    }
}

extension ItemScreen.Line {
    fileprivate var label: String {
        switch self {
        case .field(let field, _): field.title
        case .child: ""
        }
    }
}
