import WireFormats

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Decides which hosts a request may name. To prevent DNS rebinding, names must be known; addresses are always allowed.
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

extension HostAuthority {
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
