/// The fields of a query or of an `application/x-www-form-urlencoded` body: names and values, decoded, in order.
struct FormFields: Sendable {
    /// The fields in the order they were sent; a name may come more than once.
    let pairs: [(name: String, value: String)]

    /// Reads `a=1&b=x+y`; `+` is a space and `%XX` a byte, as the URL standard's form encoding has it.
    ///
    /// A broken escape stands for itself and invalid UTF-8 becomes U+FFFD, so there is nothing to refuse.
    init(_ text: some StringProtocol) {
        pairs = text.utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
        }
    }

    /// The first value of a name that is not empty; an empty field is as good as none.
    subscript(name: String) -> String? {
        pairs.first { $0.name == name && !$0.value.isEmpty }?.value
    }

    private static func decoded(_ bytes: some Sequence<UInt8>) -> String {
        var decoded: [UInt8] = []
        var rest = ArraySlice(Array(bytes))
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = hexByte(rest.prefix(2)) {
                decoded.append(value)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static func hexByte(_ digits: ArraySlice<UInt8>) -> UInt8? {
        guard digits.count == 2 else { return nil }
        var value = 0
        for digit in digits {
            guard let nibble = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
            value = value * 16 + nibble
        }
        return UInt8(value)
    }
}
