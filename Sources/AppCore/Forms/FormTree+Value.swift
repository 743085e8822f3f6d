import APIDocument
import APIModel
import WireFormats

extension FormTree {
    /// The body with its changes; nil without a body.
    package var value: JSONValue? { body.flatMap { value(of: $0) } }

    /// The members of the body that have an input or differ from those of `initial`; of another body, its value.
    package func inputs(changedFrom initial: JSONValue?) -> JSONValue? {
        guard let body, case .object(let object)? = value else { return value }
        let parts = children(of: body).flatMap { nodes[$0].role == .variant ? children(of: $0) : [$0] }
        let names = Set(parts.compactMap { if case .member(let name) = nodes[$0].role { name } else { nil } })
        return names.isEmpty ? value : .object(object.filter { names.contains($0.key) || initial?[$0.key] != $0.value })
    }

    /// The value of a node; nil if it is omitted.
    package func value(of id: FormNode.ID) -> JSONValue? {
        let node = nodes[id]
        if isLeaf(id), !node.isTouched, let original = node.original { return original }
        switch node.content {
        case .text(let text):
            guard let value = node.field.value(from: text) else {
                // An invalid input is kept as text, so that an editor shows it.
                return text.trimmed.isEmpty ? emptied(node) : .string(text)
            }
            return value.isNull && node.original == nil ? nil : value
        case .pick(let selected):
            if let selected { return node.field.options[selected] }
            return node.field.isNullable && node.original != nil ? .null : nil
        case .picks(let options, let chosen):
            return unlessEmpty(.array(chosen.map { options[$0] }), node, isEmpty: chosen.isEmpty)
        case .fixed(let value):
            return node.isNew ? value : node.original
        case .group(let members, let isPresent):
            guard isPresent else { return absent(node) }
            return .object(object(of: node, members))
        case .entries(let entries, hasKeys: false):
            let values = entries.compactMap { value(of: $0.value) }
            return unlessEmpty(.array(values), node, isEmpty: values.isEmpty)
        case .entries(let entries, hasKeys: true):
            let members = entries.compactMap { entry in
                value(of: entry.value).map { JSONObject.Member(key: name(of: entry) ?? "", value: $0) }
            }
            return unlessEmpty(.object(JSONObject(members)), node, isEmpty: members.isEmpty)
        case .variants(_, let selected, let bodies):
            guard let body = selected.flatMap({ bodies[$0] }) else { return absent(node) }
            return value(of: body)
        }
    }

    /// The members of an object; those without an input keep their positions.
    private func object(of node: FormNode, _ members: [FormNode.ID]) -> JSONObject {
        var object = node.original?.objectValue ?? JSONObject()
        for member in members {
            guard case .member(let name) = nodes[member].role else { continue }
            let value = value(of: member)
            if object[name] != value { object[name] = value }
        }
        return object
    }

    /// Nil, or `null` if the loaded value was null or can only be removed by it.
    private func absent(_ node: FormNode) -> JSONValue? {
        if node.original?.isNull == true { return .null }
        return node.field.isNullable && node.original != nil ? .null : nil
    }

    /// An empty list or map is sent if it is required, or if there was one.
    private func unlessEmpty(_ value: JSONValue, _ node: FormNode, isEmpty: Bool) -> JSONValue? {
        guard isEmpty else { return value }
        if !node.isTouched, node.original?.isNull == true { return .null }
        let wasThere = node.original != nil && node.original?.isNull != true
        let isNeeded = node.field.isRequired && (node.isNew || node.isTouched)
        return isNeeded && node.field.constraints.minItems ?? 0 == 0 || wasThere ? value : nil
    }

    /// The texts of parameters by name, without empty ones, in the request's format.
    package var parameterTexts: [String: String] {
        var texts: [String: String] = [:]
        for id in inputsOfParameters {
            let text = value(of: id)?.stringValue ?? text(of: id)
            if !text.isEmpty { texts[nodes[id].field.name] = text }
        }
        return texts
    }

    package func text(of id: FormNode.ID) -> String {
        let node = nodes[id]
        switch node.content {
        case .text(let text): return text
        case .pick(let selected):
            if let selected { return node.field.options[selected].plainText }
            return node.isTouched ? "" : node.original?.plainText ?? ""
        case .picks(let options, let chosen): return chosen.map { options[$0].plainText }.joined(separator: ",")
        default: return ""
        }
    }

    /// The paths of files to send, by the pointer of their input.
    package var files: [JSONPointer: String] {
        guard let body else { return [:] }
        var files: [JSONPointer: String] = [:]
        for id in everything(below: body) where nodes[id].field.kind == .file {
            if case .text(let path) = nodes[id].content, !path.isEmpty { files[pointer(of: id)] = path }
        }
        return files
    }
}

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
        reader?.document.violations(of: value, against: node.schema, direction: .request).isEmpty ?? true
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
