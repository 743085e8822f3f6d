/// What stands percent-encoded in a path: `%` and two hexadecimal digits, nothing else (RFC 3986 section 2.1).
enum PercentCode {
    /// The text with `%41` turned into `A`; bytes that are no UTF-8 then become U+FFFD.
    static func decoded(_ text: Substring) -> String { replacing(in: text) { code, _ in [code] } }

    /// The text with each code replaced.
    ///
    /// - Parameter replacement: the bytes that stand for a code, which is given with its two digits as they are written.
    static func replacing(in text: Substring, by replacement: (UInt8, Substring) -> [UInt8]) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            // The number's own reader takes signs.
            guard byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(isDigit),
                let code = UInt8(Substring(digits), radix: 16)
            else {
                bytes.append(byte)
                continue
            }
            rest = rest.dropFirst(2)
            bytes += replacement(code, Substring(digits))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }
}
