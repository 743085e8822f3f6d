import AppCore
import Terminal

extension FormScreen {
    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        let above = outcomeRows(width: area.width - 2, height: area.height)
        for (offset, row) in above.enumerated() {
            canvas.write(
                row.text, at: Point(x: area.x + 1, y: area.y + offset), width: area.width - 2, style: row.style)
        }
        let room = Rect(
            x: area.x, y: area.y + above.count, width: area.width, height: max(0, area.height - above.count))
        let columns = Columns(area: room, labelWidth: labelWidth)
        let (rows, hasMoreAbove, hasMoreBelow) = visibleRows(height: room.height, width: columns.inputWidth)
        for (offset, row) in rows.enumerated() {
            draw(row, on: &canvas, at: Point(x: room.x + 1, y: room.y + offset), columns, isFocused, world)
        }
        guard room.height > 1 else { return }
        if hasMoreAbove { canvas.write("↑", at: Point(x: room.maxX - 1, y: room.y), style: .dim) }
        if hasMoreBelow {
            canvas.write("↓", at: Point(x: room.maxX - 1, y: room.y + room.height - 1), style: .dim)
        }
    }

    /// Where labels end and inputs begin.
    struct Columns {
        let labelWidth: Int
        let inputWidth: Int

        init(area: Rect, labelWidth: Int) {
            self.labelWidth = min(30, area.width * 2 / 5, labelWidth) + 2
            inputWidth = max(4, area.width - self.labelWidth - 3)
        }
    }

    /// The rows around the focus that fit, and whether there is more above and below. Costs what is visible, whatever
    /// the form holds.
    private func visibleRows(height: Int, width: Int) -> (rows: [FormRow], hasMoreAbove: Bool, hasMoreBelow: Bool) {
        let own = rows(ofLine: focus, width: width)
        let cursor = own.firstIndex { if case .line(_, _, _, _, _?) = $0 { true } else { false } } ?? 0
        var above: [FormRow] = []
        var below: [FormRow] = []
        var first = focus
        var last = focus
        func fillAbove(_ count: Int) {
            while first > 0, above.count < count {
                first -= 1
                above = rows(ofLine: first, width: width) + above
            }
        }
        fillAbove(height / 2 - cursor)
        while last < lines.count,
            above.count + own.count + below.count < height || own.count + below.count <= height / 2
        {
            last += 1
            below += rows(ofLine: last, width: width)
        }
        fillAbove(height - own.count - below.count)
        let all = above + own + below
        let start = max(0, min(above.count + cursor - height / 2, all.count - height))
        return (
            Array(all.dropFirst(start).prefix(height)), first > 0 || start > 0,
            last < lines.count || all.count - start > height
        )
    }

    private func outcomeRows(width: Int, height: Int) -> [(text: String, style: Style)] {
        var rows: [(text: String, style: Style)] = []
        var limit = max(1, height / 3)
        switch outcome {
        case nil: return []
        case .sent(let text, let answer):
            // The form is empty again: what came back is what one looks for.
            limit = max(1, height / 2)
            rows = [(text, .success)] + answer.prefix(limit).map { ($0.text, $0.style) }
            if rows.count > limit, limit > 2 {
                let hidden = answer.count - limit + 2
                rows = rows.prefix(limit - 1) + [("… \(TextLayout.grouped(hidden)) more lines; ^V shows all", .accent)]
            }
        case .failed(let text, let wayOut):
            rows = TextLayout.wrapped(text, width: width).map { ($0, .error) }
            rows += wayOut.flatMap { TextLayout.wrapped($0, width: width) }.map { ($0, .accent) }
        }
        return Array(rows.prefix(limit)) + (rows.count < limit ? [("", .plain)] : [])
    }

    private func draw(
        _ row: FormRow, on canvas: inout Canvas, at point: Point, _ columns: Columns, _ isFocused: Bool, _ world: World
    ) {
        let inputX = point.x + columns.labelWidth
        switch row {
        case .blank: break
        case .note(let text, let style):
            canvas.write(text, at: Point(x: inputX, y: point.y), width: columns.inputWidth, style: style)
        case .line(let index, let number, let text, let style, let cursor):
            let hasFocus = isFocused && index == focus
            if number == 0 { drawLabel(lines[index], on: &canvas, at: point, columns, style, hasFocus) }
            let isBox = style == .value || style == .placeholder
            let box: Style = hasFocus ? .fieldActive : isBox ? .field : .dim
            if isBox || hasFocus {
                canvas.fill(Rect(x: inputX, y: point.y, width: columns.inputWidth, height: 1), style: box)
            }
            let used = canvas.write(
                text, at: Point(x: inputX, y: point.y), width: columns.inputWidth,
                style: style == .placeholder ? .placeholder : box)
            if number == 0, tree[lines[index].node].showsDefault, used + 10 <= columns.inputWidth {
                canvas.write("default", at: Point(x: inputX + columns.inputWidth - 7, y: point.y), style: .placeholder)
            }
            if hasFocus, let cursor { canvas.cursor = Point(x: inputX + cursor, y: point.y) }
        case .button: drawButton(on: &canvas, x: inputX, y: point.y, columns, isFocused, world)
        }
    }

    private func drawLabel(
        _ line: FormLine, on canvas: inout Canvas, at point: Point, _ columns: Columns, _ style: FormRow.TextStyle,
        _ hasFocus: Bool
    ) {
        let indent = min(2 * line.depth, columns.labelWidth / 2)
        let isHeading = style == .heading || line.kind == .heading
        // Long labels often begin alike.
        let room = columns.labelWidth - 1 - indent
        canvas.write(
            TextLayout.shortened(line.label, width: room), at: Point(x: point.x + indent, y: point.y), width: room,
            style: hasFocus || isHeading ? .strong : .dim)
    }

    private func drawButton(
        on canvas: inout Canvas, x: Int, y: Int, _ columns: Columns, _ isFocused: Bool, _ world: World
    ) {
        if load.isLoading {
            let attempt = if case .loading(_, let number) = load.phase { number } else { 1 }
            canvas.write(
                load.isSlow ? Spinner.text(frame: world.spinnerFrame, attempt: attempt) : "Sending",
                at: Point(x: x, y: y), width: columns.inputWidth, style: .dim)
            return
        }
        canvas.write(
            "[ \(buttonTitle) ]", at: Point(x: x, y: y), width: columns.inputWidth,
            style: isFocused && focus == lines.count ? .selected : .key)
        canvas.write(
            "or ^S", at: Point(x: x + buttonTitle.count + 5, y: y),
            width: max(0, columns.inputWidth - buttonTitle.count - 5), style: .dim)
    }
}
