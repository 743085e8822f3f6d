extension StubState {
    /// A UUID for tools that name stubs by one: the mapping's own `id`, else one made of the stub's number.
    public var uuid: String { stub.uuid ?? NumberUUID.text(id.number, kind: 1) }
}

extension ExchangeID {
    /// A UUID for tools that name requests by one.
    public var uuid: String { NumberUUID.text(number, kind: 2) }
}

/// Writes numbers as UUIDs: version 8, whose bits are the maker's own (RFC 9562 section 5.8).
private enum NumberUUID {
    /// - Parameter kind: keeps numbers of different things apart.
    static func text(_ number: UInt64, kind: UInt8) -> String {
        let hex = String(number, radix: 16).suffix(15)
        let digits = String(repeating: "0", count: 15 - hex.count) + hex
        return "de300000-000\(kind)-8000-8\(digits.prefix(3))-\(digits.dropFirst(3))"
    }
}
