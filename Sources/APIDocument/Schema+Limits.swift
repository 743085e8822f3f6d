import WireFormats

extension Schema {
    /// An end of a range of numbers.
    public struct Bound: Sendable, Hashable {
        /// The end.
        public let value: JSONNumber
        /// Whether the end itself is out.
        public let isExclusive: Bool
    }

    /// The least number, spelt `minimum` with or without `exclusiveMinimum`.
    public var minimum: Bound? { bound("minimum", "exclusiveMinimum") { $1.isLess(than: $0) } }
    /// The greatest number.
    public var maximum: Bound? { bound("maximum", "exclusiveMaximum") { $0.isLess(than: $1) } }
    /// The number it must be a multiple of.
    public var multipleOf: JSONNumber? { json["multipleOf"]?.numberValue }
    /// The least length of a string, in Unicode scalars.
    public var minLength: Int? { json["minLength"]?.intValue }
    /// The greatest length of a string, in Unicode scalars.
    public var maxLength: Int? { json["maxLength"]?.intValue }
    /// A regular expression (ECMA 262) that must be found somewhere in a string.
    public var pattern: String? { json["pattern"]?.stringValue }
    /// The least number of items.
    public var minItems: Int? { json["minItems"]?.intValue }
    /// The greatest number of items.
    public var maxItems: Int? { json["maxItems"]?.intValue }
    /// Whether no two items may be equal.
    public var uniqueItems: Bool { json["uniqueItems"]?.boolValue ?? false }
    /// The least number of members.
    public var minProperties: Int? { json["minProperties"]?.intValue }
    /// The greatest number of members.
    public var maxProperties: Int? { json["maxProperties"]?.intValue }

    /// OpenAPI 3.0 has a Boolean beside the inclusive bound, 3.1 a bound of its own; of two the tighter counts.
    private func bound(
        _ inclusive: String, _ exclusive: String, isTighter: (JSONNumber, JSONNumber) -> Bool
    ) -> Bound? {
        let closed = json[inclusive]?.numberValue
        switch json[exclusive] {
        case .bool(let isExclusive):
            return closed.map { Bound(value: $0, isExclusive: isExclusive) }
        case .number(let open):
            guard let closed, isTighter(closed, open) else { return Bound(value: open, isExclusive: true) }
            return Bound(value: closed, isExclusive: false)
        default:
            return closed.map { Bound(value: $0, isExclusive: false) }
        }
    }
}
