import APIDocument
import APIModel
import WireFormats

extension FormTree {
    /// The members of a loaded object without an input that are sent back.
    ///
    /// A `PUT` carries the described members that are not `readOnly` (OpenAPI 3.0.3, "Schema Object": such a member
    /// "SHOULD NOT be sent as part of the request"). Members without a description are sent if the schema is the loaded
    /// item's and not closed: a replacement without them would lose them. Entries of a list keep their ids, `readOnly`
    /// or not.
    package enum Kept: Sendable, Hashable {
        /// All of them, `readOnly` ones too: where only changes are sent, or a person wrote the whole body.
        case all
        /// Those that the schema does not name, where it allows them.
        case allowed
        /// None.
        case named
    }

    /// True for a `readOnly` member that identifies a loaded entry of a list. It is sent, since without it a server
    /// takes each entry for a new one.
    func identifiesEntry(_ name: String, at id: FormNode.ID) -> Bool {
        var node = nodes[id]
        while node.role == .variant, let choice = node.parent { node = nodes[choice] }
        guard node.role == .item, !node.isNew, let list = node.parent else { return false }
        let key = HumanName.key(name)
        return NameClass.identity.hasKey(key) || key == HumanName.key(HumanName.singular(nodes[list].field.name)) + "id"
    }

    /// True if members that an object's schema does not name are kept.
    func keepsUnknown(of object: Schema, at id: FormNode.ID) -> Bool {
        switch kept {
        case .all: return true
        case .allowed: return object.allowsAdditionalProperties
        case .named:
            // The body as a whole is another item than what was loaded; names of one's own in a part of it are described.
            if case .member = nodes[id].role { return object.additionalProperties != nil }
            return false
        }
    }
}

// What was there and was taken away is `null` where the document allows that, else an empty text where that is a value, else
// it is left out. A change of single members cannot leave anything out: there it is a fault.
extension FormTree {
    /// The value of an emptied text that must not be `null`; nil if it is left out.
    func emptied(_ node: FormNode) -> JSONValue? {
        node.original != nil && node.field.format == nil && node.field.keepsSpaces && allows("", at: node) ? "" : nil
    }

    /// The faults of changes that remove a member without a `null` in its schema, by node.
    func irremovable(by changes: [Update.Change]) -> [FormNode.ID: String] {
        var faults: [FormNode.ID: String] = [:]
        for change in changes where change.value == nil {
            // Names of one's own, and members of a form that was chosen before, are described nowhere.
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
    /// The faults of inputs and lists, by node, as sentences.
    ///
    /// - Parameter changes: the changes to send.
    package func faults(of tree: FormTree, sending changes: [Update.Change]) -> [FormNode.ID: String] {
        guard leavesOutNothing else { return tree.faults }
        return tree.faults.merging(tree.irremovable(by: changes)) { fault, _ in fault }
    }

    /// True if an omitted member keeps its value, so that only another value can replace it. A PUT, a merge patch
    /// (`null` removes, RFC 7396) and a form (an empty text) can remove it.
    private var leavesOutNothing: Bool {
        style == .merge && body?.encoding != .form
            && !MediaTypeName(body?.contentType).isMergePatch
    }
}
