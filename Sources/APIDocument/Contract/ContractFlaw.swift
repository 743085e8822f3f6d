import WireFormats

/// A part of a reply that the document does not allow.
public struct ContractFlaw: Sendable, Hashable, CustomStringConvertible {
    /// The location in the body; the root if the whole reply is concerned.
    public let pointer: JSONPointer
    /// The requirement, in the document's terms.
    public let message: String
    /// The location of the rule in the document as a reference: `#/components/schemas/Pet/properties/id`.
    public let place: String

    /// `/data/0/id: must be text, not a number`.
    public var description: String { pointer.tokens.isEmpty ? message : "\(pointer): \(message)" }
}

extension APIDocument {
    /// The pointer of a location such as ``ContractFlaw/place``; nil if it is in another file.
    public func pointer(of place: String) -> JSONPointer? {
        guard let found = references.place(of: place), found.part == DocumentBundle.root else { return nil }
        return found.pointer
    }

    ///
    /// The positions of these locations in the text: `openapi.yaml:210:13`. Locations in other files have none. Parses
    /// the text again.
    ///
    /// - Parameter places: references such as ``ContractFlaw/place``.
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
