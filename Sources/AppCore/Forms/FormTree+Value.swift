import APIDocument
import WireFormats

extension FormTree {
    /// The body with its changes; nil without a body.
    package var value: JSONValue? { body.flatMap { value(of: $0) } }

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
        case .list(let items):
            let values = items.compactMap { value(of: $0) }
            return unlessEmpty(.array(values), node, isEmpty: values.isEmpty)
        case .map(let entries):
            let members = entries.compactMap { entry in
                value(of: entry.value).map { JSONObject.Member(key: name(of: entry), value: $0) }
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

    /// The text of an input.
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
