import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

extension WrittenBody {
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
