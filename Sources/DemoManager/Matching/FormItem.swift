/// A name and a value of a query or a form, decoded: `+` is a blank, `%41` an `A`; broken escapes stay as they are.
struct FormItem {
    let name: [UInt8]
    let value: [UInt8]

    /// The items of `a=1&b=2`.
    static func items(_ bytes: ArraySlice<UInt8>) -> [FormItem] {
        bytes.split(separator: UInt8(ascii: "&")).map { part in
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            return FormItem(name: decoded(name), value: decoded(part.dropFirst(name.count + 1)))
        }
    }

    /// `bytes` with their escapes decoded.
    static func decoded(_ bytes: ArraySlice<UInt8>, plusIsBlank: Bool = true) -> [UInt8] {
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return Array(bytes) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.endIndex, let high = hexDigit(bytes[index + 1]),
                let low = hexDigit(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(plusIsBlank && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return result
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
