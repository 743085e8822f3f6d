import WireFormats

/// Something in a reply that the document does not allow.
public struct ContractFlaw: Sendable, Hashable, CustomStringConvertible {
    /// Where in the body; the root for what concerns the whole reply.
    public let pointer: JSONPointer
    /// What is wrong, in the document's own terms.
    public let message: String
    /// Where the document says so, as a reference: `#/components/schemas/Pet/properties/id`.
    public let place: String

    /// `/data/0/id: must be text, not a number`.
    public var description: String { pointer.tokens.isEmpty ? message : "\(pointer): \(message)" }
}

extension APIDocument {
    /// A place, as ``ContractFlaw/place`` has it, in the document's own text; nil where it is in another file.
    public func pointer(of place: String) -> JSONPointer? {
        guard let found = references.place(of: place), found.part == DocumentBundle.root else { return nil }
        return found.pointer
    }

    /// Where these places stand in the text: `openapi.yaml:210:13`. Of a place whose line cannot be known, as in another of the
    /// document's files, there is none. Reads the text again: for when somebody asks.
    ///
    /// - Parameter places: references, as ``ContractFlaw/place`` has them.
    public func positions(of places: some Collection<String>) -> [String: String] {
        let pointers = places.compactMap { place in pointer(of: place).map { (place, $0) } }
        let positions = source.positions(of: pointers.map(\.1))
        return Dictionary(
            pointers.compactMap { place, pointer in
                positions[pointer].map { (place, "\(source.name):\($0)") }
            },
            uniquingKeysWith: { first, _ in first })
    }
}
