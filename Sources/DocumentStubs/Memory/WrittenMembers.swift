import APIDocument
import APIModel
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// What a write says about the members of a thing: which of those sent it has from now on, and which it has not since
/// they were left out.
///
/// What was sent is given back as it was sent, as far as the thing's schema allows it. What the server
/// makes is made: what is read only, ids, the moments of writing. What could have been sent and was not is not there,
/// unless the thing must have it, or its schema names a default.
struct WrittenMembers {
    private let document: APIDocument
    /// What may be sent, by name.
    private var sendable: [String: Schema]
    /// What the thing may have, by name.
    private var shown: [String: Schema]
    private var required: Set<String>
    /// What is sent and what the thing is like, where a member of it tells forms of it apart.
    private let forms: (body: Schema?, thing: Schema)?
    /// Members of other forms than that which is written.
    private var foreign: Set<String> = []
    private let allowsOthers: Bool?
    /// Where the thing has what it is known by.
    private let key: JSONPointer?
    /// The object within the thing that says what it is known by, as `metadata` does, and that member of it.
    private let home: (name: String, key: String, members: [String: Schema], required: Set<String>)?
    /// Members that name what a thing belongs to, as its path has it.
    private let parents: Set<String>
    /// Members that name what a new thing belongs to, as its path has it; nil for what is no new thing, or where the document
    /// does not say what a thing must have.
    private let owners: Set<String>?
    /// Members in which a row says what the path of its own asks for besides its key: whose it is.
    private let identifying: Set<String>

    /// - Parameters:
    ///   - body: what is sent, unwrapped and resolved; nil where the document does not say.
    ///   - thing: what the thing is like, unwrapped and resolved; nil where the document does not say.
    ///   - operation: what writes.
    init(
        sending body: Schema?, of thing: Schema?, key: JSONPointer?, by operation: Operation, in document: APIDocument
    ) {
        self.document = document
        let spelling = MemberSpelling(thing)
        sendable = Dictionary(Self.members(body).map { (spelling.name($0.key), $0.value) }) { first, _ in first }
        shown = Self.members(thing)
        required = Set(thing?.required ?? [])
        forms = thing.flatMap { $0.discriminator == nil ? nil : (body, $0) }
        allowsOthers = thing?.json["additionalProperties"].map { $0 != false }
        self.key = key
        let segments = operation.path.segments
        parents = segments.indices.reduce(into: []) { names, place in
            guard let parameter = segments[place].parameter else { return }
            names.formUnion(operation.path.parentNames(at: place, parameter))
        }
        if let tokens = key?.tokens, tokens.count == 2, let own = shown[tokens[0]] {
            let whole = document.resolveChoices(own)
            home = (tokens[0], tokens[1], Self.members(whole), Set(whole.required))
        } else {
            home = nil
        }
        identifying = document.rowLinks.owners(ofRowsAt: operation.path, in: document)
        let isThing = sendable.keys.contains { [shown] in shown[$0] != nil }
        let isNew = operation.method == .post && segments.last?.parameter == nil
        owners = isNew && isThing && !required.isEmpty ? parents : nil
    }

    private static func members(_ schema: Schema?) -> [String: Schema] {
        Dictionary((schema?.properties ?? []).map { ($0.name, $0.schema) }) { first, _ in first }
    }

    /// The same of a thing of the form that is sent, as of an animal that is a dog: it has nothing that only other forms have.
    /// Where no form is sent, it may be of any.
    func narrowed(to sent: JSONObject) -> WrittenMembers {
        guard let forms, let member = forms.thing.discriminator?.propertyName else { return self }
        let all = document.forms(of: forms.thing)
        var narrowed = self
        let members = shown.merging(all.flatMap { Self.members($0.schema) }) { first, other in
            document.resolve(other).isWriteOnly ? other : first
        }
        guard let word = sent[member]?.stringValue, let own = all.first(where: { $0.name == word })?.schema else {
            narrowed.shown = members
            return narrowed
        }
        narrowed.shown = Self.members(own)
        narrowed.required = Set(own.required)
        narrowed.foreign = Set(members.keys).subtracting(narrowed.shown.keys).subtracting(sent.keys)
        if let body = forms.body, let sending = document.forms(of: body).first(where: { $0.name == word })?.schema {
            narrowed.sendable = Self.members(sending)
        }
        return narrowed
    }

    /// The members that an item lacks because its row does: those it need not have, and those of other variants.
    func missing(in row: JSONObject) -> Set<String> {
        let own = narrowed(to: row)
        return Set(shown.keys).subtracting(own.required).union(own.foreign).subtracting(row.keys)
    }

    /// Whether a thing of this form may have the member.
    func has(_ name: String) -> Bool { shown[name] != nil }

    /// Of what is sent, what the thing has from now on. A password is no member of it, and labels that are sent by name are
    /// not the objects that it has.
    func kept(_ sent: JSONObject) -> JSONObject {
        guard !shown.isEmpty else { return sent }
        return JSONObject(
            sent.members.compactMap { member in
                kept(member.value, as: member.key).map { JSONObject.Member(key: member.key, value: $0) }
            })
    }

    /// A value without the members that are only ever sent, deep down too: a card is shown without its code.
    private func told(_ value: JSONValue, as schema: Schema) -> JSONValue {
        guard case .object(let object) = value else { return value }
        let own = Self.members(document.resolveChoices(schema))
        return .object(
            JSONObject(
                object.members.compactMap { member in
                    guard let inner = own[member.key] else { return member }
                    if document.resolve(inner).isWriteOnly { return nil }
                    return .init(key: member.key, value: told(member.value, as: inner))
                }))
    }

    /// What is sent of a whole thing, with its identity: what its path names it by, whatever was sent; in the object that names
    /// it, as `metadata` does, also what it belongs to and what the server makes.
    ///
    /// - Parameters:
    ///   - id: what the path names it by; nil where it names none.
    ///   - thing: the thing as it was, or as it is made.
    func identified(_ sent: JSONObject, by id: String?, as thing: JSONObject) -> JSONObject {
        var all = sent
        if let home, let own = thing[home.name]?.objectValue,
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

    /// Of what is sent, what changes of the thing.
    func kept(_ sent: ThingChange) -> ThingChange {
        var change = sent
        change.members = kept(sent.members)
        // What a thing must have, and what the server makes, nobody takes away.
        change.removed = sent.removed.filter { pointer in
            guard pointer.tokens.count == 1, let own = shown[pointer.tokens[0]] else { return true }
            return !required.contains(pointer.tokens[0]) && !isServers(pointer.tokens[0], own)
        }
        change.removed.formUnion(foreign.map { JSONPointer(tokens: [$0]) })
        return change
    }

    /// What of a member that is sent the thing has; nil where that is nothing.
    private func kept(_ value: JSONValue, as name: String) -> JSONValue? {
        guard let own = shown[name] else {
            // What only the request has goes no further; what nobody declares comes back where a thing may have it.
            let isKept =
                sendable[name] == nil
                ? allowsOthers ?? sendable.keys.contains { shown[$0] != nil } : allowsOthers == true
            return isKept ? value : nil
        }
        if document.resolve(own).isWriteOnly { return nil }
        guard let asked = sendable[name], !fits(value, own), fits(value, asked) else {
            return document.fitting(told(value, as: own), own)
        }
        // Valid where it is sent and not where it is shown: the thing has it in another form. A number is a text there where
        // that is one of a number, and not a name of what has that number.
        return value.respelt.flatMap { other in
            fits(other, own) && (other.stringValue == nil || fits(other, asked) || !fits("name", own)) ? other : nil
        }
    }

    private func fits(_ value: JSONValue, _ schema: Schema) -> Bool {
        document.allows(value, schema)
    }

    /// What of a reply a row can show: what it declares and is valid there.
    func shown(of reply: JSONObject) -> JSONObject {
        guard !shown.isEmpty else { return reply }
        return JSONObject(
            reply.members.filter { member in
                guard let own = shown[member.key] else { return allowsOthers == true }
                return !document.resolve(own).isWriteOnly && document.violations(of: member.value, against: own).isEmpty
            })
    }

    /// The members that could have been sent and were not, and that nobody else makes: the thing does not have them. A new one
    /// has nothing that it need not have.
    func absent(besides sent: JSONObject) -> Set<String> {
        Set(
            (owners == nil ? sendable : shown).filter { name, schema in
                sent[name] == nil && shown[name] != nil && name != home?.name && !required.contains(name)
                    && `default`(name, besides: sent) == nil
                    && !isServers(name, schema) && owners?.contains(HumanName.key(name)) != true
            }.keys
        ).union(foreign)
    }

    /// The defaults of members that could have been sent and were not; of a new thing, of all that nobody sent.
    func defaults(besides sent: JSONObject) -> JSONObject {
        JSONObject(
            shown.keys.sorted().filter { (owners != nil || sendable[$0] != nil) && sent[$0] == nil }.compactMap {
                name in
                `default`(name, besides: sent).map { JSONObject.Member(key: name, value: $0) }
            })
    }

    /// What stands there where nothing was sent: its schema's default; of a list that a new thing must have, no items; of what
    /// it must have and may be null, that.
    private func `default`(_ name: String, besides sent: JSONObject) -> JSONValue? {
        let schemas = [sendable[name], shown[name]].compactMap { $0.map(document.resolveChoices) }
        if let preset = schemas.lazy.compactMap(\.default).first { return preset }
        guard required.contains(name), let own = shown[name] else { return nil }
        if owners != nil, schemas.last?.type == .array, fits([], own) { return [] }
        // What was sent may say it under a longer name: `assigneeId` the assignee.
        let key = HumanName.key(name)
        let isSaid = sent.members.contains { !$0.value.isNull && HumanName.key($0.key).hasPrefix(key) }
        let isOthers = isServers(name, own) || name == home?.name || parents.contains(key)
        return !isSaid && !isOthers && fits(.null, own) ? .null : nil
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
    /// The members with these names.
    func members(of names: Set<String>) -> JSONObject { JSONObject(members.filter { names.contains($0.key) }) }

    /// The object without the members of these names.
    func without(_ names: Set<String>) -> JSONObject {
        names.isEmpty ? self : JSONObject(members.filter { !names.contains($0.key) })
    }
}

extension JSONValue {
    /// The same in the other form that numbers and truths have in JSON: as a text, or what the text says; nil where it has none.
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
