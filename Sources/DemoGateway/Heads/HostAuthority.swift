#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Host and port of a `Host` header or a request's target (RFC 9110 section 7.2).
struct HostAuthority: Hashable, Sendable {
    /// In lower case; an IPv6 address in brackets.
    let host: String
    let port: Int?

    /// Nil for anything but a host with an optional port.
    init?(_ text: String) {
        var text = text
        // By bytes, because characters are far slower.
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

    /// True for an address, which DNS cannot redirect.
    var isAddress: Bool {
        if host.utf8.first == UInt8(ascii: "[") { return true }
        var address = in_addr()
        return inet_pton(AF_INET, host, &address) == 1
    }

    /// True for this machine, by name or by address.
    var isLoopback: Bool {
        isLoopbackName || host == "[::1]" || isAddress && host.hasPrefix("127.")
    }

    /// True for a name of this machine (RFC 6761 section 6.3).
    var isLoopbackName: Bool { host == "localhost" || host.hasSuffix(".localhost") }
}

/// Decides which hosts a request may name. Against DNS rebinding, names must be known; addresses cannot be redirected.
struct HostRule: Sendable {
    private let names: Set<String>
    private let allowsAll: Bool

    init(_ configuration: GatewayConfiguration) {
        allowsAll = configuration.allowedHosts.contains("*")
        var names = Set(configuration.allowedHosts.map { HostAuthority($0)?.host ?? $0.lowercased() })
        names.insert(configuration.address.lowercased())
        if let upstream = configuration.upstream { names.insert(upstream.host) }
        self.names = names
    }

    func allows(_ authority: HostAuthority) -> Bool {
        allowsAll || authority.isAddress || authority.isLoopbackName || names.contains(authority.host)
    }
}
