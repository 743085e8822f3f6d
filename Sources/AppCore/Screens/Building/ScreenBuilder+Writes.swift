import APIDocument
import APIModel
import HTTPTypes
import WireFormats

extension ScreenBuilder {
    /// Gives every writing operation its place: what belongs to a screen or its rows first, then what is a part of them,
    /// then screens of their own.
    mutating func attachWrites() {
        var rest = candidates.filter { $0.operation.method != .get }
        for attach in [Self.attachOwner, Self.attachPart, Self.attachElsewhere] {
            rest = rest.filter { operation, wishes in
                hasOwnScreen(wishes) || !attach(&self, operation, wishes)
            }
        }
        for (operation, wishes) in rest { addForm(operation, wishes) }
    }

    private func hasOwnScreen(_ wishes: ScreenWishes) -> Bool {
        wishes.id != nil || wishes.kind == .screen(.form)
    }

    /// `POST` of a collection; `PUT`, `PATCH`, `DELETE` of an item or a row.
    private static func attachOwner(
        _ builder: inout ScreenBuilder, _ operation: Operation, _ wishes: ScreenWishes
    ) -> Bool {
        var isDone = false
        if let place = builder.places[operation.path.shape] {
            isDone = builder.attach(operation, wishes, toSame: place)
        } else if let place = builder.itemWritten(by: operation) {
            isDone = builder.attach(operation, wishes, toSame: place)
        }
        if let place = builder.nearest(operation.path), builder.drafts[place].relation(of: operation.path) == .row {
            let hasItem = builder.places[operation.path.shape] != nil
            isDone = builder.attach(operation, wishes, toRowOf: place, hasItem: hasItem) || isDone
        }
        return isDone
    }

    /// The item that a `PUT` or `PATCH` of the path before it changes: what it is sent is the whole item, its id included,
    /// as in `PUT /pet` beside `/pet/{petId}`.
    private func itemWritten(by operation: Operation) -> Int? {
        guard operation.method == .put || operation.method == .patch,
            let place = places[operation.path.shape + "/{}"], drafts[place].screen.kind == .item,
            let schema = operation.requestBody?.preferred?.schema, drafts[place].schema.type == .object,
            document.resolveChoices(schema) == drafts[place].schema
        else { return nil }
        return place
    }

    private mutating func attach(_ operation: Operation, _ wishes: ScreenWishes, toSame place: Int) -> Bool {
        let draft = drafts[place]
        switch (operation.method, draft.screen.showsRows) {
        case (.post, true) where draft.screen.create == nil:
            let title = "New " + HumanName.inSentence(draft.screen.oneTitle)
            drafts[place].screen.create = requests.form(
                of: operation, wishes, base: draft, style: .create, title: title)
        case (.put, false) where operation.requestBody != nil, (.patch, false) where operation.requestBody != nil:
            if draft.screen.update.map({ isBetter(operation, than: $0) }) ?? true {
                drafts[place].screen.update = requests.form(
                    of: operation, wishes, base: draft, style: operation.method == .put ? .replace : .merge,
                    title: "Edit " + HumanName.inSentence(draft.screen.title))
                keepWrapper(of: place)
            }
        case (.post, false) where draft.screen.update == nil && isChange(operation, of: draft):
            drafts[place].screen.update = requests.form(
                of: operation, wishes, base: draft, style: .merge,
                title: "Edit " + HumanName.inSentence(draft.screen.title))
            keepWrapper(of: place)
        case (.delete, false) where draft.screen.delete == nil:
            drafts[place].screen.delete = requests.request(of: operation, wishes, base: draft)
        default:
            return false
        }
        drafts[place].screen.operations.append(operation.id)
        return true
    }

    /// Whether a POST to a thing's own path changes it: nothing else does, and what is sent are members of the thing.
    private func isChange(_ operation: Operation, of draft: ScreenDraft) -> Bool {
        let path = operation.path
        guard path.segments.last?.parameter != nil, let sent = operation.requestBody?.preferred?.schema,
            !document.operations.contains(where: { [.put, .patch].contains($0.method) && $0.path.shape == path.shape })
        else { return false }
        let shown = Set(draft.schema.properties.map(\.name))
        return document.unwrapping(sent).schema.properties.contains { shown.contains($0.name) }
    }

    /// Whether an item is rather edited by an operation than by the form it has: by one whose body is described; of two alike
    /// by PATCH, which sends what was changed alone.
    private func isBetter(_ operation: Operation, than form: Form) -> Bool {
        func isDescribed(_ schema: Schema?) -> Bool {
            schema.map { !document.resolveChoices($0).properties.isEmpty } ?? false
        }
        let (own, other) = (isDescribed(operation.requestBody?.preferred?.schema), isDescribed(form.body?.schema))
        return own == other ? form.request.method == .put && operation.method == .patch : own
    }

    /// Shows an item with its wrapper where the whole is sent back in the same one: a PUT starts from what is shown.
    private mutating func keepWrapper(of place: Int) {
        let wrapper = drafts[place].screen.item
        guard let form = drafts[place].screen.update, form.style != .create, wrapper != .root,
            let body = form.body?.schema, document.unwrapping(body).place == wrapper
        else { return }
        drafts[place].screen.item = .root
        drafts[place].screen.update?.request.unwrapping = .root
        drafts[place].screen.declared = drafts[place].screen.declared.map { unwrapped in
            OnDemand {
                unwrapped.value.map { field in
                    var field = field
                    field.pointer = wrapper.appending(field.pointer)
                    return field
                }
            }
        }
    }

    private mutating func attach(
        _ operation: Operation, _ wishes: ScreenWishes, toRowOf place: Int, hasItem: Bool
    ) -> Bool {
        let draft = drafts[place]
        // With a screen of its own the row is edited there, from the whole item. Without a body nothing can be edited.
        let isEditable = !hasItem && draft.screen.update == nil && operation.requestBody != nil
        switch operation.method {
        case .delete where draft.screen.delete == nil:
            drafts[place].screen.delete = requests.request(of: operation, wishes, base: draft)
        case .put where isEditable, .patch where isEditable:
            let title = "Edit " + HumanName.inSentence(draft.screen.oneTitle)
            drafts[place].screen.update = requests.form(
                of: operation, wishes, base: draft, style: operation.method == .put ? .replace : .merge, title: title)
        default:
            return false
        }
        drafts[place].screen.operations.append(operation.id)
        return true
    }

    /// `PUT` and `PATCH` below the path of a row or an item that nothing else edits: forms of it. Where the item has an edit
    /// of its own they are acts that open from it, as a `POST` there is; so is what sends files, which is no form of the item.
    private static func attachPart(
        _ builder: inout ScreenBuilder, _ operation: Operation, _ wishes: ScreenWishes
    ) -> Bool {
        guard operation.method == .put || operation.method == .patch, operation.requestBody != nil,
            builder.places[operation.path.shape] == nil,
            FormBody(operation, in: builder.document)?.encoding.takesFiles != true
        else { return false }
        var isDone = false
        var path = operation.path
        // An item is also a row of its collection: the form is offered at both.
        while let place = builder.nearest(path) {
            let draft = builder.drafts[place]
            switch draft.relation(of: operation.path) {
            case .belowItem, .belowRow:
                // An item that has an edit is edited so from its list too.
                guard draft.screen.update == nil else { return isDone }
                let style: Form.Style = operation.method == .put ? .replace : .merge
                let title = "Edit " + HumanName.inSentence(ScreenNaming.title(for: operation.path))
                builder.drafts[place].screen.update = builder.requests.form(
                    of: operation, wishes, base: draft, style: style, title: title)
                builder.drafts[place].screen.operations.append(operation.id)
                isDone = true
            case .same, .row, .other:
                return isDone
            }
            path = draft.operation.path
        }
        return isDone
    }

    /// `PUT`, `PATCH`, `DELETE` of a row whose own path begins otherwise than its lists' paths.
    private static func attachElsewhere(
        _ builder: inout ScreenBuilder, _ operation: Operation, _ wishes: ScreenWishes
    ) -> Bool {
        guard operation.path.firstCollection?.segments.count == operation.path.segments.count - 1 else { return false }
        let hasItem = builder.places[operation.path.shape] != nil
        return builder.listsElsewhere(of: operation.path).reduce(false) { isDone, place in
            builder.attach(operation, wishes, toRowOf: place, hasItem: hasItem) || isDone
        }
    }

    /// A screen that is a form.
    private mutating func addForm(_ operation: Operation, _ wishes: ScreenWishes) {
        if case .screen(let kind) = wishes.kind, kind != .form {
            complain("an operation that writes is shown as a form", operation, "kind")
        }
        let base = opener(of: operation.path.withActApart, isSame: true).map { drafts[$0] }
        var screen = newScreen(operation, wishes, kind: .form, suffix: operation.method.rawValue.lowercased())
        if wishes.title == nil { screen.title = ScreenNaming.title(ofForm: operation) }
        let style: Form.Style = operation.method == .patch ? .merge : .create
        let form = requests.form(of: operation, wishes, base: base, style: style, title: screen.title)
        screen.create = form
        if form.body != nil { screen.declared = OnDemand { form.fields } }
        screen.answered = OnDemand { [document, id = screen.id, title = screen.title] in
            Screen.answerList(of: operation, id: id, title: title, in: document)
        }
        screen.operations = [operation.id]
        if let base, form.request.parameters.contains(where: \.source.needsOpener) { screen.parent = base.screen.id }
        drafts.append(
            ScreenDraft(
                operation: operation, wishes: wishes, screen: screen,
                schema: form.body.map { document.resolveChoices($0.schema) } ?? .any))
    }
}
