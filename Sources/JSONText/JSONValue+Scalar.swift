extension JSONValue {
    /// A string, number or Boolean as plain text; nil for everything else.
    public var scalarText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let flag): flag ? "true" : "false"
        default: nil
        }
    }
}
