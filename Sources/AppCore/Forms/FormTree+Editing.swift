import APIDocument

extension FormTree {
    package mutating func setText(_ text: String, of id: FormNode.ID) {
        guard case .text = nodes[id].content else { return }
        set(.text(text), of: id)
    }

    /// Selects an option of an input or a variant; nil selects none.
    package mutating func pick(_ option: Int?, of id: FormNode.ID) {
        if case .variants = nodes[id].content { return choose(option, of: id) }
        guard case .pick = nodes[id].content else { return }
        set(.pick(option), of: id)
        // Selecting none removes a value outside the options.
        if option == nil, nodes[id].original != nil { nodes[id].isTouched = true }
    }

    /// Selects any of the options of a list, in the given order.
    package mutating func pick(_ options: [Int], of id: FormNode.ID) {
        guard case .picks(let values, _) = nodes[id].content else { return }
        set(.picks(values, chosen: options), of: id)
    }

    /// Selects the next or previous option of a choice, with wraparound; an optional input also passes through none.
    package mutating func step(_ step: Int, of id: FormNode.ID) {
        switch nodes[id].content {
        case .pick(let selected):
            let field = nodes[id].field
            pick(Self.option(step, from: selected, of: field.options.count, hasNone: !field.isRequired), of: id)
        case .variants(let variants, let selected, _):
            choose(Self.option(step, from: selected, of: variants.count, hasNone: false), of: id)
        default: break
        }
    }

    private static func option(_ step: Int, from selected: Int?, of count: Int, hasNone: Bool) -> Int? {
        guard count > 0 else { return nil }
        let places = count + (hasNone ? 1 : 0)
        let start = selected ?? (hasNone ? count : step > 0 ? -1 : 0)
        let next = (start + step + places) % places
        return next < count ? next : nil
    }

    /// An input with its initial content counts as unchanged.
    private mutating func set(_ content: FormNode.Content, of id: FormNode.ID) {
        nodes[id].content = content
        nodes[id].isTouched = content != nodes[id].start
    }

    /// Selects a variant; nil selects none. A variant keeps its earlier input.
    package mutating func choose(_ variant: Int?, of id: FormNode.ID) {
        guard case .variants(let variants, let old, var bodies) = nodes[id].content, old != variant else { return }
        if let variant, variants.indices.contains(variant), bodies[variant] == nil {
            bodies[variant] = makeVariant(variants[variant], in: id, value: nil, isNew: true)
        }
        nodes[id].content = .variants(variants, selected: variant, bodies: bodies)
        touch(id)
    }

    /// Adds an entry to a list or map, after `place` or at the end, or adds an absent object.
    /// - Returns: the new node; nil if none can be added.
    @discardableResult
    package mutating func add(to id: FormNode.ID, after place: FormNode.ID? = nil) -> FormNode.ID? {
        switch nodes[id].content {
        case .group(_, isPresent: false):
            fill(id)
            touch(id)
            return id
        case .entries(var entries, let hasKeys):
            guard let schema = entrySchema(of: id), entries.count < Self.entryLimit else { return nil }
            let added = entry(hasKeys ? "" : nil, schema, in: id, value: nil)
            let index = place.flatMap { place in entries.firstIndex { $0.has(place) } }
            entries.insert(added, at: index.map { $0 + 1 } ?? entries.count)
            nodes[id].content = .entries(entries, hasKeys: hasKeys)
            touch(id)
            return added.parts.first
        default: return nil
        }
    }

    private static let entryLimit = 1000

    private func entrySchema(of id: FormNode.ID) -> Schema? {
        switch reader?.shape(of: nodes[id].schema, isRequired: nodes[id].field.isRequired) {
        case .list(let schema)?, .map(let schema)?: schema
        default: nil
        }
    }

    /// The nearest node, at or above this one, that can be removed: an entry, or an optional object.
    package func removable(at id: FormNode.ID) -> FormNode.ID? {
        path(from: id).first { node in
            switch (node.role, node.content) {
            case (.item, _), (.key, _), (.value, _): true
            case (.member, .group(_, isPresent: true)): !node.field.isRequired
            default: false
            }
        }?.id
    }

    /// Removes an entry or an optional object.
    /// - Returns: the next or previous entry, else the list or the absent object.
    package mutating func remove(_ id: FormNode.ID) -> FormNode.ID? {
        let node = nodes[id]
        if case .group(_, isPresent: true) = node.content, case .member = node.role {
            nodes[id].content = .group([], isPresent: false)
            touch(id)
            return id
        }
        guard let parent = node.parent, case .entries(var entries, let hasKeys) = nodes[parent].content,
            let index = entries.firstIndex(where: { $0.has(id) })
        else { return nil }
        entries.remove(at: index)
        nodes[parent].content = .entries(entries, hasKeys: hasKeys)
        touch(parent)
        return entries.isEmpty ? parent : entries[min(index, entries.count - 1)].parts.first
    }

    /// The nearest entry of a list at or above a node.
    package func item(at id: FormNode.ID) -> FormNode.ID? { path(from: id).first { $0.role == .item }?.id }

    /// Moves an entry of a list up or down by one.
    /// - Returns: false at either end.
    package mutating func move(_ item: FormNode.ID, by step: Int) -> Bool {
        guard let parent = nodes[item].parent, case .entries(var entries, hasKeys: false) = nodes[parent].content,
            let index = entries.firstIndex(where: { $0.value == item }), entries.indices.contains(index + step)
        else { return false }
        entries.swapAt(index, index + step)
        nodes[parent].content = .entries(entries, hasKeys: false)
        touch(parent)
        return true
    }

    /// The place for a new entry: the list, map or absent object at or above a node, and the entry around the node.
    package func growth(at id: FormNode.ID) -> (list: FormNode.ID, entry: FormNode.ID?)? {
        var entry: FormNode.ID?
        for node in path(from: id) {
            switch node.content {
            case .entries, .group(_, isPresent: false): return (node.id, entry)
            default: entry = node.id
            }
        }
        return nil
    }

    private mutating func touch(_ id: FormNode.ID) {
        nodes[id].isTouched = true
        isReshaped = true
    }
}
