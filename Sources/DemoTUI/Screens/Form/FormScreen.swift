import APIModel
import AppCore
import Terminal
import WireFormats

/// A form of the API: a new entry, an update, or a screen of its own. Text survives a failed send.
struct FormScreen: DocumentPanel, FieldPanel {
    enum Purpose: Sendable {
        case standalone
        /// Changes the panel's item; `base` is the object as fetched.
        case edit(base: JSONValue, etag: String?, panel: PanelID, row: RowMark?)
        case add(panel: PanelID)

        /// The object that is changed; nil for a new one.
        var base: JSONValue? { if case .edit(let base, _, _, _) = self { base } else { nil } }
        var etag: String? { if case .edit(_, let etag, _, _) = self { etag } else { nil } }
    }

    enum Outcome: Sendable {
        /// With the server's reply, once that is laid out; as a tree if it is JSON.
        case sent(String, answer: [TextLine], reply: ValueTree? = nil)
        case failed(String, wayOut: [String])
    }

    var id: PanelID = 0
    private(set) var screen: Screen
    /// True if the server may have these values although its response did not arrive.
    var isPerhapsSent = false
    /// True after a send that was refused for its values, until they are corrected.
    var isCorrecting = false
    private(set) var form: Form
    var place: Place
    /// The place of the screen below the form, known in either mode.
    let origin: Place
    /// The mode of `place` and the edited object.
    var mode: ServingMode?
    let purpose: Purpose
    /// The first texts of fields, by their names.
    private let texts: [String: String]
    var tree: FormTree
    /// The lines of the form; rebuilt only when the tree changes its shape.
    private(set) var lines: [FormLine] = []
    private(set) var labelWidth = 0
    /// The focused line; `lines.count` is the button.
    private(set) var focus = 0
    /// The text of the focused line while it is edited.
    var input = TextInput()
    /// The inputs that differ from their initial values.
    private var changed: Set<FormNode.ID> = []
    var complaints: [FormNode.ID: String] = [:]
    var outcome: Outcome?
    var load = LoadState(.send)
    /// True once the server said that the object changed meanwhile: the next send reads it again and applies the typed
    /// values.
    var isOutdated = false
    /// True once the document's complaints were shown: sending again overrides them.
    var isWarned = false
    /// The mode of the last question before a deletion.
    var asked: ServingMode?
    /// The mode in which a deletion was confirmed but not sent yet.
    var confirmed: ServingMode?
    /// Identifies this call when it is repeated; nil until these values are sent.
    var callName: String?
    /// JSON from the editor that cannot be used yet.
    var draft: String?
    /// True if another screen is open: then nothing opens from here.
    var isLeft = false
    var initial: JSONValue?
    /// The lists to choose texts from, by the fields' names.
    var lists: [String: ValueList] = [:]

    init(
        screen: Screen, form: Form, place: Place, origin: Place? = nil, purpose: Purpose, texts: [String: String] = [:]
    ) {
        self.origin = origin ?? place
        self.screen = screen
        self.form = form
        self.place = place
        self.purpose = purpose
        self.texts = texts
        tree = Self.emptyTree(form, purpose, place, texts)
        initial = tree.value
        layOut()
        focus(first: firstField)
    }

    private static func emptyTree(
        _ form: Form, _ purpose: Purpose, _ place: Place, _ texts: [String: String]
    ) -> FormTree {
        // Answers to an earlier question are not asked for again.
        var tree = form.tree(of: purpose.base, texts: place.asked.mapValues(\.plainText))
        for (name, text) in texts { tree.node(named: name).map { tree.setText(text, of: $0) } }
        return tree
    }

    var operationID: String? { form.request.operation }
    var asking: Request? { tree.parameters == nil ? form.request : nil }
    var isSpinning: Bool { load.isSlow }
    /// Letters are text everywhere in a form, so that nothing typed can switch or quit.
    /// Without a field, letters are commands.
    var isTyping: Bool { !lines.isEmpty }
    /// True if changes would be lost. A form in another shape may still send its first content.
    var isDirty: Bool { !changed.isEmpty || draft != nil || tree.isReshaped && tree.value != initial }
    /// A text is typed immediately; its second click must not send the form.
    var clickAction: Action? {
        if case .text? = focusedNode?.content { nil } else { .open }
    }
    var unsent: String? { isDirty ? form.title : nil }
    var focusedLine: FormLine? { lines.indices.contains(focus) ? lines[focus] : nil }
    var focusedNode: FormNode? { focusedLine.map { tree[$0.node] } }
    var buttonTitle: String {
        switch purpose {
        case .standalone: "Send"
        case .edit: "Save"
        case .add: "Add"
        }
    }

    func heading(in world: World) -> Heading {
        var heading = Heading(screen, load, asking: form.request, in: world)
        if screen.kind != .form { heading.title = form.title }
        // The content was typed, not loaded: its destination matters.
        if load.failure != nil { heading.tag = Heading.Tag(world.demo.mode(of: screen.id)) }
        heading.condition = world.demo.condition(of: form.request.operation, on: screen)
        if isDirty { heading.count = "unsaved" }
        if !complaints.isEmpty {
            heading.remark = complaints.count == 1 ? "1 field to correct" : "\(complaints.count) fields to correct"
        }
        return heading
    }

    mutating func open(in world: World) -> [Effect] {
        if mode == nil {
            let now = world.demo.mode(of: screen.id)
            mode = now
            let known = world.parameters.answers(to: form.request, in: now)
            place = place.answering(known)
            if !known.isEmpty, !isDirty { begin() }
        }
        // The lists depend on the mode.
        lists = [:]
        for line in lines where lists[tree[line.node].field.name] == nil {
            let field = tree[line.node].field
            if field.kind == .text || field.kind == .integer {
                lists[field.name] = world.list(for: field, of: screen.id)
            }
        }
        isLeft = false
        return []
    }

    /// Begins again with the values that were sent.
    mutating func keepSent() {
        callName = nil
        initial = tree.value
        changed = []
    }

    mutating func begin() {
        callName = nil
        tree = Self.emptyTree(form, purpose, place, texts)
        initial = tree.value
        changed = []
        complaints = [:]
        isCorrecting = false
        draft = nil
        // Nodes get new ids.
        lines = []
        layOut()
        focus(first: firstField)
    }

    mutating func follow(_ screen: Screen, in world: World) -> [Effect]? {
        let form: Form? =
            switch purpose {
            case .standalone: screen.create ?? screen.update
            case .edit: screen.update
            case .add: screen.create
            }
        guard let form else { return nil }
        let (old, focused, typed) = (tree, focusedLine.map { tree.pointer(of: $0.node) }, input)
        (self.screen, self.form) = (screen, form)
        let (draft, name) = (draft, callName)
        begin()
        tree.takeInputs(of: old)
        changed = Set(tree.nodes.filter(\.isTouched).map(\.id))
        (self.draft, callName, lists) = (draft, name, [:])
        if case .failed = outcome { outcome = nil }
        layOut()
        if let focused {
            focus(first: lines.firstIndex { $0.isStop && tree.pointer(of: $0.node) == focused } ?? 0)
            if input.text == typed.text { input = typed }
        } else {
            focus(first: lines.count)
        }
        return []
    }

    // MARK: Focus

    /// The first line to fill in: not what is there, and not the optional id of something new, which the server gives.
    var firstField: Int {
        lines.firstIndex { line in
            let (node, field) = (tree[line.node], tree[line.node].field)
            let isLeftOut =
                node.content == .text("") && !field.isRequired && NameClass.identity.hasKey(HumanName.key(field.name))
            return line.isStop && !isLeftOut && texts[field.name] == nil
        } ?? 0
    }

    /// Rebuilds the lines after a change of the tree's shape, and keeps the focus if possible.
    mutating func layOut(focusing node: FormNode.ID? = nil) {
        let wanted = node ?? focusedLine?.node
        lines = tree.lines
        // A removed entry takes its complaints along.
        complaints = complaints.filter { complaint in lines.contains { $0.node == complaint.key } }
        labelWidth = lines.map { TextWidth.width(of: $0.label) + 2 * $0.depth }.max() ?? 0
        guard let wanted else { return }
        focus(on: wanted)
    }

    mutating func focus(on node: FormNode.ID) {
        let below = Set(tree.everything(below: node))
        let index =
            lines.firstIndex { $0.isStop && $0.node == node }
            ?? lines.firstIndex { $0.isStop && below.contains($0.node) }
        focus(first: index ?? min(focus, lines.count))
    }

    mutating func focus(first line: Int) {
        focus = lines.indices.first { $0 >= line && lines[$0].isStop } ?? lines.count
        takeInput()
    }

    mutating func move(_ step: Int) {
        markTyped()
        let count = lines.count + 1
        var next = focus
        repeat { next = ((next + step) % count + count) % count } while next < lines.count && !lines[next].isStop
        focus = next
        takeInput()
    }

    /// Marks what was typed into the field that is left, if it cannot be sent.
    private mutating func markTyped() {
        guard let node = focusedNode, case .text(let text) = node.content, !text.isEmpty, complaints[node.id] == nil
        else { return }
        complaints[node.id] = tree.fault(of: node.id)
    }

    /// The next line with a complaint, beginning again at the top.
    private var nextComplaint: Int? {
        guard isCorrecting else { return nil }
        let wrong = lines.indices.filter { $0 != focus && complaints[lines[$0].node] != nil }
        return wrong.first { $0 > focus } ?? wrong.first
    }

    /// Moves to the next field that must be corrected, or to the next one.
    mutating func moveOn() {
        if let line = nextComplaint { focus(first: line) } else { move(1) }
    }

    mutating func page(_ step: Int, rows: Int) {
        for _ in 0..<max(1, rows / 2) {
            if step < 0 ? focus == lines.firstIndex(where: \.isStop) : focus >= lines.count { return }
            move(step)
        }
    }

    mutating func note(change node: FormNode.ID) {
        if tree[node].isTouched { changed.insert(node) } else { changed.remove(node) }
        isPerhapsSent = false
        isWarned = false
        confirmed = nil
        callName = nil
        if complaints.removeValue(forKey: node) != nil, complaints.isEmpty { isCorrecting = false }
        // The reply to the previous send has been read, as has a notice about the whole form.
        if complaints.isEmpty {
            outcome = nil
        } else if case .sent = outcome {
            outcome = nil
        }
    }
}

extension FormScreen {
    func hint(for action: Action) -> String? {
        switch action {
        case .open:
            guard let line = focusedLine else { return buttonTitle.lowercased() }
            switch line.kind {
            case .entries, .absent: return "add one"
            case .variants: return "choose"
            case .heading: return nextComplaint == nil ? "next" : "next error"
            case .input:
                if listInFocus != nil { return "choose" }
                if case .text = tree[line.node].content {
                    return input.isMultiline ? "new line" : nextComplaint == nil ? "next" : "next error"
                }
                return "choose"
            }
        case .submit: return buttonTitle.lowercased()
        case .addEntry: return "add one"
        case .moveEntryUp: return "entry up"
        case .moveEntryDown: return "entry down"
        default: return nil
        }
    }

    /// True if the values were sent and are unchanged since.
    private var wasSent: Bool { if case .sent = outcome { true } else { false } }

    static let sending = "Sending. \(keyWhileTyping: .back) stops."

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .open where focusedLine == nil && wasSent && !load.isLoading:
            return .disabled(
                "It was sent. \(keyWhileTyping: .submit) sends it again, \(keyWhileTyping: .back) goes back.")
        case .submit, .open, .nextPane, .previousPane, .up, .down, .pageUp, .pageDown:
            return load.isLoading ? .disabled(Self.sending) : .enabled
        case .editJSON: return load.isLoading ? .disabled(Self.sending) : editorAvailability
        case .addEntry:
            return focusedLine.flatMap { tree.growth(at: $0.node) } != nil && !load.isLoading
                ? .enabled : .disabled("Nothing can be added here: go to a list, or to a part that is left out.")
        case .removeEntry:
            return focusedLine.flatMap { tree.removable(at: $0.node) } != nil && !load.isLoading
                ? .enabled : .disabled("Nothing can be removed here: go to an entry of a list, or to an optional part.")
        case .moveEntryUp, .moveEntryDown:
            return focusedLine.flatMap { tree.item(at: $0.node) } != nil && !load.isLoading
                ? .enabled : .disabled("Only an entry of a list can be moved.")
        case .back: return load.isLoading ? .enabled : .absent
        case .showExchange: return load.provenance?.exchange == nil ? .disabled("Nothing was sent yet.") : .enabled
        case .editStub: return .enabled
        default: return .absent
        }
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        switch action {
        case .submit: return submit(in: world)
        case .nextPane:
            if focusedNode?.field.kind == .file, !input.isEmpty { return [.complete(id, path: input.text)] }
            move(1)
        case .previousPane: move(-1)
        case .down: if !input.moveLine(1) { move(1) }
        case .up: if !input.moveLine(-1) { move(-1) }
        case .pageDown: page(1, rows: world.area.rows)
        case .pageUp: page(-1, rows: world.area.rows)
        case .open: return accept(in: world)
        case .editJSON: return editJSON()
        case .addEntry: addEntry()
        case .removeEntry: removeEntry()
        case .moveEntryUp: return moveEntry(-1)
        case .moveEntryDown: return moveEntry(1)
        case .back:
            load.stop(showing: nil)
            outcome = .failed("Stopped; the server may have taken it all the same.", wayOut: [])
            return [.cancel(id, .send)]
        case .showExchange: return load.provenance?.exchange.map { [.push(ExchangeScreen(exchange: $0))] } ?? []
        case .editStub: return [.editStub(load.provenance?.exchange)]
        default: break
        }
        return []
    }

    mutating func select(_ line: Int, from selected: Int, in world: World) -> [Effect] {
        if !load.isLoading { focus(first: line) }
        return []
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        if load.follow(event) { return [] }
        if let node = fill(by: event) {
            layOut(focusing: node)
            return []
        }
        switch event {
        case .edited(let edited): return take(edited)
        case .completed(nil, let names) where !names.isEmpty:
            let some = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? " …" : "")
            return [.note(.info("\(names.count) files begin like this: \(some)"))]
        case .completed(let path, _):
            guard let path, let node = focusedNode, node.field.kind == .file else {
                move(1)
                return []
            }
            tree.setText(path, of: node.id)
            note(change: node.id)
            focus(on: node.id)
        case .sent(let request, let provenance, let result): return finish(request, provenance, result)
        case .exchange(let detail?):
            show(answer: detail)
        case .left: isLeft = true
        case .discardConfirmed: return [.close]
        case .deleteConfirmed: return sendConfirmed(in: world)
        case .missing(let request, let fields):
            guard load.isCurrent(request) else { return [] }
            load.stop(showing: nil)
            let isKey = asking?.areKeys(fields) == true
            return [.present(FieldsPopup.asking(fields, title: screen.title, isKey: isKey, panel: id))]
        case .answered(let values):
            place = place.answering(values)
            return submit(in: world)
        default: break
        }
        return []
    }
}
