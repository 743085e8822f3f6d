import APIDocument
import APIModel
import WireFormats

extension FormTree {
    /// The errors of inputs and lists, by node, as sentences.
    package var faults: [FormNode.ID: String] {
        var faults: [FormNode.ID: String] = [:]
        for root in [parameters, body].compactMap({ $0 }) {
            for id in everything(below: root) { faults[id] = fault(of: id) }
        }
        return faults
    }

    /// The error of an input or list, as a sentence; nil if it is valid.
    package func fault(of id: FormNode.ID) -> String? {
        let node = nodes[id]
        // A loaded value is not reported while it is unchanged.
        if !node.isTouched, node.original != nil, node.role != .key { return nil }
        switch node.content {
        case .text(let text):
            if node.role == .key, isRepeated(id) { return "Another entry has this name." }
            if text.isEmpty, node.role == .item { return "Write something here, or remove the entry." }
            return node.field.validate(text)
        case .pick(let selected): return selected == nil && isNeeded(node) ? "Choose one." : nil
        case .fixed, .group: return nil
        // A parameter without entries is not sent.
        case .picks(_, let chosen) where chosen.isEmpty && !node.field.entryOptions.isEmpty:
            return isNeeded(node) ? "Choose at least one." : nil
        case .entries(_, hasKeys: false), .picks: return entriesFault(of: id)
        case .entries(let entries, hasKeys: true):
            return entries.isEmpty && isNeeded(node) && node.field.constraints.minItems ?? 0 > 0
                ? "Required: at least one entry." : nil
        case .variants(_, let selected, _): return selected == nil && isNeeded(node) ? "Choose one." : nil
        }
    }

    private func isNeeded(_ node: FormNode) -> Bool { node.field.isRequired && !node.field.isNullable }

    private func entriesFault(of id: FormNode.ID) -> String? {
        let node = nodes[id]
        let entries = value(of: id)?.arrayValue ?? []
        // An optional list without entries is left out.
        if entries.isEmpty, !isNeeded(node), node.original == nil { return nil }
        return node.field.constraints.faults(ofItems: entries).first.map(HumanSentence.sentence)
    }

    private func isRepeated(_ key: FormNode.ID) -> Bool {
        guard let parent = nodes[key].parent, nodes[parent].isTouched || nodes[key].isTouched,
            case .entries(let entries, _) = nodes[parent].content
        else { return false }
        let own = text(of: key)
        return entries.compactMap(\.key).contains { $0 < key && text(of: $0).utf8.elementsEqual(own.utf8) }
    }

    /// The node for a field name of the server: a JSON pointer, a path with dots or brackets, or a member's name.
    package func node(named name: String) -> FormNode.ID? {
        if let parameter = inputsOfParameters.first(where: { nodes[$0].field.name == name }) { return parameter }
        guard let body else { return nil }
        var text = name
        for prefix in ["#", "body", "$"] where text.hasPrefix(prefix) && text.count > prefix.count {
            text = String(text.dropFirst(prefix.count))
        }
        let tokens: [String]
        // A name that only looks like a pointer is split like other names.
        if text.hasPrefix("/"), let pointer = try? JSONPointer(text) {
            tokens = pointer.tokens
        } else {
            tokens = text.split { ".[]".contains($0) }.map(String.init)
        }
        let near = tokens.isEmpty ? nil : node(at: JSONPointer(tokens: tokens))
        if let near, pointer(of: near).tokens == tokens { return near }
        // A single name may be anywhere in the body; of a path, the nearest node counts: it may begin with a wrapper of the
        // API, or end in an absent member.
        guard tokens.count == 1 else { return near == body ? nil : near }
        return everything(below: body).first { nodes[$0].role == .member(name) }
    }
}

extension FormTree {
    /// The violations of the whole body to send: by node, and those without a node.
    ///
    /// - Parameters:
    ///   - base: the loaded value, whose own violations do not count.
    ///   - changes: the changes; if only these are sent, only their violations count.
    package func violations(besides base: JSONValue?, changes: [Update.Change]? = nil)
        -> (placed: [FormNode.ID: String], rest: [String])
    {
        guard let schema, let value else { return ([:], []) }
        var found = settled(schema.violations(of: value))
        if let base {
            let known = Set(schema.violations(of: base))
            found.removeAll(where: known.contains)
        }
        if let changes {
            found = found.filter { violation in
                changes.contains { violation.pointer.tokens.starts(with: $0.pointer.tokens) }
            }
        }
        return placed(found)
    }

    /// Replaces the violations of a choice with those of the chosen variant.
    private func settled(_ violations: [SchemaViolation]) -> [SchemaViolation] {
        violations.flatMap { violation -> [SchemaViolation] in
            guard violation.reason == .choice, let id = choice(at: violation.pointer),
                case .variants(let variants, let selected?, let bodies) = nodes[id].content,
                let body = bodies[selected], let value = value(of: body), let document = reader?.document
            else { return [violation] }
            return document.violations(of: value, against: variants[selected].schema, direction: .request)
                .filter { $0.reason != .choice }.map { $0.moved(below: violation.pointer) }
        }
    }

    /// The choice with its value at that place.
    private func choice(at pointer: JSONPointer) -> FormNode.ID? {
        guard let place = node(at: pointer) else { return nil }
        return path(from: place).prefix { self.pointer(of: $0.id) == pointer }
            .first { if case .variants = $0.content { true } else { false } }?.id
    }

    private func placed(_ violations: [SchemaViolation]) -> (placed: [FormNode.ID: String], rest: [String]) {
        var placed: [FormNode.ID: String] = [:]
        var rest: [String] = []
        for violation in violations {
            var pointer = violation.pointer
            var message = violation.message
            if case .missing(let name) = violation.reason {
                pointer = pointer.appending(name)
                // The field's own line already has its name.
                let isAtField = node(at: pointer).map { self.pointer(of: $0) == pointer } ?? false
                message = isAtField ? "required" : "\(HumanName.sentence(name)) is required"
            }
            guard let id = node(at: pointer), id != body || isInput(id) else {
                rest.append(HumanSentence.sentence(message))
                continue
            }
            let below = violation.pointer.tokens.dropFirst(self.pointer(of: id).tokens.count)
            let text = below.isEmpty ? message : "\(below.joined(separator: ".")) \(message)"
            if placed[id] == nil { placed[id] = HumanSentence.sentence(text) }
        }
        return (placed, rest)
    }

    /// True if a node has a line of its own.
    private func isInput(_ id: FormNode.ID) -> Bool {
        if case .group = nodes[id].content { false } else { true }
    }
}
