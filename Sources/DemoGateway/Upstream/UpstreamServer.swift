/// The server behind the gateway, fixed when it starts: nothing a client sends chooses another.
public struct UpstreamServer: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// The host's name or address, in brackets where it is an IPv6 address, in lower case.
    public let host: String
    /// The port.
    public let port: Int
    /// The path before every request's own, without a slash at its end; often empty.
    public let pathPrefix: String

    /// A URL that is none of a server.
    public struct InvalidURL: Error, Hashable, CustomStringConvertible {
        /// What is wrong, and what to write.
        public let description: String
    }

    /// Reads `http://host:port/prefix`.
    ///
    /// - Throws: `InvalidURL` for anything but http and https, without a host, or with user info, query or fragment.
    public init(_ url: String) throws(InvalidURL) {
        func invalid(_ why: String) -> InvalidURL {
            InvalidURL(description: "the URL \(why); write it like http://localhost:3000")
        }
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw invalid("holds a character no URL has") }
        guard let mark = url.firstRange(of: "://") else { throw invalid("must begin with http:// or https://") }
        scheme = url[..<mark.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { throw invalid("must begin with http:// or https://") }
        let rest = url[mark.upperBound...]
        guard !rest.contains(where: { "?#".contains($0) }) else { throw invalid("must have no query or fragment") }
        let text = rest.prefix { $0 != "/" }
        guard !text.contains("@") else { throw invalid("must have no user name or password") }
        guard let authority = HostAuthority(String(text)) else { throw invalid("has no valid host and port") }
        host = authority.host
        port = authority.port ?? (scheme == "https" ? 443 : 80)
        var prefix = rest[text.endIndex...]
        while prefix.hasSuffix("/") { prefix.removeLast() }
        pathPrefix = String(prefix)
    }

    /// Host and port as a `Host` header has them.
    public var authority: String { port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port)" }
    /// Scheme and authority.
    public var origin: String { "\(scheme)://\(authority)" }
    /// The URL.
    public var description: String { origin + pathPrefix }
}
