import APIDocument
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
    /// Members of the thing that the query sets, where there is no body.
    private let queried: [String: Schema]
    private let thing: Schema?
    private let document: APIDocument

    /// - Parameters:
    ///   - thing: what the thing is like: what it has itself is no wrapper of it.
    ///   - isAction: whether something is done to a thing that is read elsewhere.
    init(_ operation: Operation, thing: Schema?, isAction: Bool, in document: APIDocument) {
        isDescribed = operation.requestBody != nil
        let own = operation.requestBody?.content.json?.schema ?? operation.requestBody?.preferred?.schema
        let whole = own.map(document.resolveChoices)
        let unwrapped = own.map(AnswerReader(document: document).unwrapping)
        let isMember = unwrapped?.place.tokens.first.map { first in
            thing?.properties.contains { $0.name == first } == true
        }
        let isRow = operation.path.segments.last?.parameter != nil
        if !isRow, operation.method == .post, whole?.type == .array {
            // Several new things at once: each is what the array's items are.
            (place, schema) = (.root, whole?.items.map(document.resolveChoices))
        } else {
            place = isMember == true ? .root : unwrapped?.place ?? .root
            schema = isMember == true ? whole : unwrapped?.schema ?? whole
        }
        isWhole = !isAction && (operation.method == .put || operation.method == .post && !isRow)
        let names = Set(operation.parameters.filter { $0.location == .query }.map(\.name))
        let isQueried = operation.requestBody == nil && operation.method != .get
        queried = Dictionary(
            (isQueried ? thing?.properties ?? [] : []).filter { names.contains($0.name) }.map { ($0.name, $0.schema) }
        ) { first, _ in first }
        self.document = document
        self.thing = thing
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
            return body[place]?.objectValue.map { isWhole ? ThingChange(setting: $0) : change($0, by: request) }
        }
        if !request.body.isEmpty { return try form(request).map { ThingChange(setting: $0, isWhole: isWhole) } }
        guard !queried.isEmpty else { return nil }
        let members = request.queryItems.compactMap { item in
            queried[item.name].map { schema in
                JSONObject.Member(key: item.name, value: document.value(item.value, of: schema) ?? .string(item.value))
            }
        }
        return members.isEmpty ? nil : ThingChange(setting: JSONObject(members))
    }

    /// What a request says of several new things at once, as an array of them does; nil for any other body.
    func several(by request: ReceivedRequest) -> [ThingChange]? {
        guard isWhole, let items = JSONValue.read(Array(request.body))?.arrayValue else { return nil }
        let things = items.compactMap(\.objectValue)
        return things.count == items.count ? things.map { ThingChange(setting: $0) } : nil
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
