import APIDocument
import APIModel
import HTTPTypes
import WireFormats

/// The content of a write. Schemas are checked and samples generated before the memory's lock is taken.
struct PreparedWrite {
    let sent: JSONObject
    /// The members that the row stores, including defaults of members that a whole item omitted.
    let kept: JSONObject
    let change: ItemChange
    /// The parts of the sent values that the row cannot have.
    let violations: [SchemaViolation]
    /// The change of a reply with its own members, other than a row's.
    let echo: ItemChange
    /// The members of the reply that a row may have.
    private var known: JSONObject
    /// The row to add.
    ///
    /// It has generated values for required members that were omitted, and for members of the server.
    private(set) var row = JSONValue.null
    /// An alternative id, for rows without one and for ids of a given format.
    let spareID: JSONValue?

    /// - Parameters:
    ///   - item: the item that is changed, with all earlier writes; nil if it is unknown.
    ///   - isFinal: true for the reply of a stub file or recording, whose members are taken unchanged.
    ///   - number: the number of rows added before.
    init(
        _ request: ItemChange, by operation: ResourceOperation, showing reply: JSONObject?, of item: JSONValue?,
        isFinal: Bool, number: Int, at place: ResourcePlace, in document: APIDocument
    ) {
        sent = request.members
        // The item's path needs the owners, and also the key if the client chooses it.
        let named = operation.identity.owners + (operation.creates ? [operation.key].compactMap(\.self) : [])
        // A PUT without a declared body creates a generated row.
        let isMadeUp = operation.creates && !operation.body.isDescribed
        let needed = isMadeUp ? operation.row?.properties.map(\.name) : operation.row?.required
        let required = Set(named.compactMap(\.tokens.first)).union(needed ?? [])
        var written = operation.written.narrowed(to: sent)
        written.number = number
        let isWhole = operation.body.isWhole && !operation.isPartial
        var change = written.kept(request)
        violations = written.violations(by: sent, keeping: change.members)
        var effect = operation.effect
        if case .update = operation.role, effect == nil, !isWhole, let row = operation.row {
            effect = ActionEffect(setting: change.members, on: row, in: document)
        }
        if let effect { change.apply(effect, besides: sent) }
        if case .update = operation.role, !isFinal, !change.isEmpty {
            for time in document.timesOfChange(in: operation.row) where sent[time.name] == nil {
                change.members[time.name] = time.value
            }
        }
        if operation.isPartial { change.members = change.members.members(of: operation.members) }
        if case .update = operation.role, !isWhole, let key = operation.key,
            NameClass.serverID.has(key.tokens.last ?? ""),
            let id = place.row.flatMap({ operation.identity.values(of: $0).last })
        {
            change = change.keeping(id, at: key)
        }
        let absent = isWhole ? written.absent(besides: sent) : []
        known = reply.map { written.shown(of: isFinal ? $0 : $0.without(absent)) } ?? JSONObject()
        echo =
            isFinal ? ItemChange() : operation.reply(in: document)?.echo(of: request, isWhole: isWhole) ?? ItemChange()
        // The numbers of a default follow from what was sent.
        var presets = JSONObject()
        if isWhole {
            let own = written.identified(
                change.members, by: place.row.flatMap { operation.identity.values(of: $0).last },
                as: reply ?? JSONObject())
            presets = written.defaults(besides: sent)
            let members = JSONObject(own.members + presets.members)
            change = ItemChange(setting: members, isWhole: true, removing: change.removed)
            if operation.method == .put { change.removed.formUnion(absent.map { JSONPointer(tokens: [$0]) }) }
        }
        let links =
            isFinal ? Links() : operation.row.map { Links(request.members, by: operation, in: $0, document) } ?? Links()
        if case .update = operation.role, !links.shown.isEmpty, let row = operation.row {
            let sample = SampleGenerator(document: document).value(for: row, seed: place.path, pinning: links.pins)
            for name in links.shown { change.members[name] = sample?[name] }
        }
        if case .update = operation.role { for name in links.cleared { change.members[name] = .null } }
        if case .update = operation.role, !isFinal, let row = operation.row,
            let now = item.flatMap({ change.applied(to: $0).objectValue })
        {
            let changed = Set(change.members.keys).subtracting(presets.keys)
            let reckoned = document.reckon(changed, in: now, of: row, isNew: false)
            for member in reckoned.members where now[member.key] != member.value {
                change.members[member.key] = member.value
            }
        }
        kept = change.members
        self.change = change
        let later = Set(
            (operation.row?.properties ?? []).filter { [kept] member in
                kept[member.name] == nil && !required.contains(member.name)
                    && document.vocabulary.isLater(NameWords(member.name), document.resolveChoices(member.schema))
            }.map(\.name))
        // Members that a new row lacks: omitted ones, and those of a later stage of its life.
        let left = absent.union(later).subtracting(required)
        let object = JSONValue.object(known).merging(.object(kept))
        let key = operation.key.flatMap { $0.tokens.count == 1 ? $0.tokens[0] : nil }
        let id = key.flatMap { name in operation.row?.properties.first { $0.name == name }?.schema }
        let isFormed =
            id.map(document.resolveChoices).map { id in
                id.types.contains(.string) && (id.hasForm || object[key ?? ""] == nil)
            } ?? false
        let isAdded = if case .create = operation.role { true } else { operation.creates }
        func reckoned(_ added: JSONObject, _ row: Schema?) -> JSONValue {
            guard !isFinal, let row else { return .object(added) }
            let changed = Set(kept.keys).subtracting(presets.keys)
            return .object(document.reckon(changed, in: added, of: row, isNew: true))
        }
        let list = document.read(at: operation.path.prefix(operation.path.segments.count - operation.depth).shape)
        let rows = list.flatMap { list in document.list(of: list).map { document.rowCount(of: list, $0) } }
        let count = (rows ?? PageWindow.total) + 1 + number
        guard isAdded, let row = operation.row,
            isFormed || !links.shown.isEmpty || row.properties.contains(where: { object[$0.name] == nil })
        else {
            spareID = nil
            self.row = reckoned(known.merging(kept) { $1 }, isAdded ? operation.row : nil)
            return
        }
        // Without a sample, the row is shown as it was sent.
        let sample = SampleGenerator(document: document)
            .value(for: row, seed: place.path, row: count, pinning: links.pins, isNew: true)
        for name in links.shown { if let linked = sample?[name] { known[name] = linked } }
        for name in links.cleared { known[name] = .null }
        // Members that only some variants have are left out.
        let some = row.membersOfSomeForms
        let spare = (sample?.objectValue ?? JSONObject()).filter { member in
            required.contains(member.key) || written.has(member.key) && !some.contains(member.key)
        }
        spareID = isFormed ? key.flatMap { spare[$0] } : nil
        var added = known.merging(kept) { $1 }
        for member in spare.members where !left.contains(member.key) && added[member.key] == nil {
            added[member.key] = member.value
        }
        self.row = reckoned(added, row)
    }
}

/// The members of a row that follow from a sent id: `customerId` chooses `customer` and `customerName`.
private struct Links {
    /// The values that choose the others.
    private(set) var pins: [String: JSONValue] = [:]
    private(set) var shown: [String] = []
    /// The members that show nothing, because the sent id is null.
    private(set) var cleared: [String] = []

    init() {}

    init(_ sent: JSONObject, by operation: ResourceOperation, in row: Schema, _ document: APIDocument) {
        let own = operation.key?.tokens.last
        // The owner of a row that is sent: the `ownerId` of a visit is that of the pet with the `petId`.
        let path = operation.resource.home ?? operation.path.prefix(operation.path.segments.count - operation.depth)
        for step in document.sharedOwners(among: row.properties.map(\.name)).steps {
            guard let id = sent[step.id], id.scalarText != nil, sent[step.name] == nil,
                !step.excluded.contains(Seed(path.text))
            else { continue }
            pins[step.id] = id
            shown += [step.name] + step.shown.map(\.name).filter { sent[$0] == nil }
        }
        let sendable = Set((operation.body.schema?.properties ?? []).map(\.name))
        let relations = document.relations
        for member in sent.members where member.key != own && (member.value.scalarText != nil || member.value.isNull) {
            let id = NameWords(member.key)
            guard let object = id.ofObject else { continue }
            for other in row.properties where sent[other.name] == nil && other.name != member.key {
                let name = NameWords(other.name)
                if member.value.isNull {
                    let isShown =
                        !sendable.contains(other.name) && relations.shows(name, beside: id, in: document) != nil
                    if name == object || isShown, document.allows(.null, other.schema) { cleared.append(other.name) }
                    continue
                }
                if name == object,
                    let key = document.resolveChoices(other.schema).properties.first(where: { $0.name == "id" }),
                    let value = document.fitting(member.value, key.schema)
                {
                    pins[other.name] = .object(JSONObject([.init(key: key.name, value: value)]))
                } else if !sendable.contains(other.name), relations.shows(name, beside: id, in: document) != nil {
                    pins[member.key] = member.value
                } else {
                    continue
                }
                shown.append(other.name)
            }
        }
    }
}

extension APIDocument {
    /// The members with the time of an item's last change, and the time of the demo.
    fileprivate func timesOfChange(in row: Schema?) -> [(name: String, value: JSONValue)] {
        (row?.properties ?? []).compactMap { property in
            guard WritingTime.isNamed(property.name), vocabulary.stage(NameWords(property.name)) == .updated else {
                return nil
            }
            switch resolveChoices(property.schema).format {
            case "date-time": return (property.name, .string(Timestamp.anchor.text))
            case "date": return (property.name, .string(Timestamp.anchor.day.text))
            default: return nil
            }
        }
    }
}

extension ItemChange {
    /// Adds the effect of an action; members that the change has already stay.
    mutating func apply(_ effect: ActionEffect, besides sent: JSONObject) {
        guard effect.applies(to: members) else { return }
        // The reason of an action is not that of the item.
        members = effect.members(from: sent, at: .anchor).merging(members.without(Set(effect.longer.keys))) { $1 }
        let cleared = effect.cleared.filter { members[$0] == nil }
        removed.formUnion(cleared.map { JSONPointer(tokens: [$0]) })
    }
}

extension Schema {
    /// True for strings with a format or limits, for which a generated id such as a UUID may be invalid.
    fileprivate var hasForm: Bool {
        pattern != nil || enumValues != nil || (maxLength ?? .max) < 36 || format != nil && format != "uuid"
    }
}
