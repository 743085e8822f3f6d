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
        var host = Substring(text)
        var port: Int?
        // By its bytes: characters are far slower to tell apart.
        if let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")), text.utf8.last != UInt8(ascii: "]") {
            host = text[..<colon]
            let digits = text[text.index(after: colon)...]
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            if !digits.isEmpty {
                guard let number = Int(digits), number <= 65_535 else { return nil }
                port = number
            }
        }
        let isBracketed =
            host.utf8.first == UInt8(ascii: "[") && host.utf8.last == UInt8(ascii: "]") && host.utf8.count > 3
        let name = isBracketed ? host.dropFirst().dropLast() : host
        guard !name.isEmpty, name.utf8.count <= 255 else { return nil }
        let isName = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                true
            case UInt8(ascii: ":"), UInt8(ascii: "%"): isBracketed
            default: false
            }
        }
        guard isName else { return nil }
        self.host = host.lowercased()
        self.port = port
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
