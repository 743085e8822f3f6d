import AppCore
import HTTPTypes
import JSONText
import Terminal

/// The lines of an item and what opens from them.
extension ItemScreen {
    /// What opens from here, behind the lines of the item: its parts, then those of the row it was opened as.
    func children(in world: World) -> [Screen] {
        item == nil ? [] : (screen.children + partsOfRow(in: world)).compactMap { world.catalog[$0] }
    }

    /// Where a screen opens that opens from here.
    func place(of child: String, in world: World) -> Place {
        screen.children.contains(child) ? world.inside(screen, at: place, row: item?.value) : origin
    }

    /// Selects the first of what opens from here.
    mutating func toParts(in world: World) -> [Effect] {
        guard !children(in: world).isEmpty else { return [.note(.info("Nothing opens from \(screen.title)."))] }
        selection.select(tree.lines.count, of: lineCount(in: world))
        scroll(in: world)
        return []
    }

    /// What opens from the row of the list where the item stands elsewhere.
    private func partsOfRow(in world: World) -> [String] {
        guard let list, list.screen != screen.id else { return [] }
        return world.catalog[list.screen]?.children ?? []
    }

    func lineCount(in world: World) -> Int { tree.lines.count + children(in: world).count }

    mutating func openSelected(in world: World) -> [Effect] {
        let index = selection.index
        guard tree.lines.indices.contains(index) else {
            let children = children(in: world)
            guard children.indices.contains(index - tree.lines.count) else { return [] }
            let child = children[index - tree.lines.count].id
            return [.openScreen(child, self.place(of: child, in: world), rowOf: nil)]
        }
        let line = tree.lines[index]
        guard !line.isContainer else {
            tree.toggle(index)
            return []
        }
        return [
            .present(
                ValuePopup(
                    title: tree.name(of: line), text: tree.fullText(of: line),
                    of: PanelContent(panel: id, number: contentNumber)))
        ]
    }

    /// Opens the selected line; where it is open, goes to the first line in it.
    mutating func unfold(in world: World) {
        guard tree.lines.indices.contains(selection.index), tree.lines[selection.index].isContainer else { return }
        if tree.lines[selection.index].isOpen {
            selection.select(selection.index + 1, of: lineCount(in: world))
        } else {
            tree.toggle(selection.index)
        }
    }

    /// Closes the selected line; where there is nothing to close, goes to the line it is in.
    mutating func fold(in world: World) {
        if tree.lines.indices.contains(selection.index), tree.lines[selection.index].isOpen {
            tree.toggle(selection.index)
        } else if let parent = tree.parent(of: selection.index) {
            selection.select(parent, of: lineCount(in: world))
        }
    }

    func copy() -> [Effect] {
        var value: String?
        if tree.lines.indices.contains(selection.index) { value = tree.copyText(of: tree.lines[selection.index]) }
        return [.present(CopyPopup(value: value, exchange: load.provenance?.exchange))]
    }

    /// Asks where to save what came: bytes and text as they came, JSON laid out.
    func saveFile() -> [Effect] {
        guard let item else { return [] }
        if let content = item.content { return [.present(SavePopup(content.bytes, named: content.fileName))] }
        let name = FileNameOffer.name(for: [.contentType: "application/json"], titled: name ?? screen.title)
        return [.present(SavePopup(Array(item.document.text(.pretty).utf8), named: name))]
    }

    mutating func move(toMatch step: Int, in world: World) -> [Effect] {
        let children = children(in: world)
        let start = selection.index
        let found = Search.next(search, count: lineCount(in: world), from: start, step: step) { index in
            guard tree.lines.indices.contains(index) else { return children[index - tree.lines.count].title }
            let line = tree.lines[index]
            return tree.name(of: line) + " " + tree.text(of: line)
        }
        if let found { selection.select(found, of: lineCount(in: world)) }
        scroll(in: world)
        return Search.note(search, found, from: start, step: step)
    }

    /// The first line to paint, so that the selected one is whole. Where something opens from here the last row is left
    /// for saying so.
    func firstVisible(in area: Size, children: [Screen] = []) -> Int {
        let layout = TreeLayout(tree: tree, width: area.columns)
        let rows = area.rows - (children.isEmpty ? 0 : 1)
        var first = selection.index
        var used = layout.height(ofLine: first)
        while first > min(top, selection.index) {
            used += layout.height(ofLine: first - 1)
            guard used <= rows else { break }
            first -= 1
        }
        return first
    }

    mutating func scroll(in world: World) { top = firstVisible(in: world.area, children: children(in: world)) }
}
