import APIDocument
import APIModel
import WireFormats

/// The fields of a form by name, with nested ones below them: `metadata[plan]=pro`, `items[0][price]=2`, `tags[]=a`.
/// PHP, Rails and OpenAPI's `deepObject` write objects and lists in this way.
///
/// Built in one pass, so that its cost is proportional to the number of fields.
package struct FieldTree: Sendable {
    /// The values of fields with exactly this name, in the order of the form.
    package private(set) var texts: [String] = []
    /// The parts of a field, in the order of the form; repeated names are kept.
    package private(set) var members: [(name: String, tree: FieldTree)] = []
    private var places: [String: Int] = [:]

    /// The greatest depth of nested fields; the brackets of deeper names are not split.
    private static let depthLimit = 12

    package subscript(name: String) -> FieldTree? { places[name].map { members[$0].tree } }

    /// The parts of a name: `items[0][price]` is `items`, `0`, `price`.
    private static func path(_ name: String, _ nests: (String) -> Bool) -> [String] {
        guard name.utf8.last == UInt8(ascii: "]"), let bracket = name.firstIndex(of: "["), bracket > name.startIndex
        else { return [name] }
        let head = String(name[..<bracket])
        let rest = name[bracket...].dropFirst().dropLast()
        let steps = rest.split(separator: "][", omittingEmptySubsequences: false)
        guard nests(head), steps.count < depthLimit, !steps.contains(where: { $0.contains { "[]".contains($0) } })
        else { return [name] }
        return [head] + steps.map(String.init)
    }

    private mutating func add(_ text: String, at path: ArraySlice<String>) {
        guard let name = path.first else { return texts.append(text) }
        let rest = path.dropFirst()
        // `items[][price]` begins the next item if the last one has its price.
        let isNext = name.isEmpty && (rest.isEmpty || places[name].map { members[$0].tree.has(rest) } ?? true)
        let place = isNext ? nil : places[name]
        if let place { return members[place].tree.add(text, at: rest) }
        places[name] = members.count
        var tree = FieldTree()
        tree.add(text, at: rest)
        members.append((name, tree))
    }

    /// True if a field has this path; lists always take another item.
    private func has(_ path: ArraySlice<String>) -> Bool {
        guard let name = path.first else { return !texts.isEmpty }
        guard !name.isEmpty, let tree = self[name] else { return false }
        return tree.has(path.dropFirst())
    }
}

extension FieldTree {
    /// - Parameter nests: true if a field's name, up to its first bracket, is that of an object or a list.
    package init(_ fields: some Sequence<(name: String, value: String)>, nesting nests: (String) -> Bool) {
        self.init()
        for field in fields { add(field.value, at: Self.path(field.name, nests)[...]) }
    }

    /// The value that the fields encode.
    ///
    /// - Parameters:
    ///   - schema: the schema of the value, unresolved.
    ///   - value: reads one field's text.
    package func value(
        of schema: Schema, in document: APIDocument, reading value: (String, Schema) -> JSONValue
    ) -> JSONValue {
        let form = document.formShape(schema)
        if let items = items(as: form?.type) {
            let item = form?.items ?? .any
            return .array(
                texts.map { value($0, item) } + items.map { $0.value(of: item, in: document, reading: value) })
        }
        guard members.isEmpty else {
            let known = form?.properties.byName ?? [:]
            return .object(
                JSONObject(
                    members.map { name, tree in
                        let own = known[name] ?? form?.additionalProperties ?? .any
                        return .init(key: name, value: tree.value(of: own, in: document, reading: value))
                    }))
        }
        guard form?.type == .array, let form else { return value(texts.last ?? "", schema) }
        if texts.count == 1, let list = JSONValue.read(Array(texts[0].utf8)), list.arrayValue != nil { return list }
        return .array(texts.map { value($0, form.items ?? .any) })
    }

    /// The items of a list: numbered ones by number, then the others in their order. Nil if it is not a list.
    private func items(as type: Schema.DataType?) -> [FieldTree]? {
        guard !members.isEmpty else { return nil }
        let numbered = members.map { (place: $0.name.isEmpty ? Int.max : Int($0.name) ?? -1, tree: $0.tree) }
        guard numbered.allSatisfy({ $0.place >= 0 }), type != .object || numbered.allSatisfy({ $0.place == .max })
        else { return nil }
        return numbered.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
            .map(\.element.tree)
    }
}
