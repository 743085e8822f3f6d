import APIDocument
import WireFormats

// What was there and was taken away is `null` where the document allows that, else an empty text where that is a value, else
// it is left out. A change of single members cannot leave anything out: there it is a fault.
extension FormTree {
    /// What an emptied text that must not be `null` is sent as; nil where it is left out, as is what was never filled in.
    func emptied(_ node: FormNode) -> JSONValue? {
        guard node.original != nil, node.field.format == nil, allows("", at: node) else { return nil }
        switch node.field.kind {
        case .text, .multiline, .secret: return ""
        default: return nil
        }
    }

    /// What these changes of single members can only take away by a `null` that the document does not allow, by node: a
    /// sentence each.
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
    /// What is wrong with single inputs and lists, by node: a sentence each that says what is wanted.
    ///
    /// - Parameter changes: what would be sent.
    public func faults(of tree: FormTree, sending changes: [Update.Change]) -> [FormNode.ID: String] {
        guard leavesOutNothing else { return tree.faults }
        return tree.faults.merging(tree.irremovable(by: changes)) { fault, _ in fault }
    }

    /// Whether what is left out stays as it was, and only what the document calls a value can take its place: not where
    /// the whole is sent, where the media type itself says that `null` takes away (RFC 7396), or in a form, which has no
    /// `null` and sends an empty text.
    private var leavesOutNothing: Bool {
        style == .merge && body?.encoding != .form
            && !MediaTypeName(body?.contentType).isMergePatch
    }
}
