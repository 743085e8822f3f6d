import AppCore
import Terminal

extension FormScreen {
    mutating func type(_ key: Key, in world: World) -> [Effect] {
        guard let node = focusedNode, !load.isLoading else { return [] }
        switch node.content {
        case .text:
            guard input.handle(key) else { return [] }
            takeOver(node.id)
        case .pick(let selected):
            var choice = FieldInput.choice(node.field.options, selected: selected)
            guard choice.handle(key, isRequired: node.field.isRequired), case .choice(_, let picked) = choice else {
                return []
            }
            tree.pick(picked, of: node.id)
            note(change: node.id)
        case .variants(let variants, let selected, _):
            let step = key == .left ? -1 : key == .right || key == .character(" ") ? 1 : 0
            guard step != 0 else { return [] }
            let count = variants.count
            choose(selected.map { ($0 + step + count) % count } ?? (step > 0 ? 0 : count - 1), of: node.id)
        case .picks, .fixed, .group, .list, .map: break
        }
        return []
    }

    mutating func paste(_ text: String, in world: World) -> [Effect] {
        guard let node = focusedNode, case .text = node.content, !load.isLoading else { return [] }
        let effects = input.paste(text)
        takeOver(node.id)
        return effects
    }

    private mutating func takeOver(_ node: FormNode.ID) {
        let text = input.text
        if case .text(text) = tree[node].content { return }
        tree.setText(text, of: node)
        note(change: node)
    }

    /// Enter: a line end in long text, the picker of a choice, a new entry, the next field, or sending from the button.
    mutating func accept(in world: World) -> [Effect] {
        guard let line = focusedLine else { return submit(in: world) }
        let node = tree[line.node]
        switch node.content {
        case .text where input.isMultiline:
            input.insert("\n")
            takeOver(node.id)
        case .text: move(1)
        case .pick(let selected):
            return [
                .present(
                    ChoicePopup(
                        title: node.field.title, options: node.field.options.indices.map(node.field.optionTitle),
                        selected: selected, allowsNone: !node.field.isRequired, panel: id, field: node.id))
            ]
        case .picks(let options, let chosen):
            let titles = options.indices.map { node.optionTitle($0) }
            return [
                .present(
                    PicksPopup(
                        title: node.field.title, options: titles, chosen: chosen, panel: id, field: node.id))
            ]
        case .variants(let variants, let selected, _):
            return [
                .present(
                    ChoicePopup(
                        title: node.field.title, options: variants.map(\.name), selected: selected,
                        allowsNone: !node.field.isRequired, panel: id, field: node.id))
            ]
        case .list, .map, .group(_, isPresent: false): addEntry()
        case .group, .fixed: move(1)
        }
        return []
    }

    /// Takes over what was picked in a popup.
    mutating func pick(_ choice: Int?, of node: FormNode.ID) {
        if case .variants = tree[node].content { return choose(choice, of: node) }
        tree.pick(choice, of: node)
        note(change: node)
    }

    private mutating func choose(_ variant: Int?, of node: FormNode.ID) {
        tree.choose(variant, of: node)
        note(change: node)
        layOut()
    }

    // MARK: Entries

    /// Adds an entry behind the one with the focus, or the part that is not there, and goes to it.
    mutating func addEntry() {
        guard let line = focusedLine, let growth = tree.growth(at: line.node),
            let added = tree.add(to: growth.list, after: growth.entry)
        else { return }
        note(change: growth.list)
        layOut(focusing: added)
    }

    /// Takes the entry or part with the focus out.
    mutating func removeEntry() {
        guard let line = focusedLine, let removable = tree.removable(at: line.node) else { return }
        let list = tree[removable].parent
        guard let next = tree.remove(removable) else { return }
        note(change: list ?? removable)
        layOut(focusing: next)
    }

    /// Moves the entry with the focus within its list.
    mutating func moveEntry(_ step: Int) -> [Effect] {
        guard let line = focusedLine, let item = tree.item(at: line.node) else { return [] }
        guard tree.move(item, by: step) else {
            return [.note(.info(step < 0 ? "It is the first one." : "It is the last one."))]
        }
        note(change: item)
        layOut(focusing: line.node)
        return []
    }
}

extension FormNode {
    /// What one of several values to tick is called.
    func optionTitle(_ index: Int) -> String {
        guard case .picks(let options, _) = content, options.indices.contains(index) else { return "" }
        return field.choiceTitle(of: options[index])
    }
}
