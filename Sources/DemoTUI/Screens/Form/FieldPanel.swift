import AppCore
import Terminal

/// A panel of fields to fill in, which are the inputs of a form's tree.
protocol FieldPanel: Panel {
    var tree: FormTree { get set }
    /// The field that keys go to; nil if none has the focus.
    var focusedNode: FormNode? { get }
    /// The text of the field with the focus.
    var input: TextInput { get set }
    /// The lists to choose texts from, by the fields' names.
    var lists: [String: ValueList] { get }
    /// The word for no value.
    var none: String { get }
    /// Follows a change of a field.
    mutating func note(change node: FormNode.ID)
}

extension FieldPanel {
    var none: String { "(none)" }

    /// The text of a field whose value is chosen.
    func choiceText(_ text: String, of node: FormNode) -> String {
        "< \(text.isEmpty ? node.field.isRequired ? "choose" : none : text) >"
    }

    /// The list for the field with the focus.
    var listOfField: ValueList? { focusedNode.flatMap { lists[$0.field.name] } }
    /// The list for the field with the focus, if that is empty or has a text that cannot be its value.
    var listInFocus: ValueList? {
        guard let node = focusedNode, case .text(let text) = node.content else { return nil }
        return text.isEmpty || tree.fault(of: node.id) != nil ? listOfField : nil
    }

    /// The popup to choose the value of the field with the focus from; nil if it is typed.
    var picker: (any Panel)? {
        guard let node = focusedNode else { return nil }
        switch node.content {
        case .text(let text): return listInFocus.map { RowPicker($0, for: node, of: id, finding: text) }
        case .pick(let selected):
            return PickPopup.choice(
                node, node.field.options.indices.map(node.field.optionTitle), selected, none: none, panel: id)
        case .variants(let variants, let selected, _):
            return PickPopup.choice(node, variants.map(\.name), selected, none: none, panel: id)
        case .picks(let options, let chosen):
            return PicksPopup(node, options.map(node.field.choiceTitle), chosen: chosen, panel: id)
        case .fixed, .group, .entries: return nil
        }
    }

    /// Begins to edit the text of the field that got the focus.
    mutating func takeInput() {
        guard let node = focusedNode, case .text(let text) = node.content else { return input = TextInput() }
        input = TextInput(text, isMultiline: node.field.kind == .multiline)
    }

    /// Puts the edited text into the tree.
    mutating func takeOver() {
        let text = input.text
        guard let node = focusedNode, node.content != .text(text) else { return }
        tree.setText(text, of: node.id)
        note(change: node.id)
    }

    /// Changes the field with the focus by a key: text is edited, a choice moves with the arrows, Space, or the first
    /// letters of an option.
    /// - Returns: False if the key has no meaning here.
    mutating func fill(by key: Key) -> Bool {
        guard let node = focusedNode else { return false }
        switch (node.content, key) {
        case (.text, _):
            guard input.handle(key) else { return false }
            takeOver()
            return true
        case (.pick, .left), (.variants, .left): tree.step(-1, of: node.id)
        case (.pick, .right), (.pick, .character(" ")), (.variants, .right), (.variants, .character(" ")):
            tree.step(1, of: node.id)
        case (.pick, .backspace), (.pick, .delete):
            guard !node.field.isRequired else { return false }
            tree.pick(nil, of: node.id)
        case (.picks, .backspace), (.picks, .delete): tree.pick([], of: node.id)
        case (.pick(let selected), .character(let letter)):
            let options = node.field.options.map(\.plainText)
            // A letter that does not continue the previous ones starts a new search.
            let longer = input.text + String(letter)
            let goesOn = input.isEmpty ? nil : options.place(of: longer, from: selected ?? 0)
            guard let found = goesOn ?? options.place(of: String(letter), from: (selected ?? -1) + 1) else {
                return false
            }
            input = TextInput(goesOn == nil ? String(letter) : longer)
            tree.pick(found, of: node.id)
        default: return false
        }
        note(change: node.id)
        return true
    }

    /// Puts text in at the cursor, if the field with the focus is typed.
    mutating func fill(pasting text: String) -> [Effect] {
        guard case .text? = focusedNode?.content else { return [] }
        let effects = input.paste(text)
        takeOver()
        return effects
    }

    /// Takes the choice of a ``picker``.
    /// - Returns: The field that the event is for; nil for other events.
    mutating func fill(by event: PanelEvent) -> FormNode.ID? {
        let node: FormNode.ID
        switch event {
        case .picked(let field, let choice):
            node = field
            tree.pick(choice, of: node)
        case .pickedSome(let field, let choices):
            node = field
            tree.pick(choices, of: node)
        case .typed(let field, let text):
            node = field
            tree.setText(text, of: node)
        default: return nil
        }
        takeInput()
        note(change: node)
        return node
    }
}
