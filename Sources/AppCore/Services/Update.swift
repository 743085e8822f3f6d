import HTTPTypes
import WireFormats

/// A change to send, from the loaded resource and the user's changes.
package struct Update: Sendable {
    package enum Style: Sendable, Hashable {
        /// PUT: the last loaded JSON, or the part in `carried` (``FormTree/Kept``), with the changes.
        case replace
        /// PATCH: only changed members (RFC 7396: null removes).
        case merge
        /// POST, and PUT of a part without a GET: only the user's input.
        case create
        case delete
    }

    /// A member that the user set, or removed with nil.
    package struct Change: Sendable, Hashable {
        /// The place in the resource.
        package var pointer: JSONPointer
        /// The new value; nil to remove the member.
        package var value: JSONValue?

        package init(_ pointer: JSONPointer, _ value: JSONValue?) {
            self.pointer = pointer
            self.value = value
        }
    }

    package var endpoint: Endpoint
    package var style: Style
    /// The last loaded resource; nil without one.
    package var base: JSONValue?
    /// The part of `base` with which a replacement starts and from which complete members are sent; nil for all of it.
    package var carried: JSONValue?
    /// The objects whose members a merge sends completely, the innermost last; if empty, it sends only changes.
    package var owners: [JSONPointer] = []
    package var changes: [Change] = []
    /// The entity tag of `base`; sent as `If-Match` by replace, merge and delete.
    package var etag: String?
    package var encoding = FormBody.Encoding.json
    /// The body's media type in the document; nil for the default of the encoding.
    package var contentType: String?
    /// Members that every change includes, since they identify the resource.
    package var identifying: [JSONPointer] = []
    /// The serialization of form fields.
    package var fields = FormFields.usual
    /// The files to send, by their place in the body.
    package var files: [JSONPointer: FilePart] = [:]
    /// The place of the stored resource in the reply.
    package var unwrapping = JSONPointer.root
}

package enum UpdateOutcome: Sendable {
    /// The server returned the resource as stored.
    case stored(JSONValue, APIResponse)
    /// The server accepted without a body: the resource is the sent one.
    case accepted(sent: JSONValue, APIResponse)
    case deleted(APIResponse)
}

extension Update.Change {
    /// The changes from one value to another: one for each different member; a list changes as a whole.
    package static func changes(from old: JSONValue?, to new: JSONValue?) -> [Update.Change] {
        var changes: [Update.Change] = []
        collect(old, new, at: .root, into: &changes)
        return changes
    }

    private static func collect(
        _ old: JSONValue?, _ new: JSONValue?, at pointer: JSONPointer, into changes: inout [Update.Change]
    ) {
        if old == new { return }
        guard case .object(let before)? = old, case .object(let after)? = new else {
            changes.append(Update.Change(pointer, new))
            return
        }
        var seen: Set<[UInt8]> = []
        for name in before.keys + after.keys where seen.insert(Array(name.utf8)).inserted {
            collect(before[name], after[name], at: pointer.appending(name), into: &changes)
        }
    }
}

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
