/// Host and port of a URL, a `Host` header or a request's target (RFC 9110 section 7.2).
package struct HostAuthority: Equatable, Sendable, CustomStringConvertible {
    /// The host in lower case; an IPv6 address in brackets.
    package let host: String
    package let port: Int?

    /// The value of a `Host` header.
    package var description: String { host + (port.map { ":\($0)" } ?? "") }

    /// Nil for anything else than a host with an optional port.
    package init?(_ text: String) {
        var text = text
        // By bytes, because iterating over characters is far slower.
        guard let read = text.withUTF8(Self.read) else { return nil }
        (host, port) = read
    }

    private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> (host: String, port: Int?)? {
        var host = bytes[...]
        var port: Int?
        if let colon = bytes.lastIndex(of: UInt8(ascii: ":")), bytes.last != UInt8(ascii: "]") {
            host = bytes[..<colon]
            for digit in bytes[(colon + 1)...] {
                guard (0x30...0x39).contains(digit) else { return nil }
                let number = (port ?? 0) * 10 + Int(digit - 0x30)
                guard number <= 65_535 else { return nil }
                port = number
            }
        }
        let isBracketed = host.first == UInt8(ascii: "[") && host.last == UInt8(ascii: "]") && host.count > 3
        let name = isBracketed ? host.dropFirst().dropLast() : host
        guard !name.isEmpty, name.count <= 255 else { return nil }
        let isName = name.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                true
            case UInt8(ascii: ":"), UInt8(ascii: "%"): isBracketed
            default: false
            }
        }
        return isName ? (String(decoding: host, as: UTF8.self).lowercased(), port) : nil
    }
}
