import APIDocument
import APIModel
import WireFormats

extension FormTree {
    /// Where the whole body does not keep to the document, checked as it is sent: by node, with what concerns no node.
    ///
    /// - Parameters:
    ///   - base: what was there before: what it broke already is not held against anybody.
    ///   - changes: where only these are sent, they alone count.
    public func violations(besides base: JSONValue?, changes: [Update.Change]? = nil)
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

    /// The violations of choices a person made are those of the form that was chosen. What fits it and others too was
    /// said clearly enough.
    private func settled(_ violations: [SchemaViolation]) -> [SchemaViolation] {
        violations.flatMap { violation -> [SchemaViolation] in
            guard violation.reason == .choice, let id = choice(at: violation.pointer),
                case .variants(let variants, let selected?, let bodies) = nodes[id].content,
                let body = bodies[selected], let value = value(of: body), let document = shaper?.document
            else { return [violation] }
            return document.violations(of: value, against: variants[selected].schema, direction: .request)
                .filter { $0.reason != .choice }.map { $0.moved(below: violation.pointer) }
        }
    }

    /// The choice whose value stands at that place.
    private func choice(at pointer: JSONPointer) -> FormNode.ID? {
        var place = node(at: pointer)
        while let id = place, self.pointer(of: id) == pointer {
            if case .variants = nodes[id].content { return id }
            place = nodes[id].parent
        }
        return nil
    }

    /// Puts violations at their nodes, with sentences.
    private func placed(_ violations: [SchemaViolation]) -> (placed: [FormNode.ID: String], rest: [String]) {
        var placed: [FormNode.ID: String] = [:]
        var rest: [String] = []
        for violation in violations {
            var pointer = violation.pointer
            var message = violation.message
            if case .missing(let name) = violation.reason {
                pointer = pointer.appending(name)
                message = "\(HumanName.sentence(name)) is needed"
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

    /// Whether a node has a line of its own, whatever it holds.
    private func isInput(_ id: FormNode.ID) -> Bool {
        if case .group = nodes[id].content { false } else { true }
    }
}
