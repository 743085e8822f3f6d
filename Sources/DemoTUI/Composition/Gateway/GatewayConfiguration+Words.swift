import DemoGateway

/// What a person is told of where a gateway stands, with screens and without.
extension GatewayConfiguration {
    /// What clients may have as base URL, once the port is known; the likeliest first. An address that means all of the machine's
    /// is none that a client could use.
    func urls(port: Int) -> [String] {
        let isEvery = address == "0.0.0.0" || address == "::"
        let known = isEvery ? NetworkAddresses.current(includingIPv6: address == "::") : [address]
        return (known.isEmpty ? ["127.0.0.1"] : known).map { address in
            "http://\(address.contains(":") ? "[\(address)]" : address):\(port)"
        }
    }

    /// Who else can reach the gateway; nil where it can be reached from this machine alone.
    var exposure: String? {
        if address == "localhost" || address == "::1" || address.hasPrefix("127.") { return nil }
        let more = upstream == nil ? "" : " and, through it, the upstream"
        return "On \(address) everyone in your network can reach the gateway\(more)."
    }

    /// Why the upstream does not answer now; nil where it does, or there is none. Worth a word, but no reason to end: it may
    /// come later.
    func upstreamProblem() async -> String? {
        guard let upstream, let problem = await upstream.reachabilityProblem() else { return nil }
        return "\(upstream) cannot be reached now: \(problem)."
    }
}
