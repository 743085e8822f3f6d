import AppCore
import Terminal
import WireFormats

extension FormScreen {
    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        let above = drawOutcome(on: &canvas, in: area)
        let room = Rect(x: area.x, y: area.y + above, width: area.width, height: max(0, area.height - above))
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

    struct Columns {
        let labelWidth: Int
        let inputWidth: Int

        init(area: Rect, labelWidth: Int) {
            self.labelWidth = min(max(30, area.width / 3), area.width * 2 / 5, labelWidth) + 2
            inputWidth = max(4, area.width - self.labelWidth - 3)
        }
    }

    /// The rows around the focus that fit, and whether there are more above and below. Costs only the visible rows.
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

    /// Draws the end of the last send, with the reply, and an empty row.
    /// - Returns: the rows that it took.
    private func drawOutcome(on canvas: inout Canvas, in area: Rect) -> Int {
        var y = area.y
        for row in outcomeRows(width: area.width - 2, height: area.height) {
            canvas.write(row.text, at: Point(x: area.x + 1, y: y), width: area.width - 2, style: row.style)
            y += 1
        }
        let end = area.y + max(1, area.height / 2)
        if case .sent(_, _, let reply?) = outcome {
            let layout = TreeLayout(tree: reply, width: area.width)
            for (index, line) in reply.lines.enumerated() {
                let laidOut = layout.laidOut(line)
                // The last row shows how many fields are missing.
                guard y + laidOut.rows.count <= end - (index + 1 < reply.lines.count ? 1 : 0) else {
                    let words = "… \(reply.lines.count - index) more; \(keyWhileTyping: .showExchange) shows all"
                    canvas.write(words, at: Point(x: area.x + 1, y: y), width: area.width - 2, style: .accent)
                    y += 1
                    break
                }
                y += layout.draw(line, as: laidOut, on: &canvas, at: Point(x: area.x, y: y), height: end - y)
            }
        }
        return y == area.y ? 0 : min(y + 1, end + 1) - area.y
    }

    private func outcomeRows(width: Int, height: Int) -> [(text: String, style: Style)] {
        var rows: [(text: String, style: Style)] = []
        var limit = max(1, height / 3)
        switch outcome {
        case nil: return []
        case .sent(let text, let answer, _):
            // The form is empty again: the reply is more important.
            limit = max(1, height / 2)
            rows = [(text, .success)] + answer.prefix(limit).map { ($0.text, $0.style) }
            if rows.count > limit, limit > 2 {
                let hidden = answer.count - limit + 2
                rows =
                    rows.prefix(limit - 1) + [
                        (
                            "… \(TextLayout.grouped(hidden)) more lines; \(keyWhileTyping: .showExchange) shows all",
                            .accent
                        )
                    ]
            }
        case .failed(let text, let wayOut):
            rows = TextLayout.wrapped(text, width: width).map { ($0, .error) }
            rows += wayOut.flatMap { TextLayout.wrapped($0, width: width) }.map { ($0, .accent) }
        }
        return Array(rows.prefix(limit))
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
            let width = columns.labelWidth + columns.inputWidth
            canvas.aim(.line(index, isSelected: index == focus), Rect(x: point.x, y: point.y, width: width, height: 1))
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
            canvas.write(
                load.spinner(in: world) ?? "Sending", at: Point(x: x, y: y), width: columns.inputWidth, style: .dim)
            return
        }
        canvas.button(
            "[ \(buttonTitle) ]", at: Point(x: x, y: y), width: columns.inputWidth, style: .key,
            isFocused: isFocused && focus == lines.count,
            key: KeyTable.current.binding(of: .submit)?.keysWhileTyping.first)
        canvas.write(
            "or \(keyWhileTyping: .submit)", at: Point(x: x + buttonTitle.count + 5, y: y),
            width: max(0, columns.inputWidth - buttonTitle.count - 5), style: .dim)
    }
}

enum FormRow: Hashable {
    case blank
    /// A row of a line of the form: the first one has the label.
    case line(Int, row: Int, text: String, style: TextStyle, cursor: Int?)
    case note(String, Style)
    case button

    enum TextStyle: Hashable { case value, placeholder, words, heading }
}

extension FormScreen {
    /// The rows of a line of the form; the focused one has its help and its complaint.
    func rows(ofLine index: Int, width: Int) -> [FormRow] {
        guard lines.indices.contains(index) else { return [.blank, .button] }
        let line = lines[index]
        let node = tree[line.node]
        var rows = inputRows(index, line, node, width: width)
        if let complaint = complaints[line.node] {
            rows += TextLayout.wrapped(complaint, width: width).map { .note($0, .error) }
        } else if index == focus {
            rows += helpRows(line, node, width: width)
        }
        return rows
    }

    private func inputRows(_ index: Int, _ line: FormLine, _ node: FormNode, width: Int) -> [FormRow] {
        func words(_ text: String, _ style: FormRow.TextStyle = .words) -> [FormRow] {
            [.line(index, row: 0, text: text, style: style, cursor: nil)]
        }
        let isHere = index == focus
        switch node.content {
        case .text(let text):
            if text.isEmpty {
                let text = placeholder(of: node)
                return [.line(index, row: 0, text: text, style: .placeholder, cursor: isHere ? 0 : nil)]
            }
            let rows = TextLayout.rows(
                of: Array(node.field.isMasked ? masked(text) : text), cursor: isHere ? input.cursor : nil,
                wraps: node.field.kind == .multiline || node.field.kind == .text, width: width
            ).enumerated().map { row, shown in
                FormRow.line(index, row: row, text: shown.text, style: .value, cursor: shown.cursor)
            }
            return isHere || rows.count <= 4 ? rows : Array(rows.prefix(4)) + [.note("…", .dim)]
        case .pick(let selected):
            let shown = selected.map(node.field.optionTitle) ?? tree.text(of: node.id)
            return words(choiceText(shown, of: node), .value)
        case .picks(let options, let chosen):
            let names = chosen.map { node.field.choiceTitle(of: options[$0]) }.joined(separator: ", ")
            return words(names.isEmpty ? "(none)" : names, .value)
        case .variants(let variants, let selected, _):
            return words(choiceText(selected.map { variants[$0].name } ?? "", of: node), .value)
        case .fixed(let value): return words(value.plainText)
        case .entries(let entries, _): return words(count(entries.count, isHere: isHere))
        case .group(_, isPresent: false): return words(isHere ? "(none)  \(keyWhileTyping: .open) adds it" : "(none)")
        case .group:
            if !isHere, let money = Field.money(tree.value(of: node.id)) { return words(money, .heading) }
            let help = node.field.help.map { TextLayout.beginning(of: $0, lines: 1, width: width).joined() } ?? ""
            return words(isHere ? "nothing in it  \(keyWhileTyping: .removeEntry) removes it" : help, .heading)
        }
    }

    private func count(_ count: Int, isHere: Bool) -> String {
        (count == 0 ? "none" : count == 1 ? "1 entry" : "\(count) entries")
            + (isHere ? "  \(keyWhileTyping: .open) adds one" : "")
    }

    private func masked(_ text: String) -> String { String(repeating: "•", count: text.count) }

    private func placeholder(of node: FormNode) -> String {
        if node.field.isMasked { return "" }
        if !node.isTouched, let value = node.field.default, !value.isNull {
            return "default: \(node.field.text(for: value))"
        }
        return node.field.example.map { "e.g. \(node.field.text(for: $0))" } ?? ""
    }

    private func helpRows(_ line: FormLine, _ node: FormNode, width: Int) -> [FormRow] {
        var rows: [FormRow] = []
        if let help = node.field.help, !help.isEmpty {
            rows += beginning(of: help, width: width)
        }
        var hint: String?
        switch node.content {
        case .text(let text):
            hint = node.field.hint
            if node.field.kind == .file { hint = "The path of a file; \(keyWhileTyping: .nextPane) completes it." }
            if node.field.kind == .date || node.field.kind == .dateTime,
                let value = node.field.value(from: text)?.stringValue,
                value != text, node.field.validate(text) == nil
            {
                hint = "Is sent as \(value)."
            }
            if let moment = node.field.moment(node.field.value(from: text)) { hint = "This is \(moment)." }
        case .entries, .picks: hint = node.field.entriesHint
        case .pick, .variants, .fixed, .group: break
        }
        if let list = listInFocus {
            hint = "\(keyWhileTyping: .open) chooses from \(list.screen.title)."
        } else if let list = listOfField {
            hint = "Empty it, and \(keyWhileTyping: .open) chooses from \(list.screen.title)."
        }
        if let hint { rows += beginning(of: hint, width: width) }
        return rows
    }

    private func beginning(of text: String, width: Int) -> [FormRow] {
        TextLayout.beginning(of: text, lines: 2, width: width).map { .note($0, .dim) }
    }
}
