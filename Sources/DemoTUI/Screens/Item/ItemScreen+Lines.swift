import APIDocument
import AppCore
import HTTPTypes
import Terminal
import WireFormats

extension ItemScreen {
    /// The screens that open from here, below the lines of the item: its own, those of its row, then others that take its key.
    func children(in world: World) -> [Screen] {
        guard item != nil else { return [] }
        return (screen.children + partsOfRow(in: world)).compactMap { world.catalog[$0] } + takers.map(\.opened)
    }

    func opening(_ child: String, in world: World) -> Effect {
        if let taker = takers.first(where: { $0.screen.id == child }), let row = place.row ?? item?.value {
            return .push(taker.panel(for: row))
        }
        let isOwn = screen.children.contains(child)
        return .openScreen(child, isOwn ? world.inside(screen, at: place, row: item?.value) : origin, rowOf: nil)
    }

    mutating func toParts(in world: World) -> [Effect] {
        guard !children(in: world).isEmpty else { return [.note(.info("Nothing opens from \(screen.title)."))] }
        selection.select(tree.lines.count, of: lineCount(in: world))
        scroll(in: world)
        return []
    }

    /// The children of the list's row screen, if the item is on another path.
    private func partsOfRow(in world: World) -> [String] {
        guard let list, list.screen != screen.id else { return [] }
        return world.catalog[list.screen]?.children ?? []
    }

    func lineCount(in world: World) -> Int { tree.lines.count + children(in: world).count }

    /// The selected line of the item; nil after its last line.
    var selectedLine: TreeLine? { selection.pick(from: tree.lines) }

    /// Selects the same line, or the same child, in another version of the item.
    mutating func keepSelection(on line: TreeLine?, orChild child: Int) {
        let place =
            line.map { line in tree.lines.firstIndex { $0.pointer == line.pointer && $0.name == line.name } }
            ?? (child >= 0 ? tree.lines.count + child : nil)
        if let place { selection.select(place, of: place + 1) }
    }

    mutating func openSelected(in world: World) -> [Effect] {
        guard let line = selectedLine else {
            guard let child = children(in: world).dropFirst(selection.index - tree.lines.count).first?.id else {
                return []
            }
            return [opening(child, in: world)]
        }
        guard !line.isContainer else {
            tree.toggle(selection.index)
            return []
        }
        if let (screen, place) = object(at: selection.index, in: world) {
            return [.push(ScreenPanels.panel(for: screen, at: place))]
        }
        let popup = ValuePopup(
            title: tree.name(of: line), text: tree.fullText(of: line), help: tree.help(of: line), of: content)
        return [.present(popup)]
    }

    /// The screen of the object whose key is the value of a line, with its place. Nil for other values, and for the
    /// item's own key.
    private func object(at index: Int, in world: World) -> (screen: Screen, place: Place)? {
        let line = tree.lines[index]
        guard let name = tree.keyName(of: line),
            let (other, at) = world.object(of: line.value, named: name, described: tree.help(of: line), on: screen.id)
        else { return nil }
        let isOwn = other.id == screen.id && other.load?.values(in: at) == screen.load?.values(in: place)
        return isOwn ? nil : (other, at)
    }

    /// Opens the selected line; if it is open, moves to the first line in it.
    mutating func unfold(in world: World) {
        guard let line = selectedLine, line.isContainer else { return }
        if line.isOpen {
            selection.select(selection.index + 1, of: lineCount(in: world))
        } else {
            tree.toggle(selection.index)
        }
    }

    /// Closes the selected line; if it cannot be closed, moves to the line that contains it.
    mutating func fold(in world: World) {
        if selectedLine?.isOpen == true {
            tree.toggle(selection.index)
        } else if let parent = tree.parent(of: selection.index) {
            selection.select(parent, of: lineCount(in: world))
        }
    }

    func copy() -> [Effect] {
        [.present(PickPopup.copy(selectedLine.flatMap(tree.copyText), exchange: exchange))]
    }

    /// Asks where to save the reply: bytes and text unchanged, JSON laid out.
    func saveFile() -> [Effect] {
        guard let item else { return [] }
        if let content = item.content {
            return [.present(LinePopup.save(stream?.bytes ?? content.bytes, named: content.fileName))]
        }
        let name = FileNameOffer.name(for: [.contentType: "application/json"], titled: name ?? screen.title)
        return [.present(LinePopup.save(Array(item.document.text(.pretty).utf8), named: name))]
    }

    mutating func move(toMatch step: Int, in world: World) -> [Effect] {
        let children = children(in: world)
        let lines = 0..<lineCount(in: world)
        let notes = selection.find(search, step: step, in: lines) { [tree] index in
            guard tree.lines.indices.contains(index) else { return children[index - tree.lines.count].title }
            let line = tree.lines[index]
            return tree.name(of: line) + " " + tree.text(of: line)
        }
        scroll(in: world)
        return notes
    }

    /// The first painted line, so that the selected one is complete. If screens open from here, the last row is
    /// reserved for saying so.
    func firstVisible(in area: Size, children: [Screen] = []) -> Int {
        let layout = TreeLayout(tree: tree, width: area.columns, height: area.rows)
        let rows = area.rows - (children.isEmpty ? 0 : 1)
        var first = layout.row(of: selection.index).lowerBound
        var used = layout.height(ofLine: first)
        while first > min(top, selection.index) {
            let before = layout.row(of: first - 1).lowerBound
            used += layout.height(ofLine: before)
            guard used <= rows else { break }
            first = before
        }
        return first
    }

    func extent(in area: Size, world: World) -> Extent? {
        let count = lineCount(in: world)
        guard item != nil, count > area.rows else { return nil }
        var extent = selection.extent("line", of: count, height: area.rows)
        extent?.first = firstVisible(in: area, children: children(in: world))
        return extent
    }

    mutating func scroll(in world: World) { top = firstVisible(in: world.area, children: children(in: world)) }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        var area = area
        if let failure = load.failure {
            let message = FailureMessage(failure, of: screen, load, in: world)
            guard isStale, area.height > 1 else { return message.draw(on: &canvas, in: area) }
            area.height -= 1
            canvas.write(
                "Not reloaded, \(key: .reload) tries again: \(message.title)", at: Point(x: area.x + 1, y: area.maxY),
                width: area.width - 2, style: .error)
        }
        guard item != nil else {
            if let deleted, load.isLoaded {
                FailureMessage(deleted: deleted, asksForAnother: !(screen.load?.questions.isEmpty ?? true))
                    .draw(on: &canvas, in: area)
            }
            if waitsForEnter { canvas.write(callNotice(in: world), in: area) }
            return canvas.write([(load.spinner(in: world) ?? "", .dim)], in: area)
        }
        let children = children(in: world)
        guard !tree.lines.isEmpty || !children.isEmpty else {
            let empty = "The response is empty: it has no members. Press \(key: .showExchange) to see it."
            return canvas.write([(stream?.reasonForNone(isOpen: isStreaming) ?? empty, .dim)], in: area)
        }
        var layout = TreeLayout(tree: tree, width: area.width, height: area.height)
        layout.isLink = { object(at: $0, in: world) != nil }
        var y = area.y
        var index = firstVisible(in: area.size, children: children)
        while y < area.maxY, index < tree.lines.count + children.count {
            let row = layout.row(of: index)
            let point = Point(x: area.x, y: y)
            let areas =
                index < tree.lines.count
                ? layout.draw(row, on: &canvas, at: point, height: area.maxY - y)
                : [draw(children[index - tree.lines.count], on: &canvas, at: point, in: area)]
            for (index, area) in zip(row, areas) {
                if isStale { canvas.restyle(area, style: .dim) }
                canvas.line(index, area, isSelected: index == selection.index, isFocused: isFocused)
            }
            y += areas.first?.height ?? 1
            index = row.upperBound
        }
        canvas.highlight(search, in: area)
        if index <= tree.lines.count, !children.isEmpty { drawBelow(children, on: &canvas, in: area) }
    }

    /// The last row while none of the screens that open from here is visible.
    private func drawBelow(_ children: [Screen], on canvas: inout Canvas, in area: Rect) {
        let row = Rect(x: area.x, y: area.maxY - 1, width: area.width, height: 1)
        canvas.fill(row, style: .plain)
        let count = children.count == 1 ? "" : "(\(children.count)) "
        let names = children.prefix(20).map(\.title).joined(separator: ", ")
        canvas.write("> \(count)\(names)", at: Point(x: row.x + 1, y: row.y), width: area.width - 2, style: .accent)
    }

    private func draw(_ child: Screen, on canvas: inout Canvas, at point: Point, in area: Rect) -> Rect {
        canvas.write("> \(child.title)", at: Point(x: point.x + 1, y: point.y), width: area.width - 2, style: .accent)
        return area.row(point.y)
    }
}

extension ItemScreen {
    /// The values that a call on request asks for.
    func questions(in world: World) -> [Field] { screen.load?.questions(in: world.known(place, of: screen)) ?? [] }

    /// The notice of a screen that waits for Enter: its call, the reason, and the key to press.
    private func callNotice(in world: World) -> [(text: String, style: Style)] {
        let needed = questions(in: world).map(\.title).joined(separator: ", ")
        return [
            (screen.load.map { "\($0.method.rawValue) \($0.path.text)" } ?? screen.title, .strong),
            ("The document describes no body of its response.", .plain),
            ("The call may change something, so it waits for you.", .plain), ("", .plain),
            (needed.isEmpty ? "\(key: .open) calls it." : "\(key: .open) asks for \(needed) and calls it.", .accent),
        ]
    }
}
