/// A name and a value of a query or a form, decoded: `+` is a blank, `%41` an `A`. Invalid codes stay as they are.
package struct FormItem: Sendable, Hashable {
    package let name: [UInt8]
    package let value: [UInt8]

    package init(name: [UInt8], value: [UInt8]) { (self.name, self.value) = (name, value) }

    /// The items of `a=1&b=2`.
    package static func items(_ bytes: ArraySlice<UInt8>) -> [FormItem] {
        bytes.split(separator: UInt8(ascii: "&")).map { part in
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            return FormItem(name: decoded(name), value: decoded(part.dropFirst(name.count + 1)))
        }
    }

    /// The items of `a=1&b=2` as strings; invalid UTF-8 becomes U+FFFD.
    package static func items(_ text: some StringProtocol) -> [(name: String, value: String)] {
        items(Array(text.utf8)[...]).map { item in
            (String(decoding: item.name, as: UTF8.self), String(decoding: item.value, as: UTF8.self))
        }
    }

    /// `a=1&b=2`, percent-encoded.
    package static func text(_ items: some Sequence<(name: String, value: String)>) -> String {
        items.map { "\(PercentCode.encoded($0.name))=\(PercentCode.encoded($0.value))" }.joined(separator: "&")
    }

    /// The bytes with their percent codes decoded.
    package static func decoded(_ bytes: ArraySlice<UInt8>, plusIsBlank: Bool = true) -> [UInt8] {
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return Array(bytes) }
        guard plusIsBlank else { return PercentCode.decoded(bytes) }
        return PercentCode.decoded(bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }[...])
    }
}
