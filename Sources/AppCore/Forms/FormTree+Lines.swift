package struct FormLine: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case heading
        /// An input or a constant.
        case input
        /// A list or map, with the number of its entries.
        case entries
        /// An absent object.
        case absent
        case variants
    }

    package let node: FormNode.ID
    package let kind: Kind
    package let label: String
    /// The number of groups around it.
    package let depth: Int
    /// True if the focus stops here.
    package var isStop: Bool
}

extension FormTree {
    /// The lines of the whole form in order: parameters first if one is required, else last.
    package var lines: [FormLine] {
        var lines: [FormLine] = []
        let isAlone = parameters == nil || body == nil
        let needsParameters = inputsOfParameters.contains { nodes[$0].field.isRequired }
        if needsParameters { appendParameters(to: &lines, isAlone: isAlone) }
        if let body {
            let isGroup = if case .group(_, isPresent: true) = nodes[body].content { true } else { false }
            let isIndented = needsParameters && isGroup
            if isIndented { lines.append(heading(body, nodes[body].field.title, depth: 0)) }
            append(body, to: &lines, depth: isIndented ? 1 : 0, number: nil)
        }
        if !needsParameters { appendParameters(to: &lines, isAlone: isAlone) }
        // A group without inputs gets the focus itself, so that it can be removed.
        for index in lines.indices where lines[index].kind == .heading {
            let rest = lines[(index + 1)...].prefix { $0.depth > lines[index].depth }
            lines[index].isStop =
                removable(at: lines[index].node) == lines[index].node && !rest.contains(where: \.isStop)
        }
        return lines
    }

    private func appendParameters(to lines: inout [FormLine], isAlone: Bool) {
        guard let parameters else { return }
        if !isAlone { lines.append(heading(parameters, nodes[parameters].field.title, depth: 0)) }
        for id in inputsOfParameters { append(id, to: &lines, depth: isAlone ? 0 : 1, number: nil) }
    }

    private func heading(_ id: FormNode.ID, _ label: String, depth: Int) -> FormLine {
        FormLine(node: id, kind: .heading, label: label, depth: depth, isStop: false)
    }

    private func append(_ id: FormNode.ID, to lines: inout [FormLine], depth: Int, number: Int?) {
        let node = nodes[id]
        let title = number.map { "\(node.field.title) \($0)" } ?? node.field.title
        let label = node.field.isRequired && node.role != .item && node.role != .value ? "\(title) *" : title
        func line(_ kind: FormLine.Kind, isStop: Bool = true) -> FormLine {
            FormLine(node: id, kind: kind, label: label, depth: depth, isStop: isStop)
        }
        switch node.content {
        case .text, .pick, .picks: lines.append(line(.input))
        case .fixed:
            if case .member = node.role, let parent = node.parent, nodes[parent].role == .variant { return }
            lines.append(line(.input, isStop: false))
        case .group(_, isPresent: false): lines.append(line(.absent))
        case .group(let members, isPresent: true):
            let isBare = node.role == .root || node.role == .variant || isOnlyWrapped(id)
            if !isBare { lines.append(line(.heading, isStop: false)) }
            for member in members { append(member, to: &lines, depth: isBare ? depth : depth + 1, number: nil) }
        case .entries(let entries, _):
            lines.append(line(.entries))
            for (index, entry) in entries.enumerated() {
                for part in entry.parts { append(part, to: &lines, depth: depth + 1, number: index + 1) }
            }
        case .variants:
            lines.append(line(.variants))
            for body in children(of: id) { append(body, to: &lines, depth: depth + 1, number: nil) }
        }
    }

    /// True for the only member of the body, a wrapper without a line of its own.
    private func isOnlyWrapped(_ id: FormNode.ID) -> Bool {
        guard nodes[id].field.isRequired, let parent = nodes[id].parent, nodes[parent].role == .root else {
            return false
        }
        return children(of: parent).count == 1
    }
}
