import DemoManager
import HTTPTypes

/// Which pages may read replies and write to the server (Fetch standard, "CORS protocol"). Off unless origins are named; credentials are never allowed
/// for every origin.
struct CORSRule: Sendable {
    private let origins: Set<String>
    private let allowsAll: Bool

    init(_ origins: [String]) {
        allowsAll = origins.contains("*")
        // A slash at the end is a slip: no browser sends one.
        self.origins = Set(origins.map { ($0.hasSuffix("/") ? String($0.dropLast()) : $0).lowercased() })
    }

    var isOn: Bool { allowsAll || !origins.isEmpty }

    private static let exposed = "X-Demo-Decision, X-Demo-Problem, Link, Location, ETag, X-Total-Count"

    /// The headers a reply to this request gets.
    func headers(for request: HTTPRequest) -> HTTPFields {
        guard isOn else { return [:] }
        var headers = HTTPFields()
        if !allowsAll { headers[.vary] = "Origin" }
        guard let origin = request.headerFields[.origin] else { return headers }
        let isNamed = origins.contains(origin.lowercased())
        guard allowsAll || isNamed else { return headers }
        headers[.accessControlAllowOrigin] = isNamed ? origin : "*"
        // A page sees few headers unless told; a star does not count where credentials go along.
        headers[.accessControlExposeHeaders] = isNamed ? Self.exposed : "*"
        if isNamed { headers[.accessControlAllowCredentials] = "true" }
        return headers
    }

    /// Why a page cannot read the reply to its request, in words; nil where it can, or no page of elsewhere asks.
    ///
    /// - Parameter reply: the headers the reply came with: with the rule off, a server's own word on origins counts.
    func obstacle(for request: HTTPRequest, answeredWith reply: HTTPFields) -> String? {
        guard let origin = request.headerFields[.origin], origin.lowercased() != ownOrigin(request),
            headers(for: request)[.accessControlAllowOrigin] == nil,
            isOn || reply[.accessControlAllowOrigin] == nil
        else { return nil }
        return "a page of \(origin) cannot read this; start the gateway with --cors \(origin)"
    }

    /// Why a page's request does not reach the server, in words; nil where it may. The Fetch standard keeps a page of another
    /// origin from reading a reply, and not from sending a simple request.
    func refusal(of request: HTTPRequest) -> String? {
        guard !request.method.isSafe, !allowsAll, let origin = request.headerFields[.origin]?.lowercased(),
            !origins.contains(origin), origin != ownOrigin(request), !Self.isLocal(origin)
        else { return nil }
        // Pages of files and of sandboxes have the origin "null", which is nobody's name.
        let named = GatewayConfiguration.isOrigin(origin) ? origin : "'*'"
        return "A page of \(origin) may not write to the server. Start the gateway with --cors \(named)."
    }

    /// Whether pages of the origin come from this machine.
    private static func isLocal(_ origin: String) -> Bool {
        guard let mark = origin.firstRange(of: "://"), let authority = HostAuthority(String(origin[mark.upperBound...]))
        else { return false }
        return authority.isLoopbackName || authority.isAddress && authority.host.hasPrefix("127.")
            || authority.host == "[::1]"
    }

    /// The origin of pages that came from the gateway itself.
    private func ownOrigin(_ request: HTTPRequest) -> String? {
        request.authority.map { "http://\($0)".lowercased() }
    }

    /// The answer to a question a browser asks before it sends a request; nil for everything else.
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
    /// These headers with `others` in place of those of the same name; `Vary` grows, and what a page may see.
    func overlaid(with others: HTTPFields) -> HTTPFields {
        guard !others.isEmpty else { return self }
        var result = self
        let exposed = self[values: .accessControlExposeHeaders]
        // What a server says of origins is about its own address.
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
