import HTTPTypes
import WireFormats

extension Update {
    /// The changes that have an effect; without a base, all.
    ///
    /// Numbers are compared by value and members in any order, so that a form that spells `1.0` as `1` changes nothing.
    package var effectiveChanges: [Change] {
        guard let base else { return changes }
        return changes.filter { change in
            switch (change.value, base[change.pointer]) {
            case (nil, nil): false
            case (let new?, let old?): !new.isEquivalent(to: old)
            default: true
            }
        }
    }

    /// The resource after the update, if the server stores it unchanged.
    package var result: JSONValue { changed(base) }

    private func changed(_ value: JSONValue?) -> JSONValue {
        changes.reduce(value ?? .object(JSONObject())) { $0.setting($1.value, at: $1.pointer) }
    }

    /// The body as JSON; nil for a deletion and without a body.
    package var document: JSONValue? {
        switch style {
        case .replace: changed(carried ?? base)
        case .merge: patch
        case .create: changes == [Change(.root, nil)] ? nil : changed(nil)
        case .delete: nil
        }
    }

    /// The call with body, content type and `If-Match`.
    package func request() throws(APIError) -> Endpoint {
        var request = endpoint
        request.requiresData = false
        // The entity tag of the loaded resource takes precedence over any version.
        if style != .create, let etag, [nil, "*"].contains(request.headers[.ifMatch]) {
            // A weak tag never matches in If-Match, which compares strongly (RFC 9110 section 13.1.1). Sending it would
            // always fail, and without its prefix it would be an invented tag. A required field therefore stays `*`,
            // which only asserts that the resource exists.
            if !etag.hasPrefix("W/") { try request.setHeader("If-Match", to: etag) }
        }
        guard let document else { return request }
        let written = bytes(of: document)
        request.body = written.bytes
        if request.headers[.contentType] == nil { try request.setHeader("Content-Type", to: written.type) }
        return request
    }

    /// The encoded body, with its media type.
    private func bytes(of document: JSONValue) -> (bytes: [UInt8], type: String) {
        // A range such as `*/*` is not a concrete type.
        let named = contentType.flatMap { $0.contains("*") ? nil : $0 }
        switch encoding {
        case .json: return (document.bytes(), named ?? "application/json")
        case .form:
            // A form has no null; a removed member is sent empty.
            let sent = style == .merge ? document.emptyingNulls : document
            return (Array(QueryItem.encoded(fields.items(of: sent)).utf8), "application/x-www-form-urlencoded")
        case .multipart:
            let body = MultipartBody(document, files: files, fields: fields)
            return (body.bytes, body.contentType)
        case .text: return (Array((document.scalarText ?? document.text()).utf8), named ?? "text/plain")
        case .file:
            let file = files[.root]
            return (file?.bytes ?? [], named ?? file?.contentType ?? "application/octet-stream")
        }
    }

    /// The resource in a reply; nil without one: no body, `null`, `{}`, text, or an object without the resource.
    func stored(in response: APIResponse) -> JSONValue? {
        guard let value = response.json?[unwrapping], !value.isNull, value.objectValue?.isEmpty != true else {
            return nil
        }
        return value
    }

    /// Only the changes. A merge patch sends arrays completely (RFC 7396). Other types do not define how deep a server
    /// merges, so a member of an owner is sent completely: it could lose unchanged parts.
    private var patch: JSONValue {
        let whole = changed(carried ?? base)
        let patch = effectiveChanges.reduce(JSONValue.object(JSONObject())) { patch, change in
            let owner = owners.last { change.pointer.tokens.starts(with: $0.tokens) }
            if let member = owner?.member(above: change.pointer) {
                return patch.setting(whole[member] ?? .null, at: member)
            }
            if let array = arrayPointer(above: change.pointer) {
                return patch.setting(result[array], at: array)
            }
            return patch.setting(change.value ?? .null, at: change.pointer)
        }
        return identifying.reduce(patch) { patch, pointer in
            guard let value = result[pointer], patch[pointer] == nil else { return patch }
            return patch.setting(value, at: pointer)
        }
    }

    private func arrayPointer(above pointer: JSONPointer) -> JSONPointer? {
        pointer.tokens.indices.lazy.map { JSONPointer(tokens: Array(pointer.tokens.prefix($0))) }
            .first { base?[$0]?.arrayValue != nil }
    }
}

extension JSONPointer {
    /// The member of the object at this pointer that contains the target of `other`; nil if `other` is elsewhere or is
    /// the member itself.
    func member(above other: JSONPointer) -> JSONPointer? {
        guard other.tokens.count > tokens.count + 1, other.tokens.starts(with: tokens) else { return nil }
        return JSONPointer(tokens: Array(other.tokens.prefix(tokens.count + 1)))
    }
}

extension JSONValue {
    /// The value with empty strings in place of nulls in its objects.
    fileprivate var emptyingNulls: JSONValue {
        guard case .object(let object) = self else { return isNull ? "" : self }
        return .object(object.mapping { $0.value.emptyingNulls })
    }
}
