import DemoManager
import HTTPTypes
import WireFormats

/// Decides which pages may read replies and write to the server (Fetch standard, "CORS protocol"). Off unless origins
/// are configured. Credentials are never allowed for all origins.
struct CORSRule: Sendable {
    private let origins: Set<String>
    private let allowsAll: Bool

    init(_ origins: [String]) {
        allowsAll = origins.contains("*")
        // A trailing slash is a typo: no browser sends one.
        self.origins = Set(origins.map { ($0.hasSuffix("/") ? String($0.dropLast()) : $0).lowercased() })
    }

    var isOn: Bool { allowsAll || !origins.isEmpty }

    private static let exposed = "X-Demo-Decision, X-Demo-Problem, Link, Location, ETag, X-Total-Count"

    func headers(for request: HTTPRequest) -> HTTPFields {
        guard isOn else { return [:] }
        var headers = HTTPFields()
        if !allowsAll { headers[.vary] = "Origin" }
        guard let origin = request.headerFields[.origin] else { return headers }
        let isNamed = origins.contains(origin.lowercased())
        guard allowsAll || isNamed else { return headers }
        headers[.accessControlAllowOrigin] = isNamed ? origin : "*"
        // By default pages see few headers; `*` does not apply with credentials.
        headers[.accessControlExposeHeaders] = isNamed ? Self.exposed : "*"
        if isNamed { headers[.accessControlAllowCredentials] = "true" }
        return headers
    }

    /// The reason why a page cannot read the reply; nil if it can, or if the request is not cross-origin.
    ///
    /// - Parameter reply: the reply's headers. If the rule is off, the server's own CORS headers count.
    func obstacle(for request: HTTPRequest, answeredWith reply: HTTPFields) -> String? {
        guard let origin = request.headerFields[.origin], origin.lowercased() != ownOrigin(request),
            headers(for: request)[.accessControlAllowOrigin] == nil,
            isOn || reply[.accessControlAllowOrigin] == nil
        else { return nil }
        return "a page of \(origin) cannot read this; start the gateway with --cors \(origin)"
    }

    /// The reason why a page's request is not passed to the server; nil if it may be. Browsers keep cross-origin pages
    /// from reading replies, but not from sending simple requests or opening WebSockets.
    ///
    /// - Parameter mayWrite: true for a request that opens a WebSocket.
    func refusal(of request: HTTPRequest, mayWrite: Bool = false) -> String? {
        guard mayWrite || !request.method.isSafe, !allowsAll, let origin = request.headerFields[.origin]?.lowercased(),
            !origins.contains(origin), origin != ownOrigin(request), !Self.isLocal(origin)
        else { return nil }
        // Pages of files and sandboxes have the origin "null".
        let named = GatewayConfiguration.isOrigin(origin) ? origin : "'*'"
        return "A page of \(origin) may not write to the server. Start the gateway with --cors \(named)."
    }

    /// True if pages of the origin come from this machine.
    private static func isLocal(_ origin: String) -> Bool {
        guard let mark = origin.firstRange(of: "://"), let authority = HostAuthority(String(origin[mark.upperBound...]))
        else { return false }
        return authority.isLoopback
    }

    /// The origin of the gateway itself.
    private func ownOrigin(_ request: HTTPRequest) -> String? {
        request.authority.map { "\(request.scheme ?? "http")://\($0)".lowercased() }
    }

    /// The response to a preflight request; nil for other requests.
    func preflight(_ request: HTTPRequest) -> GatewayReply? {
        guard isOn, request.method == .options, request.headerFields[.origin] != nil,
            let method = request.headerFields[.accessControlRequestMethod]
        else { return nil }
        var headers = headers(for: request)
        guard headers[.accessControlAllowOrigin] != nil else {
            return .problem(
                403, "This origin may not read replies. Start the gateway with --cors ORIGIN.", headers: headers)
        }
        headers[.accessControlExposeHeaders] = nil
        headers[.accessControlAllowMethods] = method
        if let names = request.headerFields[.accessControlRequestHeaders] {
            headers[.accessControlAllowHeaders] = names
        }
        headers[.accessControlMaxAge] = "600"
        return GatewayReply(status: .noContent, headers: headers)
    }
}

extension HTTPFields {
    /// These headers, replaced by `others` with the same name; `Vary` and the exposed headers are merged.
    func overlaid(with others: HTTPFields) -> HTTPFields {
        guard !others.isEmpty else { return self }
        var result = self
        let exposed = self[values: .accessControlExposeHeaders]
        // The server's CORS headers refer to its own address.
        result.removeAll { $0.name.canonicalName.hasPrefix("access-control-") }
        for field in others {
            if field.name == .vary { result.append(field) } else { result[field.name] = field.value }
        }
        if let own = result[.accessControlExposeHeaders], own != "*" {
            result[.accessControlExposeHeaders] = ([own] + exposed.filter { $0 != "*" }).joined(separator: ", ")
        }
        return result
    }
}

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
