import APIDocument
import WireFormats

/// A form under edit, as a tree in the shape of the schema; it yields the lines to draw and the JSON to send.
///
/// A value: screens store, edit and read it. The cost of changing one input does not depend on the size of the form.
/// Nodes are created on demand, so that recursive schemas end.
package struct FormTree: Sendable {
    /// All nodes ever created, by id; removed ones stay but are unreachable.
    package internal(set) var nodes: [FormNode] = []
    /// The body; nil if the call takes none.
    package internal(set) var body: FormNode.ID?
    /// The parameters, in a group of their own; nil without parameters.
    package internal(set) var parameters: FormNode.ID?
    /// True if a list, a map, an object or a choice was changed.
    package internal(set) var isReshaped = false
    let reader: FieldReader?
    /// The members without an input that are kept and sent.
    private(set) var kept: Kept
    let schema: FormBody?

    // Deeper or larger values are edited as JSON.
    static let depthLimit = 16
    static let nodeLimit = 20_000

    /// Creates the tree of a call.
    /// - Parameters:
    ///   - texts: initial texts of parameters, by name.
    ///   - value: the loaded value; nil for a new one, which starts with the document's defaults.
    ///   - kept: the members without an input that are kept and sent.
    package init(
        _ body: FormBody?, parameters: [Field] = [], texts: [String: String] = [:], value: JSONValue? = nil,
        fillsDefaults: Bool = true, keeping kept: Kept = .all
    ) {
        reader = body.map {
            FieldReader(document: $0.document, direction: .request, allowsFiles: $0.encoding.takesFiles)
        }
        self.kept = kept
        schema = body
        if !parameters.isEmpty { self.parameters = makeGroup(of: parameters, texts) }
        makeBody(of: value, isNew: value == nil && fillsDefaults)
    }

    /// Replaces the whole body; members without an input are kept and sent.
    package mutating func replaceBody(with value: JSONValue) {
        kept = .all
        isReshaped = true
        makeBody(of: value, isNew: false)
    }

    private mutating func makeBody(of value: JSONValue?, isNew: Bool) {
        guard let schema else { return }
        let seed = Seed(
            schema: schema.schema, role: .root, name: "", title: schema.title,
            isRequired: schema.isRequired || value != nil || reader?.isObject(schema.schema) == true)
        body = make(seed, in: nil, value: value, isNew: isNew)
    }

    package subscript(id: FormNode.ID) -> FormNode { nodes[id] }

    /// A node and its ancestors, up to the root.
    func path(from id: FormNode.ID) -> some Sequence<FormNode> {
        sequence(first: nodes[id]) { $0.parent.map { nodes[$0] } }
    }

    /// The pointer of a node's value in the body, or of a parameter in its group.
    package func pointer(of id: FormNode.ID) -> JSONPointer {
        let tokens = path(from: id).compactMap { node -> String? in
            switch node.role {
            case .root, .variant: nil
            case .member(let name): name
            case .item, .key, .value: token(of: node)
            }
        }
        return JSONPointer(tokens: tokens.reversed())
    }

    private func token(of node: FormNode) -> String {
        guard let parent = node.parent, case .entries(let entries, _) = nodes[parent].content,
            let index = entries.firstIndex(where: { $0.has(node.id) })
        else { return "" }
        return name(of: entries[index]) ?? String(index)
    }

    /// The name of an entry; nil for an item of a list.
    func name(of entry: FormNode.Entry) -> String? { entry.key.map { text(of: $0) } }

    /// The children of a node; of a choice, only the chosen variant.
    package func children(of id: FormNode.ID) -> [FormNode.ID] {
        switch nodes[id].content {
        case .text, .pick, .picks, .fixed: []
        case .group(let members, let isPresent): isPresent ? members : []
        case .entries(let entries, _): entries.flatMap(\.parts)
        case .variants(_, let selected, let bodies): selected.flatMap { bodies[$0] }.map { [$0] } ?? []
        }
    }

    package var inputsOfParameters: [FormNode.ID] { parameters.map(children) ?? [] }

    /// A node and its reachable descendants, in the order of the form.
    package func everything(below id: FormNode.ID) -> [FormNode.ID] {
        var found: [FormNode.ID] = []
        var waiting = [id]
        while let next = waiting.popLast() {
            found.append(next)
            waiting += children(of: next).reversed()
        }
        return found
    }

    /// The nearest node at or above that place in the body.
    package func node(at pointer: JSONPointer) -> FormNode.ID? {
        guard var place = body else { return nil }
        var tokens = pointer.tokens[...]
        while let next = step(from: place, tokens) {
            place = next.id
            tokens = tokens.dropFirst(next.isStep ? 1 : 0)
        }
        return place
    }

    private func step(from id: FormNode.ID, _ tokens: ArraySlice<String>) -> (id: FormNode.ID, isStep: Bool)? {
        guard let token = tokens.first else { return nil }
        switch nodes[id].content {
        case .text, .pick, .picks, .fixed: return nil
        case .group(let members, let isPresent):
            guard isPresent else { return nil }
            return members.first { nodes[$0].role == .member(token) }.map { ($0, true) }
        case .entries(let entries, hasKeys: false):
            guard let index = Int(token), entries.indices.contains(index) else { return nil }
            return (entries[index].value, true)
        case .entries(let entries, hasKeys: true):
            return entries.first { name(of: $0)?.utf8.elementsEqual(token.utf8) == true }.map { ($0.value, true) }
        case .variants: return children(of: id).first.map { ($0, false) }
        }
    }
}

extension FormTree {
    /// Copies the user's input from an earlier version of the form, for fields that exist here as well.
    package mutating func takeInputs(of earlier: FormTree) {
        // Entries and variants exist here only after the body has their shape.
        if earlier.isReshaped, let value = earlier.value { replaceBody(with: value) }
        for (root, own) in [(earlier.body, body), (earlier.parameters, parameters)] {
            guard let root, let own else { continue }
            let inputs = everything(below: own).map { (pointer(of: $0), $0) }
            let places = Dictionary(inputs, uniquingKeysWith: { $1 })
            for id in earlier.everything(below: root) where earlier[id].isTouched {
                if let place = places[earlier.pointer(of: id)] { take(earlier[id], at: place) }
            }
        }
    }

    private mutating func take(_ input: FormNode, at id: FormNode.ID) {
        switch (input.content, self[id].content) {
        case (.text(let text), .text): setText(text, of: id)
        case (.pick(let chosen), .pick):
            let value = chosen.map { input.field.options[$0] }
            let option = value.flatMap { self[id].field.options.firstIndex(of: $0) }
            if option != nil || value == nil { pick(option, of: id) }
        case (.picks(let values, let chosen), .picks(let options, _)):
            pick(chosen.compactMap { options.firstIndex(of: values[$0]) }, of: id)
        default: break
        }
    }
}

/// A part of a form: a value to fill in, or a group of parts.
package struct FormNode: Sendable, Identifiable {
    /// Identifies a node in its tree; never reused.
    package typealias ID = Int

    package enum Role: Sendable, Hashable {
        /// The whole body, or the group of parameters.
        case root
        /// A member of that name.
        case member(String)
        case item
        case key
        case value
        /// The chosen variant of a choice, with the same pointer.
        case variant
    }

    package enum Content: Sendable, Hashable {
        case text(String)
        /// One of the field's options; nil for none.
        case pick(Int?)
        /// Some of these values, each once.
        case picks([JSONValue], chosen: [Int])
        /// A value that cannot be changed.
        case fixed(JSONValue)
        /// An object; an absent one has no members yet.
        case group([ID], isPresent: Bool)
        /// A list, or an object with keys of the user's choice.
        case entries([Entry], hasKeys: Bool)
        /// One of several variants; earlier choices keep their input.
        case variants([FormVariant], selected: Int?, bodies: [Int: ID])
    }

    package struct Entry: Sendable, Hashable {
        /// The input of its name; nil for an item of a list.
        package let key: ID?
        package let value: ID

        var parts: [ID] { [key, value].compactMap(\.self) }

        func has(_ id: ID) -> Bool { key == id || value == id }
    }

    package let id: ID
    /// The parent node; nil for a root.
    package let parent: ID?
    package let role: Role
    package internal(set) var field: Field
    package internal(set) var content: Content
    package internal(set) var isTouched = false
    /// The initial content.
    var start: Content
    /// The loaded value, which keeps its spelling until it is changed.
    var original: JSONValue?
    /// The schema of its value, unresolved; new entries are built from it.
    let schema: Schema
    /// The number of its ancestors.
    let depth: Int
    /// True for a new object, which gets all required members at once.
    let isNew: Bool

    /// True if it shows the document's default.
    package var showsDefault: Bool {
        guard !isTouched, original == nil, let value = field.default else { return false }
        switch content {
        case .text(let text): return !text.isEmpty && text == field.text(for: value)
        case .pick(let selected): return selected.map { field.options[$0] == value } ?? false
        default: return false
        }
    }
}

package struct FormVariant: Sendable, Hashable {
    package let name: String
    /// The variant's schema, including the keywords common to all.
    let schema: Schema
    let mark: JSONObject.Member?
}
