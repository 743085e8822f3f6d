import HTTPTypes
import WireFormats

/// A change to send, from the loaded resource and the user's changes.
package struct Update: Sendable {
    package enum Style: Sendable, Hashable {
        /// PUT: the last loaded JSON, or its members that the form sends (``FormTree/Kept``), with the changes.
        case replace
        /// PATCH: only changed members (RFC 7396: null removes).
        case merge
        /// POST, and PUT of a part without a GET: only the user's input.
        case create
    }

    /// A member that the user set, or removed with nil.
    package struct Change: Sendable, Hashable {
        /// The place in the resource.
        package var pointer: JSONPointer
        /// The new value; nil to remove the member.
        package var value: JSONValue?

        package init(_ pointer: JSONPointer, _ value: JSONValue?) {
            (self.pointer, self.value) = (pointer, value)
        }
    }

    package let request: Request
    /// The form of the changes; nil for a deletion.
    let form: Form?
    /// The last loaded resource; nil without one.
    var base: JSONValue?
    package let changes: [Change]
    /// The entity tag of `base`; sent as `If-Match` by a deletion, a replacement and a merge.
    var etag: String?
    /// The paths of files to send, by their place in the body.
    let files: [JSONPointer: String]

    package init(
        _ form: Form, base: JSONValue? = nil, changes: [Change] = [], etag: String? = nil,
        files: [JSONPointer: String] = [:]
    ) {
        (request, self.form, self.base) = (form.request, form, base)
        (self.changes, self.etag, self.files) = (changes, etag, files)
    }

    package init(deleting request: Request, etag: String? = nil) {
        (self.request, form, changes, self.etag, files) = (request, nil, [], etag, [:])
    }
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
        switch form?.style {
        case .replace: changed(carried)
        case .merge: patch
        case .create: changes == [Change(.root, nil)] ? nil : changed(nil)
        case nil: nil
        }
    }

    /// The part of `base` with which a replacement starts, and from which complete members are sent.
    private var carried: JSONValue? { form?.carried(of: base) ?? base }

    /// The call with body, content type and `If-Match`.
    func call(_ endpoint: Endpoint) throws(APIError) -> Endpoint {
        var call = endpoint
        call.requiresData = false
        // The entity tag of the loaded resource takes precedence over any version.
        if form?.style != .create, let etag, [nil, "*"].contains(call.headers[.ifMatch]) {
            // A weak tag never matches in If-Match, which compares strongly (RFC 9110 section 13.1.1). Sending it would
            // always fail, and without its prefix it would be an invented tag. A required field therefore stays `*`,
            // which only asserts that the resource exists.
            if !etag.hasPrefix("W/") { try call.setHeader("If-Match", to: etag) }
        }
        guard var document else { return call }
        // A form has no null; a removed member is sent empty.
        if form?.style == .merge, form?.body?.encoding == .form { document = document.emptyingNulls }
        var parts: [JSONPointer: FilePart] = [:]
        for (pointer, path) in files { parts[pointer] = try FilePart(path: path) }
        let (bytes, type) = form?.body?.encoded(document, files: parts) ?? (document.bytes(), "application/json")
        call.body = bytes
        if call.headers[.contentType] == nil { try call.setHeader("Content-Type", to: type) }
        return call
    }

    /// The resource in a reply; nil without one: no body, `null`, `{}`, text, or an object without the resource.
    func stored(in response: APIResponse) -> JSONValue? {
        guard let value = response.json?[request.unwrapping], !value.isNull, value.objectValue?.isEmpty != true else {
            return nil
        }
        return value
    }

    /// Only the changes. A merge patch sends arrays completely (RFC 7396). Other types do not define how deep a server
    /// merges, so a member of an owner is sent completely: it could lose unchanged parts.
    private var patch: JSONValue {
        let whole = changed(carried)
        let owners = form?.body?.owners ?? []
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
        return (form?.body?.identifying ?? []).reduce(patch) { patch, pointer in
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
