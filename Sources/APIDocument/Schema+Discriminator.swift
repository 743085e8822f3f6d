import WireFormats

/// How a value says which of several schemas it keeps to.
public struct Discriminator: Sendable, Hashable {
    /// The member that says so.
    public let propertyName: String
    /// Values of that member with the references of their schemas, as far as they are listed; others are schema names.
    public let mapping: [(value: String, reference: String)]
    /// The reference of the schema for all other values (OpenAPI 3.2).
    public let defaultReference: String?

    /// Whether both say the same.
    public static func == (one: Discriminator, other: Discriminator) -> Bool {
        one.propertyName == other.propertyName && one.defaultReference == other.defaultReference
            && one.mapping.elementsEqual(other.mapping, by: ==)
    }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(propertyName)
        hasher.combine(mapping.count)
    }
}

extension Schema {
    /// How values say which choice they are; nil where nothing is said. Plain schema names in the mapping are given as
    /// references.
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
    /// A mapping's value as a reference: it may be a schema's name alone.
    static func reference(_ text: String) -> String {
        text.contains("#") || text.contains("/") || text.hasSuffix("yaml") || text.hasSuffix("yml")
            || text.hasSuffix("json") ? text : "#/components/schemas/\(text)"
    }
}
