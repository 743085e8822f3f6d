import WireFormats

/// A change to send: built from what was fetched and what the user changed.
package struct Update: Sendable {
    /// How the body is made.
    package enum Style: Sendable, Hashable {
        /// PUT: the last fetched JSON, or what of it is carried (``FormTree/Kept``), with the changes in it.
        case replace
        /// PATCH: only members whose value changed (RFC 7396: null removes).
        case merge
        /// POST, and PUT of a part that is never loaded by itself: only what was filled in.
        case create
        /// DELETE: no body.
        case delete
    }

    /// One member the user set, or removed with nil.
    package struct Change: Sendable, Hashable {
        /// The place in the resource.
        package var pointer: JSONPointer
        /// The new value; nil when the member is to be absent.
        package var value: JSONValue?

        package init(_ pointer: JSONPointer, _ value: JSONValue?) {
            self.pointer = pointer
            self.value = value
        }
    }

    /// The call, without body.
    package var endpoint: Endpoint
    /// How the body is made.
    package var style: Style
    /// The resource as it was fetched last; nil when there is none.
    package var base: JSONValue?
    /// The part of `base` that a replacement starts with, and that whole members are sent with; nil is all of it.
    package var carried: JSONValue?
    /// The objects whose members a merge sends whole, the innermost last; none sends what changed alone, however deep it stands.
    package var owners: [JSONPointer] = []
    /// The changes of the user, in order.
    package var changes: [Change] = []
    /// Entity tag of `base`; sent as `If-Match` by replace, merge and delete.
    package var etag: String?
    /// How the body is written.
    package var encoding = FormBody.Encoding.json
    /// The body's media type as the document has it; nil is the usual one of the encoding.
    package var contentType: String?
    /// Members that a change of others is sent with, since they say what is changed.
    package var identifying: [JSONPointer] = []
    /// How the fields of a form are written.
    package var fields = FormFields.usual
    /// The files that go along, by the place in the body that names each.
    package var files: [JSONPointer: FilePart] = [:]
    /// The place of the stored resource in the reply.
    package var unwrapping = JSONPointer.root
}

/// How an update ended well.
package enum UpdateOutcome: Sendable {
    /// The server answered with the resource as it is stored now.
    case stored(JSONValue, APIResponse)
    /// The server accepted without a body: the resource is what was sent.
    case accepted(sent: JSONValue, APIResponse)
    /// The resource is gone.
    case deleted(APIResponse)
}

extension Update.Change {
    /// The changes from one value to another: one for each member that differs; a list changes as a whole.
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
