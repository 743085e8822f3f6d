/// Percent-encoding as in RFC 3986 section 2.1: `%` and two hexadecimal digits.
package enum PercentCode {
    /// Encodes each byte that is not kept; by default, unreserved bytes are kept.
    package static func encoded(_ text: String, keeping isKept: (UInt8) -> Bool = isUnreserved) -> String {
        guard !text.utf8.allSatisfy(isKept) else { return text }
        return String(decoding: text.utf8.flatMap { isKept($0) ? [$0] : code(of: $0) }, as: UTF8.self)
    }

    /// Encodes each byte that is neither unreserved nor one of `others`.
    package static func encoded(_ text: String, keeping others: String) -> String {
        encoded(text) { isUnreserved($0) || others.utf8.contains($0) }
    }

    /// Encodes each byte that is neither unreserved nor one of `others`; existing codes are kept.
    package static func completed(_ text: String, keeping others: String) -> String {
        String(decoding: completed(Array(text.utf8)) { isUnreserved($0) || others.utf8.contains($0) }, as: UTF8.self)
    }

    /// The bytes with a code for each that is not kept. Existing codes stay.
    package static func completed(_ bytes: [UInt8], keeping isKept: (UInt8) -> Bool) -> [UInt8] {
        guard !bytes.allSatisfy(isKept) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 16)
        for (place, byte) in bytes.enumerated() {
            let isCode =
                byte == UInt8(ascii: "%") && place + 2 < bytes.count && bytes[place + 1].hexadecimal != nil
                && bytes[place + 2].hexadecimal != nil
            if isCode || isKept(byte) { result.append(byte) } else { result += code(of: byte) }
        }
        return result
    }

    /// The code of a byte in upper case: `%2F`.
    package static func code(of byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "%")] + [byte >> 4, byte & 15].map { $0 < 10 ? 0x30 + $0 : 0x37 + $0 }
    }

    /// True if a byte has the same meaning with and without a code: `A-Z a-z 0-9 - . _ ~` (RFC 3986 section 2.3).
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: byte.isAlphanumeric
        }
    }

    /// Decodes `%41` to `A`. Invalid codes are kept, and invalid UTF-8 becomes U+FFFD.
    package static func decoded(_ text: some StringProtocol) -> String { replacing(in: text) { [$0] } }

    /// The same for a substring, without the cost of a generic call.
    package static func decoded(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        return replacing(in: text) { [$0] }
    }

    /// The same for a form or query, where `+` is a blank.
    package static func decoded(form text: some StringProtocol) -> String {
        decoded(String(text).replacing("+", with: " "))
    }

    package static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] { replacing(in: bytes) { [$0] } }

    /// Replaces each code with the bytes that `replacement` returns.
    package static func replacing(in text: some StringProtocol, by replacement: (UInt8) -> [UInt8]) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        return String(decoding: replacing(in: Array(text.utf8)[...], by: replacement), as: UTF8.self)
    }

    private static func replacing(in bytes: ArraySlice<UInt8>, by replacement: (UInt8) -> [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"), let high = rest.first?.hexadecimal,
                let low = rest.dropFirst().first?.hexadecimal
            else {
                result.append(byte)
                continue
            }
            rest = rest.dropFirst(2)
            result += replacement(high << 4 | low)
        }
        return result
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit; nil for other bytes.
    package var hexadecimal: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// A decoded name and value of a query or form: `+` is a blank, `%41` an `A`. Invalid codes are kept.
package struct FormItem: Sendable, Equatable {
    package let name: [UInt8]
    package let value: [UInt8]
    /// True for `a` without `=`.
    package let isBare: Bool

    package init(name: [UInt8], value: [UInt8], isBare: Bool = false) {
        (self.name, self.value, self.isBare) = (name, value, isBare)
    }

    /// The items of `a=1&b=2`.
    package static func items(_ bytes: ArraySlice<UInt8>) -> [FormItem] {
        bytes.split(separator: UInt8(ascii: "&")).map { part in
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            return FormItem(
                name: decoded(name), value: decoded(part.dropFirst(name.count + 1)), isBare: name.count == part.count)
        }
    }

    /// The items of `a=1&b=2` as strings; invalid UTF-8 becomes U+FFFD.
    package static func items(_ text: some StringProtocol) -> [(name: String, value: String)] {
        items(Array(text.utf8)[...]).map(\.texts)
    }

    /// Name and value as strings; invalid UTF-8 becomes U+FFFD.
    package var texts: (name: String, value: String) {
        (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    }

    /// The encoded items: `a=1&b=2`.
    package static func text(_ items: some Sequence<(name: String, value: String)>) -> String {
        items.map { "\(PercentCode.encoded($0.name))=\(PercentCode.encoded($0.value))" }.joined(separator: "&")
    }

    package static func decoded(_ bytes: ArraySlice<UInt8>, plusIsBlank: Bool = true) -> [UInt8] {
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return Array(bytes) }
        guard plusIsBlank else { return PercentCode.decoded(bytes) }
        return PercentCode.decoded(bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }[...])
    }
}
