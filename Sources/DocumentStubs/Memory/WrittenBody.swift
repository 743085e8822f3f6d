import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import JSONText

import struct APIDocument.Operation

/// Where a write carries the thing, and what it may say of it.
struct WrittenBody: Sendable {
    /// Where in the body the thing stands.
    let place: JSONPointer
    /// What may be sent of it, resolved; nil where the document does not say.
    let schema: Schema?
    /// Whether what is sent is all there is of the thing: a new one, or a PUT. Else it changes what is there.
    let isWhole: Bool
    /// Whether the document says that anything is sent.
    let isDescribed: Bool
    /// Where in the body the things stand, where it has a list of them beside words about the call.
    let list: JSONPointer?
    /// Members of the thing that the query sets: of a new or whole thing, or where there is no body.
    private let queried: [String: Schema]
    private let spelling: MemberSpelling
    private let thing: Schema?
    private let document: APIDocument

    /// - Parameters:
    ///   - thing: what the thing is like: what it has itself is no wrapper of it.
    ///   - isAction: whether something is done to a thing that is read elsewhere.
    init(_ operation: Operation, thing: Schema?, isAction: Bool, in document: APIDocument) {
        isDescribed = operation.requestBody != nil
        let own = operation.requestBody?.content.json?.schema ?? operation.requestBody?.preferred?.schema
        let whole = own.map(document.resolveChoices)
        let unwrapped = own.map(document.unwrapping)
        let isMember = unwrapped?.place.tokens.first.map { first in
            thing?.properties.contains { $0.name == first } == true
        }
        let isRow = operation.path.segments.last?.parameter != nil
        list = thing.flatMap { thing in
            whole.flatMap { Self.list(of: thing, in: $0, unwrapped, operation.path, document) }
        }
        if let list {
            (place, schema) = (list.appending("0"), thing)
        } else if !isRow, operation.method == .post, whole?.type == .array {
            // Several new things at once: each is what the array's items are.
            (place, schema) = (.root, whole?.items.map(document.resolveChoices))
        } else {
            place = isMember == true ? .root : unwrapped?.place ?? .root
            schema = isMember == true ? whole : unwrapped?.schema ?? whole
        }
        isWhole = !isAction && (operation.method == .put || operation.method == .post && !isRow)
        let names = Set(operation.parameters.filter { $0.location == .query }.map(\.name))
        let isQueried = (operation.requestBody == nil || isWhole) && operation.method != .get
        queried = Dictionary(
            (isQueried ? thing?.properties ?? [] : []).filter { names.contains($0.name) }.map { ($0.name, $0.schema) }
        ) { first, _ in first }
        self.document = document
        self.thing = thing
        spelling = MemberSpelling(thing)
    }

    /// Where a body has a list of things like this one.
    private static func list(
        of thing: Schema, in body: Schema, _ unwrapped: (place: JSONPointer, schema: Schema)?, _ path: PathTemplate,
        _ document: APIDocument
    ) -> JSONPointer? {
        let (outer, inner) = unwrapped ?? (.root, body)
        let name = document.rowsMember(of: inner, path: path)
        guard let name, body.type == .object, !thing.properties.contains(where: { $0.name == name }) else { return nil }
        let place = outer.appending(name)
        let row = document.part(of: body, at: place.appending("0")).map(document.resolveChoices)
        return row == thing ? place : nil
    }

    /// What a request says of the thing: by its body, of a JSON Patch (RFC 6902) what it changes; without a body by its query.
    ///
    /// - Parameter thing: the thing as it was, which is asked for where the request cannot be understood without.
    /// - Throws: for a form of too many fields.
    func sent(
        by request: ReceivedRequest, onto thing: () -> JSONValue? = { nil }
    ) throws(TooManyFields) -> ThingChange? {
        if let body = JSONValue.read(Array(request.body)) {
            if let steps = body.arrayValue {
                guard let old = thing()?.objectValue else { return nil }
                let new = JSONValue.object(old).patched(by: steps)?.objectValue
                return ThingChange(from: old, to: new ?? old)
            }
            if isWhole, let list, (body[list]?.arrayValue?.count ?? 0) > 1 { return nil }
            return body[place]?.objectValue.map(spelling.spelt).map { object in
                isWhole ? ThingChange(setting: asked(request).merging(object) { $1 }) : change(object, by: request)
            }
        }
        if !request.body.isEmpty {
            return try form(request).map(spelling.spelt).map { object in
                ThingChange(setting: isWhole ? asked(request).merging(object) { $1 } : object, isWhole: isWhole)
            }
        }
        let members = asked(request)
        return members.isEmpty ? nil : ThingChange(setting: members)
    }

    /// What the query says of the thing, as far as it fits.
    private func asked(_ request: ReceivedRequest) -> JSONObject {
        guard !queried.isEmpty else { return JSONObject() }
        return request.queryItems.reduce(into: JSONObject()) { members, item in
            guard let schema = queried[item.name], let value = document.value(item.value, of: schema),
                document.allows(value, schema)
            else { return }
            members[item.name] = value
        }
    }

    /// What a request says of several new things at once, as an array of them does; nil for any other body.
    func several(by request: ReceivedRequest) -> [ThingChange]? {
        guard isWhole, let items = JSONValue.read(Array(request.body))?[list ?? .root]?.arrayValue else { return nil }
        let things = items.compactMap(\.objectValue)
        return things.count == items.count ? things.map { ThingChange(setting: spelling.spelt($0)) } : nil
    }

    /// What a form says of the thing. A new thing is made by any other body, too, of which nothing can be told.
    private func form(_ request: ReceivedRequest) throws(TooManyFields) -> JSONObject? {
        let type = request.headers[.contentType] ?? ""
        switch MediaTypeName(type).text {
        case "application/x-www-form-urlencoded":
            return members(try FormField.fields(ofForm: request.body))
        case "multipart/form-data":
            return try FormField.parts(of: request.body, contentType: type).map(members)
        case let other: return isWhole && !other.isEmpty && !other.hasSuffix("json") ? JSONObject() : nil
        }
    }

    private func members(_ fields: [FormField]) -> JSONObject {
        FormField.members(fields, sending: schema, of: thing, in: document)
    }

    /// What an object changes of the thing: null takes a member away (RFC 7396), unless the thing must have it. Where the
    /// request does not say that it is a merge patch, null is a value like others for members that may have it.
    private func change(_ object: JSONObject, by request: ReceivedRequest) -> ThingChange {
        let isMergePatch = MediaTypeName(request.headers[.contentType]).isMergePatch
        var removed: Set<JSONPointer> = []
        func kept(_ object: JSONObject, _ schema: Schema?, at place: JSONPointer) -> JSONObject {
            let required = Set(schema?.required ?? [])
            return JSONObject(
                object.members.compactMap { member in
                    let own = schema?.properties.first { $0.name == member.key }?.schema
                    let inner = place.appending(member.key)
                    if case .object(let object) = member.value {
                        let object = kept(object, own.map(document.resolveChoices), at: inner)
                        return .init(key: member.key, value: .object(object))
                    }
                    let mayBeNull = own.map { document.violations(of: .null, against: $0).isEmpty } ?? true
                    guard member.value.isNull, !required.contains(member.key), isMergePatch || !mayBeNull else {
                        return member
                    }
                    removed.insert(inner)
                    return nil
                })
        }
        let members = kept(object, thing, at: .root)
        return ThingChange(setting: members, removing: removed)
    }

    /// A body that says nothing of the thing.
    var empty: JSONValue { JSONValue.object(JSONObject()).setting(.object(JSONObject()), at: place) }
}

/// Finds the member of a thing that is sent under a name of another spelling: `friendly_name` for `FriendlyName`.
struct MemberSpelling: Sendable {
    private var names: Set<String> = []
    private var spellings: [String: String] = [:]

    init(_ thing: Schema?) {
        for property in thing?.properties ?? [] {
            names.insert(property.name)
            let key = HumanName.key(property.name)
            spellings[key] = spellings[key] == nil ? property.name : ""
        }
    }

    /// The name that the thing has for it; the name itself where it has none, or several.
    func name(_ sent: String) -> String {
        guard !names.contains(sent), sent.allSatisfy({ $0.isLetter || $0.isNumber || "_-".contains($0) }),
            let own = spellings[HumanName.key(sent)], !own.isEmpty
        else { return sent }
        return own
    }

    /// The members under the thing's own names; one that is sent under both keeps the thing's.
    func spelt(_ sent: JSONObject) -> JSONObject {
        JSONObject(
            sent.members.compactMap { member in
                let own = name(member.key)
                return own != member.key && sent[own] != nil ? nil : .init(key: own, value: member.value)
            })
    }
}

extension JSONValue {
    /// The value of a body; nil for one that is empty or no JSON.
    static func read(_ bytes: [UInt8]) -> JSONValue? {
        guard !bytes.isEmpty else { return nil }
        do {
            return try JSONValue(parsing: bytes)
        } catch {
            // Bodies in other forms, and broken ones, say nothing that could be read.
            return nil
        }
    }
}
