import WireFormats

extension APIDocument {
    /// The schema of the part of a value at that place, unresolved; nil where the schema says nothing about it.
    public func part(of schema: Schema, at pointer: JSONPointer) -> Schema? {
        pointer.tokens.reduce(Optional(schema)) { part, token in
            guard let whole = part.map(resolveChoices) else { return nil }
            if whole.type == .array, Int(token) != nil { return whole.items }
            return whole.properties.first { $0.name == token }?.schema
        }
    }
}
