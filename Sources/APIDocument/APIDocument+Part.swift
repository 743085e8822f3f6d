import WireFormats

extension APIDocument {
    /// The unresolved schema of the value at `pointer`; nil if the schema does not describe it.
    public func part(of schema: Schema, at pointer: JSONPointer) -> Schema? {
        pointer.tokens.reduce(Optional(schema)) { part, token in
            guard let whole = part.map(resolveChoices) else { return nil }
            if whole.type == .array, Int(token) != nil { return whole.items }
            return whole.properties.first { $0.name == token }?.schema
        }
    }
}
