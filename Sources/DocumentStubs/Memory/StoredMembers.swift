import APIDocument
import APIModel
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// Decides which members of a write are stored, and which are cleared because the request omitted them.
///
/// Sent members are stored unchanged, as far as the item's schema allows them. The server generates ids, timestamps of
/// writes and read-only members. An omitted member is absent unless it is required or has a default.
struct StoredMembers {
    private let document: APIDocument
    /// The number of rows added before, so that objects within rows have different ids.
    var number = 0
    /// True if objects in the request change those of the item, so that they may lack required members.
    private let isMerged: Bool
    /// The names of query parameters, which may set members.
    private let asked: Set<String>
    private var sendable: [String: Schema]
    private var shown: [String: Schema]
    private var required: Set<String>
    /// The schemas of request and item, if a discriminator distinguishes variants.
    private let forms: (body: Schema?, itemSchema: Schema)?
    private var foreign: Set<String> = []
    private let allowsOthers: Bool?
    private let key: JSONPointer?
    /// The object in the item that holds the key, as `metadata` does.
    private let home: (name: String, key: String, members: [String: Schema], required: Set<String>)?
    /// Members that identify an owner in the path.
    private let parents: Set<String>
    /// The same for a new item; nil for other writes, and if the document requires no members.
    private let owners: Set<String>?
    /// Members of a row that its own path needs besides the key.
    private let identifying: Set<String>

    /// - Parameters:
    ///   - body: the schema of the request, unwrapped and resolved; nil if undeclared.
    ///   - itemSchema: the schema of the item, unwrapped and resolved; nil if undeclared.
    ///   - isMerged: true for a write that changes an item, false for one that sends a whole item.
    init(
        sending body: Schema?, of itemSchema: Schema?, key: JSONPointer?, by operation: Operation, isMerged: Bool,
        in document: APIDocument
    ) {
        self.document = document
        self.isMerged = isMerged
        asked = Set(operation.parameters.filter { $0.location == .query }.map(\.name))
        let properties = body?.properties ?? []
        let own = itemSchema?.memberNames(for: properties.map(\.name)) ?? [:]
        let sent = properties.map { (own[$0.name] ?? $0.name, $0.schema) }
        sendable = Dictionary(sent) { first, _ in first }
        shown = itemSchema?.properties.byName ?? [:]
        required = Set(itemSchema?.required ?? [])
        forms = itemSchema.flatMap { $0.discriminator == nil ? nil : (body, $0) }
        allowsOthers = itemSchema?.json["additionalProperties"].map { $0 != false }
        self.key = key
        let segments = operation.path.segments
        parents = operation.path.parentNames
        if let tokens = key?.tokens, tokens.count == 2, let own = shown[tokens[0]] {
            let whole = document.resolveChoices(own)
            home = (tokens[0], tokens[1], whole.properties.byName, Set(whole.required))
        } else {
            home = nil
        }
        identifying = document.rowLinks.owners(ofRowsAt: operation.path, in: document)
        let isItem = sendable.keys.contains { [shown] in shown[$0] != nil }
        let isNew = operation.method == .post && segments.last?.parameter == nil
        owners = isNew && isItem && !required.isEmpty ? parents : nil
    }

    /// Lets a write remove a member that the item requires.
    mutating func allowRemoval(of name: String) { required.remove(name) }

    /// The decisions for the sent variant alone; without a discriminator value all variants count.
    func narrowed(to sent: JSONObject) -> StoredMembers {
        guard let forms, let member = forms.itemSchema.discriminator?.propertyName else { return self }
        let all = document.forms(of: forms.itemSchema)
        var narrowed = self
        let members = shown.merging(all.flatMap { $0.schema.properties.byName }) { first, other in
            document.resolve(other).isWriteOnly ? other : first
        }
        guard let word = sent[member]?.stringValue, let own = all.first(where: { $0.name == word })?.schema else {
            narrowed.shown = members
            return narrowed
        }
        narrowed.shown = own.properties.byName
        narrowed.required = Set(own.required)
        narrowed.foreign = Set(members.keys).subtracting(narrowed.shown.keys).subtracting(sent.keys)
        if let body = forms.body, let sending = document.forms(of: body).first(where: { $0.name == word })?.schema {
            narrowed.sendable = sending.properties.byName
        }
        return narrowed
    }

    /// The members that an item must not show because its row lacks them: optional ones, and those of other variants.
    func missing(in row: JSONObject) -> Set<String> {
        let own = narrowed(to: row)
        return Set(shown.keys).subtracting(own.required).union(own.foreign).subtracting(row.keys)
    }

    func has(_ name: String) -> Bool { shown[name] != nil }

    /// The members that the item stores. Passwords and other write-only members are not stored, and members that only
    /// the server sets cannot be written.
    func kept(_ sent: JSONObject) -> JSONObject {
        guard !shown.isEmpty else { return sent }
        return sent.mapping { kept($0.value, as: $0.key) }
    }

    /// The value without members that are only written or only read, at any depth.
    private func readable(_ value: JSONValue, as schema: Schema) -> JSONValue {
        guard case .object(let object) = value else { return value }
        let own = document.resolveChoices(schema).properties.byName
        return .object(
            object.mapping { member in
                guard let inner = own[member.key] else { return member.value }
                let schema = document.resolve(inner)
                return schema.isWriteOnly || schema.isReadOnly ? nil : readable(member.value, as: inner)
            })
    }

    /// The members of a whole item with its identity. The path sets the key; the object around the key keeps its owners
    /// and generated members.
    ///
    /// - Parameters:
    ///   - id: the key in the path; nil without one.
    ///   - itemValue: the item before the write, or a generated one.
    func identified(_ sent: JSONObject, by id: String?, as itemValue: JSONObject) -> JSONObject {
        var all = sent
        if let home, let own = itemValue[home.name]?.objectValue,
            all[home.name] == nil || all[home.name]?.objectValue != nil
        {
            let said = all[home.name]?.objectValue ?? JSONObject()
            let kept = own.members.filter { name in
                guard said[name.key] == nil, let schema = home.members[name.key] else { return false }
                return name.key == home.key || home.required.contains(name.key)
                    || parents.contains(HumanName.key(name.key)) || isServers(name.key, schema)
            }
            if !kept.isEmpty { all[home.name] = .object(JSONObject(kept + said.members)) }
        }
        guard let id, let key else { return all }
        return JSONValue.object(all).identified(id, at: key).objectValue ?? all
    }

    /// The change that makes a reply echo the sent members. A reply to a whole item loses the omitted ones.
    func echo(of sent: ItemChange, isWhole: Bool) -> ItemChange {
        let own = narrowed(to: sent.members)
        let change = own.kept(sent)
        guard isWhole else { return change }
        let left = own.absent(besides: sent.members).map { JSONPointer(tokens: [$0]) }
        return ItemChange(
            setting: JSONObject(own.defaults(besides: sent.members).members + change.members.members), isWhole: true,
            removing: change.removed.union(left))
    }

    func kept(_ sent: ItemChange) -> ItemChange {
        var change = sent
        change.members = kept(sent.members)
        // Required and generated members stay.
        change.removed = sent.removed.filter { pointer in
            guard pointer.tokens.count == 1, let own = shown[pointer.tokens[0]] else { return true }
            return !required.contains(pointer.tokens[0]) && !isServers(pointer.tokens[0], own)
        }
        change.removed.formUnion(foreign.map { JSONPointer(tokens: [$0]) })
        return change
    }

    /// The reasons why sent values are not among the kept ones.
    func violations(by sent: JSONObject, keeping kept: JSONObject) -> [SchemaViolation] {
        sent.members.flatMap { member -> [SchemaViolation] in
            guard let own = shown[member.key], kept[member.key] != member.value, isWritable(member.key, own) else {
                return []
            }
            let readable = readable(member.value, as: own)
            // Members that the server adds are not missing.
            if kept[member.key] != nil, completed(readable, own, named: member.key) != nil { return [] }
            return document.violations(of: readable, against: own, isThorough: true)
                .map { $0.moved(below: JSONPointer(tokens: [member.key])) }
        }
    }

    private func isWritable(_ name: String, _ schema: Schema) -> Bool {
        let isDiscriminator = forms?.itemSchema.discriminator?.propertyName == name
        // Some documents mark all members of replies; the request then says which of them are sent.
        let isReadOnly = document.resolve(sendable[name] ?? schema).isReadOnly
        return !document.resolve(schema).isWriteOnly && (!isReadOnly || isDiscriminator || asked.contains(name))
    }

    private func kept(_ value: JSONValue, as name: String) -> JSONValue? {
        guard let own = shown[name] else {
            // A member of the request alone is not stored. An undeclared one is, if the item may have others.
            let isKept =
                sendable[name] == nil
                ? allowsOthers ?? sendable.keys.contains { shown[$0] != nil } : allowsOthers == true
            return isKept ? value : nil
        }
        guard isWritable(name, own) else { return nil }
        let readable = readable(value, as: own)
        return completed(readable, own, named: name) ?? fitting(readable, own)
    }

    /// The value with what a server adds to its objects, such as the id and the price of an order's line. Nil if it
    /// needs nothing, if it is merged, and if the request cannot have it.
    private func completed(_ value: JSONValue, _ schema: Schema, named name: String) -> JSONValue? {
        guard value.arrayValue != nil || value.objectValue != nil && !isMerged, let sending = sendable[name],
            !document.fits(value, schema), document.fits(value, sending)
        else { return nil }
        let whole = completed(value, schema, sending, seed: "/" + name, row: (number + 1) * 100)
        return document.fits(whole, schema) ? whole : nil
    }

    private func completed(
        _ value: JSONValue, _ schema: Schema, _ sending: Schema?, seed: String, row: Int
    ) -> JSONValue {
        let (own, sending) = (document.resolveChoices(schema), sending.map(document.resolveChoices))
        switch value {
        case .array(let items):
            guard let item = own.items else { return value }
            return .array(
                items.enumerated().map { completed($1, item, sending?.items, seed: seed, row: row + $0) })
        case .object(let object):
            let properties = own.properties.byName
            let sent = object.mapping { member in
                guard let inner = properties[member.key], !document.fits(member.value, inner) else {
                    return member.value
                }
                let part = sending?.properties.first { $0.name == member.key }?.schema
                return completed(member.value, inner, part, seed: "\(seed)/\(member.key)", row: row)
            }
            let others = Set(sending?.properties.map(\.name) ?? []).subtracting(sent.keys).subtracting(own.required)
            let made = SampleGenerator(document: document)
                .value(for: own, seed: seed, row: row, pinning: sent.byName, isNew: true)
            return .object(made?.objectValue?.without(others) ?? sent)
        default: return value
        }
    }

    private func fitting(_ value: JSONValue, _ schema: Schema) -> JSONValue? {
        if let whole = document.fitting(value, schema) { return whole }
        guard isMerged, case .object(let object) = value else { return nil }
        let own = document.resolveChoices(schema).properties.byName
        let kept = object.mapping { member in own[member.key].flatMap { fitting(member.value, $0) } }
        return kept.isEmpty ? nil : .object(kept)
    }

    /// The members of a reply that are valid in a row.
    func shown(of reply: JSONObject) -> JSONObject {
        guard !shown.isEmpty else { return reply }
        return reply.filter { member in
            guard let own = shown[member.key] else { return allowsOthers == true }
            return !document.resolve(own).isWriteOnly && document.fits(member.value, own)
        }
    }

    /// The members that the request omitted and the server does not generate. A new item has no other optional members.
    func absent(besides sent: JSONObject) -> Set<String> {
        Set(
            (owners == nil ? sendable : shown).filter { name, schema in
                sent[name] == nil && shown[name] != nil && name != home?.name && !required.contains(name)
                    && `default`(name, besides: sent) == nil
                    && !isServers(name, schema) && owners?.contains(HumanName.key(name)) != true
            }.keys
        ).union(foreign)
    }

    /// The defaults of omitted members; for a new item of all members.
    func defaults(besides sent: JSONObject) -> JSONObject {
        JSONObject(
            shown.keys.sorted().filter { (owners != nil || sendable[$0] != nil) && sent[$0] == nil }.compactMap {
                name in
                `default`(name, besides: sent).map { JSONObject.Member(key: name, value: $0) }
            })
    }

    /// The value of an omitted member: its default, or if it is required an empty list in a new item, or null.
    private func `default`(_ name: String, besides sent: JSONObject) -> JSONValue? {
        let schemas = [sendable[name], shown[name]].compactMap { $0.map(document.resolveChoices) }
        if let preset = schemas.lazy.compactMap(\.default).first { return preset }
        guard required.contains(name), let own = shown[name] else { return nil }
        if owners != nil, schemas.last?.type == .array, document.allows([], own) { return [] }
        // A longer name may set it: `assigneeId` sets the assignee.
        let key = HumanName.key(name)
        let isSaid = sent.members.contains { !$0.value.isNull && HumanName.key($0.key).hasPrefix(key) }
        let isOthers = isServers(name, own) || name == home?.name || parents.contains(key)
        return !isSaid && !isOthers && document.allows(.null, own) ? .null : nil
    }

    private func isServers(_ name: String, _ schema: Schema) -> Bool {
        if identifying.contains(name) || key?.tokens == [name] || NameClass.serverID.has(name)
            || WritingTime.isNamed(name)
        {
            return true
        }
        return document.resolve(schema).isReadOnly || shown[name].map { document.resolve($0).isReadOnly } == true
    }
}

extension JSONObject {
    func members(of names: Set<String>) -> JSONObject { filter { names.contains($0.key) } }

    func without(_ names: Set<String>) -> JSONObject {
        names.isEmpty ? self : filter { !names.contains($0.key) }
    }
}

extension JSONValue {
    /// The value in another type: a number or Boolean as a string, or the reverse; nil if there is none.
    var respelt: JSONValue? {
        switch self {
        case .number(let number): .string(number.text)
        case .bool(let isTrue): .string(isTrue ? "true" : "false")
        case .string("true"): true
        case .string("false"): false
        case .string(let text): JSONNumber(text: text).map(JSONValue.number)
        default: nil
        }
    }
}
