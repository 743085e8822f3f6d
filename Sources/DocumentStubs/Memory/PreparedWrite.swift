import APIDocument
import APIModel
import HTTPTypes
import WireFormats

/// The content of a write. Schemas are checked and samples generated here, before the memory's lock is taken.
struct PreparedWrite {
    /// The members that were sent.
    let sent: JSONObject
    /// The members that the row stores, with the defaults of those that a whole item left out.
    let kept: JSONObject
    /// The change of an existing row.
    let change: ItemChange
    /// The change of the reply's own members, if it shows others than a row.
    let echo: ItemChange
    /// The members of the reply that a row of the list can show.
    private let known: JSONObject
    /// Members that a new row lacks: those left out, and those of a later stage.
    private let left: Set<String>
    /// Another id, for rows without one and for ids of a given format.
    let spareID: JSONValue?
    /// A generated row. It gives the members that a row must have and nobody sent.
    private let spare: JSONObject
    private let required: Set<String>
    private let formed: JSONValue?

    /// - Parameters:
    ///   - isFinal: true if the reply shows no member that the request left out.
    ///   - number: the number of rows that were added before.
    init(
        _ request: ItemChange, by operation: ResourceOperation, showing reply: JSONObject?, isFinal: Bool,
        number: Int, at place: ResourcePlace, in document: APIDocument
    ) {
        sent = request.members
        // A row without its owners cannot be opened, nor one without its key if nobody generates one.
        let named = operation.identity.owners + (operation.creates ? [operation.key].compactMap(\.self) : [])
        // A PUT without a declared body creates a generated row.
        let isMadeUp = operation.creates && !operation.body.isDescribed
        let needed = isMadeUp ? operation.row?.properties.map(\.name) : operation.row?.required
        required = Set(named.compactMap(\.tokens.first)).union(needed ?? [])
        let written = operation.written.narrowed(to: sent)
        let isWhole = operation.body.isWhole && !operation.isPartial
        var change = written.kept(request)
        if operation.isPartial { change.members = change.members.members(of: operation.members) }
        let absent = isWhole ? written.absent(besides: sent) : []
        known = reply.map { written.shown(of: isFinal ? $0 : $0.without(absent)) } ?? JSONObject()
        echo =
            isFinal ? ItemChange() : operation.reply(in: document)?.echo(of: request, isWhole: isWhole) ?? ItemChange()
        if isWhole {
            let own = written.identified(
                change.members, by: place.row.flatMap { operation.identity.values(of: $0).last },
                as: reply ?? JSONObject())
            let members = JSONObject(own.members + written.defaults(besides: sent).members)
            change = ItemChange(setting: members, isWhole: true, removing: change.removed)
            if operation.method == .put { change.removed.formUnion(absent.map { JSONPointer(tokens: [$0]) }) }
        }
        kept = change.members
        self.change = change
        let later = Set(
            (operation.row?.properties ?? []).filter { [kept, required] member in
                kept[member.name] == nil && !required.contains(member.name)
                    && document.vocabulary.isLater(NameWords(member.name), document.resolveChoices(member.schema))
            }.map(\.name))
        left = absent.union(later).subtracting(required)
        let object = JSONValue.object(known).merged(with: kept)
        let key = operation.key.flatMap { $0.tokens.count == 1 ? $0.tokens[0] : nil }
        let id = key.flatMap { name in operation.row?.properties.first { $0.name == name }?.schema }
        let isFormed =
            id.map(document.resolveChoices).map { id in
                id.types.contains(.string) && (id.hasForm || object[key ?? ""] == nil)
            } ?? false
        let isAdded = if case .create = operation.role { true } else { operation.creates }
        let count = PageWindow.total + 1 + number
        formed = isAdded ? Self.formed(kept, by: operation, count, at: place, in: document) : nil
        guard isAdded, let row = operation.row, isFormed || row.properties.contains(where: { object[$0.name] == nil })
        else {
            (spare, spareID) = (JSONObject(), nil)
            return
        }
        // A row that nothing fits is shown as it was sent.
        let sample = SampleGenerator(document: document).value(for: row, seed: place.path, row: count, isNew: true)
        // Members of other variants are no members of this one.
        let some = row.membersOfSomeForms
        spare = (sample?.objectValue ?? JSONObject()).filter { [required] member in
            required.contains(member.key) || written.has(member.key) && !some.contains(member.key)
        }
        spareID = isFormed ? key.flatMap { [spare] in spare[$0] } : nil
    }

    /// The row that is added.
    var row: JSONValue { formed ?? completed(JSONValue.object(known).replacing(kept)) }

    /// A row of several variants, as the first variant that takes what was sent, else as any; nil where rows have one form.
    private static func formed(
        _ sent: JSONObject, by operation: ResourceOperation, _ row: Int, at place: ResourcePlace,
        in document: APIDocument
    ) -> JSONValue? {
        guard operation.row?.membersOfSomeForms.isEmpty == false, operation.row?.discriminator == nil,
            let path = document.operation(operation.id)?.path, let form = document.rowForm(at: path)
        else { return nil }
        let whole = document.resolve(form)
        let generator = SampleGenerator(document: document)
        var usual: JSONValue?
        for variant in whole.oneOf + whole.anyOf {
            guard let made = generator.value(for: variant, seed: place.path, row: row, isNew: true) else { continue }
            let names = Set(document.resolveChoices(variant).properties.map(\.name))
            let own = made.replacing(sent.members(of: names))
            if document.fits(own, form) { return own }
            if usual == nil, document.fits(made, form) { usual = made }
        }
        return usual
    }

    /// The row with members that it must have and nobody sent, and with those that the server adds.
    private func completed(_ row: JSONValue) -> JSONValue {
        spare.members.reduce(row) { row, member in
            guard !left.contains(member.key), row[member.key] == nil else { return row }
            return row.setting(member.value, at: JSONPointer(tokens: [member.key]))
        }
    }
}

extension APIDocument {
    /// The rows of a path, with their variants: as its list has them, or its item, or the list before.
    fileprivate func rowForm(at path: PathTemplate) -> Schema? {
        let shapes = [path.shape, path.shape + "/{}", path.prefix(max(0, path.segments.count - 1)).shape]
        return shapes.lazy.compactMap { self.read(at: $0) }.compactMap { read -> Schema? in
            guard let schema = self.answer(of: read) else { return nil }
            switch self.shape(of: read) {
            case .rows(let place, _): return self.part(of: schema, at: place).map(self.resolveChoices)?.items
            case .item(let place, _): return self.part(of: schema, at: place)
            case .nothing: return nil
            }
        }.first
    }
}

extension Schema {
    /// True for strings of a format that a made-up string does not have.
    fileprivate var hasForm: Bool {
        pattern != nil || enumValues != nil || (maxLength ?? .max) < 36 || format != nil && format != "uuid"
    }
}
