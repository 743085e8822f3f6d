import WireFormats

/// The URL of a callback. Clients choose it, so that only this machine and hosts that the user names may be called.
struct CallbackTarget: Sendable {
    /// The reason that a URL is not called, with the remedy.
    struct Refusal: Error, Hashable {
        let reason: String
    }

    let scheme: String
    let authority: HostAuthority
    /// With the query.
    let path: String

    init(_ url: String) throws(Refusal) {
        guard let mark = url.firstRange(of: "://"),
            case let scheme = url[..<mark.lowerBound].lowercased(), ["http", "https"].contains(scheme)
        else { throw Refusal(reason: "the URL does not begin with http:// or https://") }
        let rest = url[mark.upperBound...].prefix { $0 != "#" }
        let host = rest.prefix { !"/?\\".contains($0) }
        guard let authority = HostAuthority(String(host)) else { throw Refusal(reason: "the URL has no valid host") }
        let tail = rest[host.endIndex...]
        (self.scheme, self.authority) = (scheme, authority)
        path = PercentCode.completed((tail.hasPrefix("/") ? "" : "/") + tail, keeping: "!$&'()*+,;=:@/?")
    }

    /// - Parameter allowed: hosts beside this machine.
    func check(_ allowed: [String]) throws(Refusal) {
        let names = allowed.map { HostAuthority($0)?.host ?? $0.lowercased() }
        // A name below localhost is asked for, and may be anywhere.
        let isHere = authority.isLoopback && !authority.host.hasSuffix(".localhost")
        guard !isHere, !names.contains("*"), !names.contains(authority.host) else { return }
        throw Refusal(
            reason: "\(authority.host) is not this machine; start with --allow-callbacks-to \(authority.host)")
    }

    var address: String { authority.host + (authority.port.map { ":\($0)" } ?? "") }
}
