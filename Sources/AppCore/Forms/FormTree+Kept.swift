import APIDocument
import APIModel
import WireFormats

extension FormTree {
    /// The members of a loaded object without an input that are sent back.
    ///
    /// A `PUT` includes the described members that are not `readOnly` (OpenAPI 3.0.3, "Schema Object": such a member
    /// "SHOULD NOT be sent as part of the request"). Undescribed members are sent if the schema is that of the loaded
    /// item and is open: a replacement would lose them. Entries of a list keep their ids, even `readOnly` ones.
    package enum Kept: Sendable, Hashable {
        /// All, including `readOnly` ones: for a PATCH, or if the user edited the whole body.
        case all
        /// Undeclared ones, if the schema allows them.
        case allowed
        /// None.
        case named
    }

    /// True for a `readOnly` member that identifies a loaded entry of a list. It is sent, since without it a server
    /// takes the entry for a new one.
    func identifiesEntry(_ name: String, at id: FormNode.ID) -> Bool {
        var node = nodes[id]
        while node.role == .variant, let choice = node.parent { node = nodes[choice] }
        guard node.role == .item, !node.isNew, let list = node.parent else { return false }
        let key = HumanName.key(name)
        return NameClass.identity.hasKey(key) || key == HumanName.key(HumanName.singular(nodes[list].field.name)) + "id"
    }

    /// True if undeclared members of an object are kept.
    func keepsUnknown(of object: Schema, at id: FormNode.ID) -> Bool {
        switch kept {
        case .all: return true
        case .allowed: return object.allowsAdditionalProperties
        case .named:
            // The body is not the loaded item; but keys of the user's choice in a part of it are declared.
            if case .member = nodes[id].role { return object.additionalProperties != nil }
            return false
        }
    }
}

// A removed value is `null` if the document allows it, else an empty string if that is valid, else the member is
// omitted. A PATCH cannot omit a stored member: there it is an error.
extension FormTree {
    /// The value of an emptied text that must not be `null`; nil if it is omitted.
    func emptied(_ node: FormNode) -> JSONValue? {
        node.original != nil && node.field.format == nil && node.field.keepsSpaces && allows("", at: node) ? "" : nil
    }

    /// The errors of changes that remove a member whose schema does not allow `null`, by node.
    func irremovable(by changes: [Update.Change]) -> [FormNode.ID: String] {
        var faults: [FormNode.ID: String] = [:]
        for change in changes where change.value == nil {
            // Undeclared keys, and members of an earlier variant, have no schema.
            guard let id = node(at: change.pointer), pointer(of: id) == change.pointer,
                !nodes[id].field.isNullable, !allows(.null, at: nodes[id])
            else { continue }
            faults[id] = nodes[id].field.faultOfEmptying
        }
        return faults
    }

    private func allows(_ value: JSONValue, at node: FormNode) -> Bool {
        shaper?.document.violations(of: value, against: node.schema, direction: .request).isEmpty ?? true
    }
}

extension Form {
    /// The errors of inputs and lists, by node, as sentences.
    ///
    /// - Parameter changes: the changes to send.
    package func faults(of tree: FormTree, sending changes: [Update.Change]) -> [FormNode.ID: String] {
        guard leavesOutNothing else { return tree.faults }
        return tree.faults.merging(tree.irremovable(by: changes)) { fault, _ in fault }
    }

    /// True if an omitted member keeps its value, so that it can only be replaced. A PUT, a merge patch (`null`
    /// removes, RFC 7396) and a form (an empty string) can remove it.
    private var leavesOutNothing: Bool {
        style == .merge && body?.encoding != .form
            && !MediaTypeName(body?.contentType).isMergePatch
    }
}
