import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

extension WrittenBody {
    /// The change that a request makes: by its body, or without one by its query. An array is a JSON Patch (RFC 6902).
    ///
    /// - Parameter old: the item before the write, for a patch.
    /// - Throws: ``TooManyFields`` for a form above the limit, ``PatchFault`` for a patch that cannot be applied.
    func sent(by request: ReceivedRequest, onto old: () -> JSONValue? = { nil }) throws -> ItemChange? {
        if let body = value(in: request) {
            if let steps = body.arrayValue {
                let isPatch = MediaTypeName(request.headers[.contentType]).isListOfChanges
                guard isPatch || steps.allSatisfy({ $0["path"]?.stringValue != nil }), let old = old()?.objectValue
                else { return nil }
                let new = try JSONValue.object(old).patched(by: steps).objectValue
                return ItemChange(from: old, to: new ?? old)
            }
            return body[place]?.objectValue.map(spelt).map { object in
                isWhole ? ItemChange(setting: asked(request).merging(object) { $1 }) : change(object, by: request)
            }
        }
        if !request.body.isEmpty {
            return try form(request).map(spelt).map { object in
                ItemChange(setting: isWhole ? asked(request).merging(object) { $1 } : object, isWhole: isWhole)
            }
        }
        let members = asked(request)
        return members.isEmpty ? nil : ItemChange(setting: members)
    }

    /// The value of a body in JSON or XML; nil for any other.
    private func value(in request: ReceivedRequest) -> JSONValue? {
        guard let xml, MediaTypeName(request.headers[.contentType]).isXML else {
            return JSONValue.read(Array(request.body))
        }
        return document.value(ofXML: Array(request.body), as: xml)
    }

    /// The valid members that the query sets.
    private func asked(_ request: ReceivedRequest) -> JSONObject {
        guard !queried.isEmpty else { return JSONObject() }
        return request.queryItems.reduce(into: JSONObject()) { members, item in
            guard let schema = queried[item.name], let value = document.value(item.value, of: schema),
                document.allows(value, schema)
            else { return }
            members[item.name] = value
        }
    }

    /// The new items of a body with several; nil for any other body.
    func several(by request: ReceivedRequest) -> [ItemChange]? {
        guard isWhole, let items = value(in: request)?.arrayValue else { return nil }
        let objects = items.compactMap(\.objectValue)
        return objects.count == items.count ? objects.map { ItemChange(setting: spelt($0)) } : nil
    }

    /// The members that a form sets. A body of another type sets none.
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
        FormField.members(fields, sending: schema, of: itemSchema, in: document)
    }

    /// The change that an object makes. Null clears a member (RFC 7396) unless it is required. Outside a merge patch,
    /// null is a value if the member may be null.
    private func change(_ object: JSONObject, by request: ReceivedRequest) -> ItemChange {
        let isMergePatch = MediaTypeName(request.headers[.contentType]).isMergePatch
        var removed: Set<JSONPointer> = []
        func kept(_ object: JSONObject, _ schema: Schema?, at place: JSONPointer) -> JSONObject {
            let required = Set(schema?.required ?? [])
            return object.mapping { member in
                let own = schema?.properties.first { $0.name == member.key }?.schema
                let inner = place.appending(member.key)
                if case .object(let object) = member.value {
                    return .object(kept(object, own.map(document.resolveChoices), at: inner))
                }
                let mayBeNull = own.map { document.fits(.null, $0) } ?? true
                guard member.value.isNull, !required.contains(member.key), isMergePatch || !mayBeNull else {
                    return member.value
                }
                removed.insert(inner)
                return nil
            }
        }
        let members = kept(object, itemSchema, at: .root)
        return ItemChange(setting: members, removing: removed)
    }

    /// A body without members of the item.
    var empty: JSONValue { JSONValue.object(JSONObject()).setting(.object(JSONObject()), at: place) }
}

extension JSONValue {
    /// The value of a JSON body; nil if it is empty or not JSON.
    static func read(_ bytes: [UInt8]) -> JSONValue? {
        // Bodies of other types and broken ones have no members.
        bytes.isEmpty ? nil : try? JSONValue(parsing: bytes)
    }
}
