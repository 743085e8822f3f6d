import WireFormats

/// A change to send, from the loaded resource and the user's changes.
package struct Update: Sendable {
    /// The content of the body.
    package enum Style: Sendable, Hashable {
        /// PUT: the last loaded JSON, or the part in `carried` (``FormTree/Kept``), with the changes.
        case replace
        /// PATCH: only changed members (RFC 7396: null removes).
        case merge
        /// POST, and PUT of a part without a GET: only the user's input.
        case create
        /// DELETE: no body.
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

    /// The call, without body.
    package var endpoint: Endpoint
    /// The content of the body.
    package var style: Style
    /// The last loaded resource; nil without one.
    package var base: JSONValue?
    /// The part of `base` with which a replacement starts and from which complete members are sent; nil for all of it.
    package var carried: JSONValue?
    /// The objects whose members a merge sends completely, the innermost last; if empty, it sends only changes.
    package var owners: [JSONPointer] = []
    /// The changes of the user, in order.
    package var changes: [Change] = []
    /// The entity tag of `base`; sent as `If-Match` by replace, merge and delete.
    package var etag: String?
    /// The encoding of the body.
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

/// The result of a successful update.
package enum UpdateOutcome: Sendable {
    /// The server returned the resource as stored.
    case stored(JSONValue, APIResponse)
    /// The server accepted without a body: the resource is the sent one.
    case accepted(sent: JSONValue, APIResponse)
    /// The resource was deleted.
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
