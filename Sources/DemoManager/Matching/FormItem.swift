import JSONText

/// A name and a value of a query or a form, decoded: `+` is a blank, `%41` an `A`; broken escapes stay as they are.
package struct FormItem {
    package let name: [UInt8]
    package let value: [UInt8]

    /// The items of `a=1&b=2`.
    package static func items(_ bytes: ArraySlice<UInt8>) -> [FormItem] {
        bytes.split(separator: UInt8(ascii: "&")).map { part in
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            return FormItem(name: decoded(name), value: decoded(part.dropFirst(name.count + 1)))
        }
    }

    /// `bytes` with their escapes decoded.
    static func decoded(_ bytes: ArraySlice<UInt8>, plusIsBlank: Bool = true) -> [UInt8] {
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return Array(bytes) }
        guard plusIsBlank else { return PercentCode.decoded(bytes) }
        return PercentCode.decoded(bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }[...])
    }
}
