import WireFormats

extension Schema {
    public struct Bound: Sendable, Hashable {
        public let value: JSONNumber
        /// True if the value itself is excluded.
        public let isExclusive: Bool
    }

    /// `minimum`, with either spelling of `exclusiveMinimum`.
    public var minimum: Bound? { bound("minimum", "exclusiveMinimum") { $1.isLess(than: $0) } }
    public var maximum: Bound? { bound("maximum", "exclusiveMaximum") { $0.isLess(than: $1) } }
    public var multipleOf: JSONNumber? { json["multipleOf"]?.numberValue }
    /// In Unicode scalars.
    public var minLength: Int? { json["minLength"]?.intValue }
    /// In Unicode scalars.
    public var maxLength: Int? { json["maxLength"]?.intValue }
    /// A regular expression (ECMA 262) to be found anywhere in a string.
    public var pattern: String? { json["pattern"]?.stringValue }
    public var minItems: Int? { json["minItems"]?.intValue }
    public var maxItems: Int? { json["maxItems"]?.intValue }
    public var uniqueItems: Bool { json["uniqueItems"]?.boolValue ?? false }
    public var minProperties: Int? { json["minProperties"]?.intValue }
    public var maxProperties: Int? { json["maxProperties"]?.intValue }

    /// OpenAPI 3.0 has a Boolean beside the inclusive bound, 3.1 a bound of its own. The tighter of two counts.
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
