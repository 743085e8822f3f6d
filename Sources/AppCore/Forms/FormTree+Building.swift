import APIDocument
import APIModel
import WireFormats

extension FormTree {
    struct Seed {
        var schema: Schema
        var role: FormNode.Role
        /// The member's name in the document; empty without one.
        var name: String
        /// A title in place of the name.
        var title: String?
        var isRequired: Bool
        /// The discriminator's member, which becomes constant.
        var mark: JSONObject.Member?
    }

    /// Creates a node and its descendants.
    /// - Parameter isNew: true to use the document's defaults in place of missing values.
    mutating func make(_ seed: Seed, in parent: FormNode.ID?, value: JSONValue?, isNew: Bool) -> FormNode.ID {
        var field = field(of: seed)
        var shape = reader?.shape(of: seed.schema, isRequired: seed.isRequired) ?? .leaf
        let value = value ?? (isNew ? field.default : nil)
        let isDeep = parent.map { nodes[$0].depth + 1 >= Self.depthLimit } ?? false
        if isDeep || nodes.count >= Self.nodeLimit || !shape.fits(value) {
            // A container beyond the limits is edited as JSON; a single value keeps its input.
            if case .leaf = shape {} else { field.kind = .json }
            shape = .leaf
        }
        if case .fixed = shape, value == nil, !isNew { shape = .leaf }
        if case .leaf = shape, let value, !value.isScalar, !value.isNull { field.kind = .json }
        let id = append(seed.role, field, .text(""), in: parent, original: value, schema: seed.schema, isNew: isNew)
        nodes[id].content = content(of: shape, seed, id, value: value, isNew: isNew)
        nodes[id].start = nodes[id].content
        // A default is not a loaded value, so it may be removed.
        if isNew, value == field.default, value != nil, isLeaf(id) { nodes[id].original = nil }
        return id
    }

    private mutating func append(
        _ role: FormNode.Role, _ field: Field, _ content: FormNode.Content, in parent: FormNode.ID?,
        original: JSONValue? = nil, schema: Schema = .any, isNew: Bool
    ) -> FormNode.ID {
        nodes.append(
            FormNode(
                id: nodes.count, parent: parent, role: role, field: field, content: content, start: content,
                original: original, schema: schema, depth: parent.map { nodes[$0].depth + 1 } ?? 0, isNew: isNew))
        return nodes.count - 1
    }

    func isLeaf(_ id: FormNode.ID) -> Bool {
        switch nodes[id].content {
        case .text, .pick, .picks: true
        default: false
        }
    }

    private func field(of seed: Seed) -> Field {
        var field =
            reader?.field(seed.name, seed.schema, isRequired: seed.isRequired)
            ?? Field(pointer: .root, title: seed.name)
        if let title = seed.title { field.title = title }
        return field
    }

    private mutating func content(
        of shape: FormShape, _ seed: Seed, _ id: FormNode.ID, value: JSONValue?, isNew: Bool
    ) -> FormNode.Content {
        let field = nodes[id].field
        switch shape {
        case .leaf: return input(of: field, value: value)
        case .fixed(let value): return .fixed(value)
        case .group(let object):
            let isPresent = value?.objectValue != nil || value == nil && seed.isRequired && isNew
            return .group(
                isPresent ? members(of: object, seed.mark, in: id, value: value, isNew: isNew) : [],
                isPresent: isPresent)
        case .list(let items):
            return .entries(firstItems(of: items, field, in: id, value: value, isNew: isNew), hasKeys: false)
        case .picks(let picked):
            let chosen = value?.arrayValue?.compactMap { item in picked.options.firstIndex { $0 == item } }
            nodes[id].field.choiceNames = picked.choiceNames
            return .picks(picked.options, chosen: chosen ?? [])
        case .map(let values):
            let entries = value?.objectValue?.members.map { entry($0.key, values, in: id, value: $0.value) }
            return .entries(entries ?? [], hasKeys: true)
        case .variants(let variants):
            let known = value.flatMap { $0.isNull ? nil : index(of: $0, in: variants) }
            guard let known, let value else { return .variants(variants, selected: nil, bodies: [:]) }
            let body = makeVariant(variants[known], in: id, value: value, isNew: false)
            return .variants(variants, selected: known, bodies: [known: body])
        }
    }

    private func input(of field: Field, value: JSONValue?) -> FormNode.Content {
        if !field.options.isEmpty {
            return .pick(value.flatMap { value in field.options.firstIndex { $0.isEquivalent(to: value) } })
        }
        let (text, options) = (field.text(for: value), field.entryOptions)
        guard !options.isEmpty else { return .text(text) }
        let entries = text.split(separator: ",")
        return .picks(options, chosen: entries.compactMap { entry in options.firstIndex { $0.plainText == entry } })
    }

    // MARK: Objects

    private mutating func members(
        of object: Schema, _ mark: JSONObject.Member?, in id: FormNode.ID, value: JSONValue?, isNew: Bool
    ) -> [FormNode.ID] {
        let required = Set(object.required)
        var members: [FormNode.ID] = []
        var names: Set<String> = []
        var readOnly: Set<String> = []
        for property in object.properties {
            if property.name == mark?.key { continue }
            if reader?.document.resolveChoices(property.schema).isReadOnly == true {
                if identifiesEntry(property.name, at: id) {
                    names.insert(property.name)
                } else {
                    readOnly.insert(property.name)
                }
                continue
            }
            names.insert(property.name)
            let seed = Seed(
                schema: property.schema, role: .member(property.name), name: property.name,
                isRequired: required.contains(property.name))
            members.append(make(seed, in: id, value: value?[property.name], isNew: isNew))
        }
        if let mark {
            names.insert(mark.key)
            let field = Field(pointer: .root, name: mark.key, title: HumanName.sentence(mark.key))
            let fixed = append(
                .member(mark.key), field, .fixed(mark.value), in: id, original: value?[mark.key], isNew: isNew)
            members.insert(fixed, at: 0)
        }
        if kept != .all, let value = nodes[id].original?.objectValue {
            let isOpen = keepsUnknown(of: object, at: id)
            nodes[id].original = .object(
                JSONObject(
                    value.members.filter { names.contains($0.key) || isOpen && !readOnly.contains($0.key) }))
        }
        return members
    }

    /// Creates the members of an object that was absent.
    mutating func fill(_ id: FormNode.ID) {
        guard case .group(let object)? = reader?.shape(of: nodes[id].schema, isRequired: nodes[id].field.isRequired)
        else { return }
        let made = members(of: object, nil, in: id, value: nil, isNew: true)
        nodes[id].content = .group(made, isPresent: true)
    }

    // MARK: Entries

    /// The initial entries of a list: its values, or the required number of empty ones.
    private mutating func firstItems(
        of schema: Schema, _ field: Field, in id: FormNode.ID, value: JSONValue?, isNew: Bool
    ) -> [FormNode.Entry] {
        if let items = value?.arrayValue { return items.map { entry(nil, schema, in: id, value: $0) } }
        guard isNew, field.isRequired, let least = field.constraints.minItems else { return [] }
        return (0..<min(max(0, least), 3)).map { _ in entry(nil, schema, in: id, value: nil) }
    }

    /// Creates an entry; without a value it is new.
    /// - Parameter name: the key; nil for an item of a list.
    mutating func entry(
        _ name: String?, _ schema: Schema, in list: FormNode.ID, value: JSONValue?
    ) -> FormNode.Entry {
        let isNew = value == nil
        let title = HumanName.singular(nodes[list].field.title)
        var seed = Seed(schema: schema, role: .item, name: "", title: title, isRequired: true)
        var key: FormNode.ID?
        if let name {
            let field = Field(pointer: .root, title: "\(title), name", isRequired: true)
            key = append(.key, field, .text(name), in: list, original: isNew ? nil : .string(name), isNew: isNew)
            (seed.role, seed.title) = (.value, "\(title), value")
        }
        return FormNode.Entry(key: key, value: make(seed, in: list, value: value, isNew: isNew))
    }

    // MARK: Choices

    mutating func makeVariant(_ variant: FormVariant, in id: FormNode.ID, value: JSONValue?, isNew: Bool)
        -> FormNode.ID
    {
        let seed = Seed(
            schema: variant.schema, role: .variant, name: "", title: variant.name, isRequired: true, mark: variant.mark)
        return make(seed, in: id, value: value, isNew: isNew)
    }

    /// The variant of a value: by its discriminator, else the one with the fewest violations.
    private func index(of value: JSONValue, in variants: [FormVariant]) -> Int? {
        let marked = variants.firstIndex { variant in
            variant.mark.map { value[$0.key] == $0.value } ?? false
        }
        if let marked { return marked }
        guard let document = reader?.document else { return nil }
        let faults = variants.map { document.violations(of: value, against: $0.schema, direction: .request).count }
        return faults.min().flatMap { faults.firstIndex(of: $0) }
    }

    // MARK: Parameters

    /// A group of parameters, which have no common schema.
    mutating func makeGroup(of fields: [Field], _ texts: [String: String]) -> FormNode.ID {
        let whole = Field(pointer: .root, title: "Parameters", isRequired: true)
        let id = append(.root, whole, .group([], isPresent: true), in: nil, isNew: true)
        let members = fields.map { field in
            var field = field
            // A parameter without a value is omitted; it is never null.
            field.isNullable = false
            let value = texts[field.name].flatMap(field.value(from:)) ?? (field.isRequired ? field.default : nil)
            return append(.member(field.name), field, input(of: field, value: value), in: id, isNew: true)
        }
        nodes[id].content = .group(members, isPresent: true)
        return id
    }
}
