import AppCore
import Terminal
import WireFormats

/// The selected row beside its list: its fields, its JSON, the keys that act on it, and who answered. It is made of what
/// the list has loaded; nothing is asked for it.
struct Detail {
    let title: String
    let tree: ValueTree
    /// The row as JSON, laid out.
    let json: [TextLine]
    let keys: [(key: String, help: String)]
    let origin: [[(text: String, style: Style)]]

    func draw(on canvas: inout Canvas, in pane: Pane) {
        pane.draw([(title, .heading)], tag: ("Enter opens", .dim), on: &canvas, isFocused: false)
        let area = pane.content.inset(dx: 1, dy: 0)
        var y = area.y
        // From below: who answered stays, then the keys; fields come before JSON.
        var end = area.maxY
        func section(_ title: String, _ rows: [[(text: String, style: Style)]]) {
            guard !rows.isEmpty, end - rows.count - 2 > area.y + 3 else { return }
            end -= rows.count + 1
            canvas.write(title, at: Point(x: area.x, y: end), width: area.width, style: .heading)
            for (offset, row) in rows.enumerated() {
                canvas.write(row, at: Point(x: area.x, y: end + 1 + offset), width: area.width)
            }
            end -= 1
        }
        section("ANSWERED BY", origin)
        section("CAN DO", keys.map { [($0.key.padding(to: 7), .key), ($0.help, .plain)] })
        let layout = TreeLayout(tree: tree, width: area.width + 1)
        for line in tree.lines where y < end {
            y += layout.draw(line, on: &canvas, at: Point(x: area.x - 1, y: y), height: end - y)
        }
        y += 1
        guard end - y > 3, !json.isEmpty else { return }
        canvas.write("JSON", at: Point(x: area.x, y: y), width: area.width, style: .heading)
        y += 1
        let isCut = json.count > end - y
        for line in json.prefix(isCut ? end - y - 1 : end - y) {
            canvas.write(line.parts(), at: Point(x: area.x, y: y), width: area.width)
            y += 1
        }
        if isCut { canvas.write("…", at: Point(x: area.x, y: y), style: .dim) }
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - TextWidth.width(of: self)))
    }
}

extension CollectionScreen {
    var hasDetail: Bool { true }

    func detail(in world: World, size: Size) -> Detail? {
        guard let index = selectedIndex, let row = list[index] else { return nil }
        var tree = ValueTree(fields: screen.fields)
        tree.show(row)
        let json = tree.hidingSecrets(in: row).text(.pretty).split(separator: "\n").prefix(size.rows)
        let actions: [Action] = [.open, .edit, .delete, .copy, .showExchange]
        return Detail(
            title: screen.name(of: row) ?? screen.title, tree: tree,
            json: json.map { TextLine(String($0), isJSON: true) },
            keys: actions.filter { availability(of: $0, in: world).isEnabled }.compactMap { action in
                KeyTable.binding(of: action).map { ($0.keyName, Self.help[action] ?? $0.help) }
            },
            origin: origin(of: index, in: world))
    }

    private static let help: [Action: String] = [
        .open: "open it", .edit: "edit it", .delete: "delete it", .copy: "copy value, URL, curl",
        .showExchange: "request and response",
    ]

    private func origin(of index: Int, in world: World) -> [[(text: String, style: Style)]] {
        let number = list.exchange(of: index)
        guard let call = world.recent.first(where: { $0.id == number }) else {
            return list.load.provenance.map { [[(Heading.Tag($0).text, Heading.Tag($0).style)]] } ?? []
        }
        let verdict: (String, Style)? =
            call.isMarked ? ("  ! not as documented", .warning) : call.isKept ? ("  ✓ as documented", .success) : nil
        return [
            [call.origin, ("  \(call.method) ", Method.style(of: call.method)), (call.path, .plain)],
            [("  \(call.outcome)", call.outcomeStyle), ("  \(call.duration)", .dim)] + (verdict.map { [$0] } ?? []),
        ]
    }
}
