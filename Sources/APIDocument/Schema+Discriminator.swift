import WireFormats

/// Selects one of several schemas by a property of the value.
public struct Discriminator: Sendable, Hashable {
    public let propertyName: String
    /// Listed values with the references of their schemas; other values are schema names.
    public let mapping: [(value: String, reference: String)]
    /// The reference for all other values (OpenAPI 3.2).
    public let defaultReference: String?

    /// Equality of all members.
    public static func == (one: Discriminator, other: Discriminator) -> Bool {
        one.propertyName == other.propertyName && one.defaultReference == other.defaultReference
            && one.mapping.elementsEqual(other.mapping, by: ==)
    }

    /// Hashes a part of what equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(propertyName)
        hasher.combine(mapping.count)
    }
}

extension Schema {
    /// Plain schema names in the mapping become references.
    public var discriminator: Discriminator? {
        guard let object = json["discriminator"], let name = object["propertyName"]?.stringValue else { return nil }
        return Discriminator(
            propertyName: name,
            mapping: (object["mapping"]?.objectValue?.members ?? []).compactMap { member in
                member.value.stringValue.map { (member.key, Discriminator.reference($0)) }
            },
            defaultReference: object["defaultMapping"]?.stringValue.map(Discriminator.reference))
    }
}

extension Discriminator {
    /// A mapping's value as a reference; it may be a schema's name.
    static func reference(_ text: String) -> String {
        text.contains("#") || text.contains("/") || text.hasSuffix("yaml") || text.hasSuffix("yml")
            || text.hasSuffix("json") ? text : "#/components/schemas/\(text)"
    }
}
