import APIDocument
import APIModel
import HTTPTypes
import WireFormats

/// Assigns writes to the screens of the written resource, or to forms of their own.
extension ScreenBuilder {
    /// Assigns writes of whole resources first, so that a write of a part is the edit only if there is no other.
    mutating func placeWrites() {
        var rest = candidates.filter { $0.operation.method != .get }
        for isPart in [false, true] {
            rest = rest.filter { operation, wishes in
                guard wishes.id == nil, wishes.kind != .screen(.form),
                    let resource = document.resource(of: operation), (resource.depth > 1) == isPart
                else { return true }
                return !offer(operation, wishes, resource)
            }
        }
        for (operation, wishes) in rest { addForm(operation, wishes) }
    }

    /// Adds a write to the item screen of its resource, and to lists that show it; false if there are none.
    private mutating func offer(_ operation: Operation, _ wishes: ScreenWishes, _ resource: Resource) -> Bool {
        let (item, lists) = hosts(of: resource)
        var isOffered = false
        for place in [item].compactMap(\.self) + lists {
            let isTaken =
                switch resource.role {
                case .create: create(operation, wishes, at: place)
                case .update: edit(operation, wishes, resource, at: place, hasItem: item != nil)
                case .delete: delete(operation, wishes, at: place)
                case .list, .read, .echo, .clear, .changeAll: false
                }
            guard isTaken else { continue }
            drafts[place].screen.operations.append(operation.id)
            isOffered = true
        }
        return isOffered
    }

    /// The screens of a resource: its item, and the lists that show it.
    private func hosts(of resource: Resource) -> (item: Int?, lists: [Int]) {
        if case .create = resource.role {
            if let list = places[resource.path.shape], drafts[list].screen.showsRows { return (nil, [list]) }
            // Lists at other paths show added rows, as `/pet/findByStatus` does for `/pet`.
            return (nil, resource.depth == 0 ? lists(showing: resource.path.shape + "/{}") : [])
        }
        let item = resource.itemPath
        return (
            places[item].flatMap { drafts[$0].screen.kind == .item ? $0 : nil },
            resource.isOfRow ? lists(showing: item) : []
        )
    }

    /// The lists with rows at a path of that shape.
    private func lists(showing row: String) -> [Int] {
        drafts.indices.filter { index in
            let draft = drafts[index]
            return draft.screen.showsRows
                && (draft.operation.path.shape + "/{}" == row || draft.link?.rowPath.shape == row)
        }
    }

    private mutating func create(_ operation: Operation, _ wishes: ScreenWishes, at place: Int) -> Bool {
        let draft = drafts[place]
        // A PUT to a list replaces rows, so it does not add one.
        guard operation.method == .post, draft.screen.create == nil else { return false }
        let title = "New " + HumanName.inSentence(draft.screen.oneTitle)
        drafts[place].screen.create = requests.form(of: operation, wishes, base: draft, style: .create, title: title)
        return true
    }

    private mutating func delete(_ operation: Operation, _ wishes: ScreenWishes, at place: Int) -> Bool {
        guard drafts[place].screen.delete == nil else { return false }
        drafts[place].screen.delete = requests.request(of: operation, wishes, base: drafts[place])
        return true
    }

    /// - Parameter hasItem: true for a row with an item screen, where it is edited from the whole item.
    private mutating func edit(
        _ operation: Operation, _ wishes: ScreenWishes, _ resource: Resource, at place: Int, hasItem: Bool
    ) -> Bool {
        let draft = drafts[place]
        guard !(hasItem && draft.screen.showsRows), isEdit(operation, of: resource) else { return false }
        if let form = draft.screen.update {
            guard !resource.isPartial else { return false }
            guard isBetter(operation, than: form) else { return true }
        }
        let name =
            resource.depth > 1
            ? ScreenTitles.title(for: operation.path)
            : draft.screen.showsRows ? draft.screen.oneTitle : draft.screen.title
        drafts[place].screen.update = requests.form(
            of: operation, wishes, base: draft, style: operation.method == .put ? .replace : .merge,
            title: "Edit " + HumanName.inSentence(name))
        if !draft.screen.showsRows { keepWrapper(of: place) }
        return true
    }

    /// True for a write with members of the item. Actions, uploads and other posts are forms.
    private func isEdit(_ operation: Operation, of resource: Resource) -> Bool {
        guard !resource.isAction, let body = FormBody(operation, in: document) else { return false }
        guard operation.method == .post else { return !(resource.isPartial && body.encoding.takesFiles) }
        let hasOtherEdit = document.operations.contains {
            guard [.put, .patch].contains($0.method), let other = document.resource(of: $0) else { return false }
            return !other.isPartial && other.itemPath == resource.itemPath
        }
        let shown = Set(resource.row?.properties.map(\.name) ?? [])
        return !hasOtherEdit && document.unwrapping(body.schema).schema.properties.contains { shown.contains($0.name) }
    }

    /// True for an operation with a described body if the form has none; between equals, for PATCH.
    private func isBetter(_ operation: Operation, than form: Form) -> Bool {
        func isDescribed(_ schema: Schema?) -> Bool {
            schema.map { !document.resolveChoices($0).properties.isEmpty } ?? false
        }
        let (own, other) = (isDescribed(operation.requestBody?.preferred?.schema), isDescribed(form.body?.schema))
        return own == other ? form.request.method == .put && operation.method == .patch : own
    }

    /// Shows an item with its wrapper if the edit sends the wrapper back: a PUT starts from the shown value.
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

    private mutating func addForm(_ operation: Operation, _ wishes: ScreenWishes) {
        if case .screen(let kind) = wishes.kind, kind != .form {
            complain("an operation that writes is shown as a form", operation, "kind")
        }
        let base = opener(of: operation.path.withActApart, isSame: true).map { drafts[$0] }
        var screen = newScreen(operation, wishes, kind: .form, suffix: operation.method.rawValue.lowercased())
        if wishes.title == nil { screen.title = titles.title(ofForm: operation) }
        let style: Update.Style = operation.method == .patch ? .merge : .create
        let form = requests.form(of: operation, wishes, base: base, style: style, title: screen.title)
        screen.create = form
        if form.body != nil { screen.declared = OnDemand { form.fields } }
        screen.answered = OnDemand { [document, id = screen.id, title = screen.title] in
            guard let model = document.list(of: operation) else {
                guard case .item(let place, let schema) = document.shape(of: operation) else { return nil }
                var item = Screen(id: id, title: title, kind: .item)
                item.item = place
                item.declared = OnDemand { FieldReader(document: document, direction: .response).fields(of: schema) }
                return item
            }
            var list = Screen(id: id, title: title, kind: .collection)
            (list.rows, list.facts) = (model.rows, model.facts)
            list.operations = [operation.id]
            list.declared = OnDemand { FieldReader(document: document, direction: .response).fields(of: model.row) }
            return list
        }
        screen.operations = [operation.id]
        if let base, form.request.parameters.contains(where: \.source.needsOpener) { screen.parent = base.screen.id }
        let schema = form.body.map { document.resolveChoices($0.schema) } ?? .any
        drafts.append(ScreenDraft(operation: operation, wishes: wishes, screen: screen, schema: schema))
    }
}
