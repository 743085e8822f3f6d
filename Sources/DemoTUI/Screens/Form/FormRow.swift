import AppCore
import JSONText
import Terminal

/// One painted row of a form.
enum FormRow: Hashable {
    case blank
    /// A row of a line of the form: its label stands beside the first one.
    case line(Int, row: Int, text: String, style: TextStyle, cursor: Int?)
    /// Words below an input.
    case note(String, Style)
    case button

    /// How the text of a line reads.
    enum TextStyle: Hashable {
        /// Typed or picked.
        case value
        /// What could stand there.
        case placeholder
        /// Words of the program.
        case words
        /// The name of a group.
        case heading
    }
}

extension FormScreen {
    /// The rows of one line of the form; of the line with the focus with its help and what is wrong with it.
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
            let rows = textRows(index, node.field.isMasked ? masked(text) : text, isHere: isHere, width: width)
            return isHere || rows.count <= 4 ? rows : Array(rows.prefix(4))
        case .pick(let selected):
            let shown = selected.map(node.field.optionTitle) ?? tree.text(of: node.id)
            return words("< \(shown.isEmpty ? (node.field.isRequired ? "choose" : "(none)") : shown) >", .value)
        case .picks(_, let chosen):
            let names = chosen.map { node.optionTitle($0) }.joined(separator: ", ")
            return words(names.isEmpty ? "(none)" : names, .value)
        case .variants(let variants, let selected, _):
            return words(
                "< \(selected.map { variants[$0].name } ?? (node.field.isRequired ? "choose" : "(none)")) >", .value)
        case .fixed(let value): return words(value.plainText)
        case .list(let items): return words(count(items.count, isHere: isHere))
        case .map(let entries): return words(count(entries.count, isHere: isHere))
        case .group(_, isPresent: false): return words(isHere ? "(none)  Enter adds it" : "(none)")
        case .group:
            if !isHere, let money = Field.money(tree.value(of: node.id)) { return words(money, .heading) }
            let help = node.field.help.map { TextLayout.beginning(of: $0, lines: 1, width: width).joined() } ?? ""
            return words(isHere ? "nothing in it  F8 removes it" : help, .heading)
        }
    }

    private func count(_ count: Int, isHere: Bool) -> String {
        (count == 0 ? "none" : count == 1 ? "1 entry" : "\(count) entries") + (isHere ? "  Enter adds one" : "")
    }

    private func masked(_ text: String) -> String { String(repeating: "•", count: text.count) }

    private func placeholder(of node: FormNode) -> String {
        if node.field.isMasked { return "" }
        if !node.isTouched, let value = node.field.default { return "default: \(node.field.text(for: value))" }
        return node.field.example.map { "e.g. \(node.field.text(for: $0))" } ?? ""
    }

    /// The document's words about an input, then what form it has.
    private func helpRows(_ line: FormLine, _ node: FormNode, width: Int) -> [FormRow] {
        var rows: [FormRow] = []
        if let help = node.field.help, !help.isEmpty {
            rows += beginning(of: help, width: width)
        }
        var hint: String?
        switch node.content {
        case .text(let text):
            hint = node.field.hint
            if node.field.kind == .date || node.field.kind == .dateTime,
                let value = node.field.value(from: text)?.stringValue,
                value != text, node.field.validate(text) == nil
            {
                hint = "Is sent as \(value)."
            }
            if let moment = node.field.moment(node.field.value(from: text)) { hint = "This is \(moment)." }
        case .list, .map, .picks: hint = node.field.entriesHint
        case .pick, .variants, .fixed, .group: break
        }
        if let hint { rows += beginning(of: hint, width: width) }
        return rows
    }

    /// The first two lines of a text; where there is more, that says so.
    private func beginning(of text: String, width: Int) -> [FormRow] {
        TextLayout.beginning(of: text, lines: 2, width: width).map { .note($0, .dim) }
    }

    /// The rows of a text with the cursor's place: a long row is shown around the cursor.
    private func textRows(_ index: Int, _ text: String, isHere: Bool, width: Int) -> [FormRow] {
        let characters = Array(text)
        var rows: [FormRow] = []
        var start = 0
        while true {
            let end = characters[start...].firstIndex(of: "\n") ?? characters.count
            let hasCursor = isHere && (start...end).contains(input.cursor)
            let (visible, column) = TextLayout.around(
                hasCursor ? input.cursor : start, in: characters[start..<end], width: width)
            rows.append(
                .line(index, row: rows.count, text: visible, style: .value, cursor: hasCursor ? column : nil))
            if end == characters.count { return rows }
            start = end + 1
        }
    }
}
