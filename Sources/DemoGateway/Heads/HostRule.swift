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
