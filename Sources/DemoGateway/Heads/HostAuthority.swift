#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Host and port as a `Host` header or a request's target has them (RFC 9110 section 7.2).
struct HostAuthority: Hashable, Sendable {
    /// In lower case; an IPv6 address in its brackets.
    let host: String
    let port: Int?

    /// Nil for a text that is no host with or without a port.
    init?(_ text: String) {
        var text = text
        // By its bytes: characters are far slower to tell apart.
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

    /// Whether it is an address and no name: no DNS can make it point elsewhere.
    var isAddress: Bool {
        if host.utf8.first == UInt8(ascii: "[") { return true }
        var address = in_addr()
        return inet_pton(AF_INET, host, &address) == 1
    }

    /// Whether it is a name of the machine itself (RFC 6761 section 6.3).
    var isLoopbackName: Bool { host == "localhost" || host.hasSuffix(".localhost") }
}
