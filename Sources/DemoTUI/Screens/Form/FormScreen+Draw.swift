import AppCore

extension FormScreen {
    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        let labelWidth = min(24, area.width / 3, form.fields.map { TextWidth.width(of: $0.label) }.max() ?? 0) + 2
        let inputWidth = max(4, area.width - labelWidth - 3)
        var rows: [Row] = outcomeRows(width: area.width - 2)
        var focused = 0
        for (index, field) in form.fields.enumerated() {
            if index == focus { focused = rows.count }
            rows += fieldRows(index, field, width: inputWidth)
        }
        rows.append(.blank)
        if focus == form.fields.count { focused = rows.count }
        rows.append(.button)

        let top = max(0, min(focused - area.height / 2, rows.count - area.height))
        for (offset, row) in rows.dropFirst(top).prefix(area.height).enumerated() {
            let y = area.y + offset
            draw(
                row, on: &canvas, at: Point(x: area.x + 1, y: y), labelWidth: labelWidth, inputWidth: inputWidth,
                isFocused: isFocused, world: world)
        }
    }

    /// One line of the form as painted.
    private enum Row {
        case blank
        case message(String, Style)
        case input(field: Int, line: Int, text: String, cursor: Int?)
        case help(String, Style)
        case button
    }

    private func outcomeRows(width: Int) -> [Row] {
        switch outcome {
        case nil: return []
        case .sent(let text): return [.message(text, .success), .blank]
        case .failed(let text, let wayOut):
            return TextLayout.wrapped(text, width: width).map { .message($0, .error) }
                + wayOut.flatMap { TextLayout.wrapped($0, width: width) }.map { .message($0, .accent) } + [.blank]
        }
    }

    private func fieldRows(_ index: Int, _ field: Field, width: Int) -> [Row] {
        var rows: [Row]
        switch inputs[index] {
        case .choice(_, let selected):
            let text = selected == nil ? "(none)" : inputs[index].shown
            rows = [.input(field: index, line: 0, text: "< \(text) >", cursor: nil)]
        case .text(let input): rows = textRows(index, input, isSecret: field.kind == .secret, width: width)
        }
        if let complaint = complaints[index] {
            rows += TextLayout.wrapped(complaint, width: width).map { .help($0, .error) }
        } else if index == focus, let help = field.help, !help.isEmpty {
            rows += TextLayout.wrapped(help, width: width).prefix(2).map { .help($0, .dim) }
        }
        return rows
    }

    /// The lines of a text with the cursor's place: a long single line is shown around the cursor.
    private func textRows(_ index: Int, _ input: TextInput, isSecret: Bool, width: Int) -> [Row] {
        let characters = isSecret ? Array(repeating: "*", count: input.characters.count) : input.characters
        var rows: [Row] = []
        var start = 0
        var line = 0
        while true {
            let end = characters[start...].firstIndex(of: "\n") ?? characters.count
            let isHere = index == focus && (start...end).contains(input.cursor)
            var visible = characters[start..<end]
            var cursor: Int?
            if isHere {
                var before = characters[start..<input.cursor]
                while TextWidth.width(of: String(before)) >= width { before.removeFirst() }
                visible = characters[before.startIndex..<end]
                cursor = TextWidth.width(of: String(before))
            }
            rows.append(.input(field: index, line: line, text: String(visible), cursor: cursor))
            if end == characters.count { return rows }
            start = end + 1
            line += 1
        }
    }

    private func draw(
        _ row: Row, on canvas: inout Canvas, at point: Point, labelWidth: Int, inputWidth: Int, isFocused: Bool,
        world: World
    ) {
        let inputX = point.x + labelWidth
        switch row {
        case .blank: break
        case .message(let text, let style):
            canvas.write(text, at: point, width: labelWidth + inputWidth, style: style)
        case .help(let text, let style):
            canvas.write(text, at: Point(x: inputX, y: point.y), width: inputWidth, style: style)
        case .input(let field, let line, let text, let cursor):
            let hasFocus = isFocused && field == focus
            if line == 0 {
                canvas.write(
                    form.fields[field].label, at: point, width: labelWidth - 1, style: hasFocus ? .strong : .dim)
            }
            let box = Rect(x: inputX, y: point.y, width: inputWidth, height: 1)
            canvas.fill(box, style: hasFocus ? .fieldActive : .field)
            canvas.write(
                text, at: Point(x: inputX, y: point.y), width: inputWidth, style: hasFocus ? .fieldActive : .field)
            if hasFocus, let cursor { canvas.cursor = Point(x: inputX + cursor, y: point.y) }
        case .button:
            if load.isLoading {
                let attempt = if case .loading(_, let number) = load.phase { number } else { 1 }
                canvas.write(
                    load.isSlow ? Spinner.text(frame: world.spinnerFrame, attempt: attempt) : "Sending",
                    at: Point(x: inputX, y: point.y), width: inputWidth, style: .dim)
            } else {
                canvas.write(
                    "[ \(buttonTitle) ]", at: Point(x: inputX, y: point.y), width: inputWidth,
                    style: isFocused && focus == form.fields.count ? .selected : .key)
                canvas.write(
                    "or ^S", at: Point(x: inputX + buttonTitle.count + 5, y: point.y),
                    width: max(0, inputWidth - buttonTitle.count - 5), style: .dim)
            }
        }
    }
}

extension Field {
    /// The title, marked if a value is needed.
    fileprivate var label: String { isRequired ? title + " *" : title }
}
