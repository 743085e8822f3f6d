/// Which hosts a request may be for. A page that makes its own name point to this machine (DNS rebinding) must reach
/// nothing: a name has to be known, an address cannot be made to point elsewhere.
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
