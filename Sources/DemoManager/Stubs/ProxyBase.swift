import HTTPTypes
import WireFormats

/// The server a stub forwards its requests to instead of answering them. WireMock's `proxyBaseUrl`.
package struct ProxyBase: Sendable, Hashable, CustomStringConvertible {
    /// The URL as written.
    package let url: String
    private let scheme: String
    private let authority: String
    /// The path before every request's own, without a slash at its end; often empty.
    private let pathPrefix: String
    /// Names of headers that hold credentials whatever they are called, in lower case.
    private var credentials: Set<String> = []

    /// Reads `http://host:port/prefix`.
    ///
    /// - Throws: `InvalidText` for anything but http and https, without a host, or with user info, query or fragment.
    ///   The request's path is added at the end, and secrets do not belong in a stub file.
    package init(_ url: String) throws(InvalidText) {
        func invalid(_ why: String) -> InvalidText {
            InvalidText("proxyBaseUrl \"\(Redactor().url(url))\" \(why); write it like https://host/path")
        }
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else {
            throw invalid("holds a blank or a character no URL has")
        }
        guard let mark = url.firstRange(of: "://"), ["http", "https"].contains(url[..<mark.lowerBound].lowercased())
        else { throw invalid("must begin with http:// or https://") }
        let rest = url[mark.upperBound...]
        guard !rest.contains(where: { $0 == "?" || $0 == "#" }) else { throw invalid("must have no query or fragment") }
        let authority = rest.prefix { $0 != "/" }
        guard !authority.contains("@") else { throw invalid("must have no user name or password") }
        guard Self.isServer(authority) else { throw invalid("has no valid host and port") }
        var prefix = rest[authority.endIndex...]
        while prefix.hasSuffix("/") { prefix.removeLast() }
        self.url = url
        scheme = url[..<mark.lowerBound].lowercased()
        self.authority = authority.lowercased()
        pathPrefix = String(prefix)
    }

    /// The URL as written.
    package var description: String { url }

    /// The request as it goes to this server: path and query behind the base's path, everything else as it was.
    ///
    /// Headers whose names speak of credentials (`Authorization`, `Cookie`, `X-Api-Key` ...) are left out where the server
    /// is of another origin than the request: they were not meant for it. WireMock sends them along. Query and body stay as
    /// they are: a stub that forwards what carries secrets there is its author's choice.
    ///
    /// - Parameters:
    ///   - request: the request as the client made it.
    ///   - keepingCredentials: sends them all the same.
    package func forwarded(_ request: HTTPRequest, keepingCredentials: Bool = false) -> HTTPRequest {
        var forwarded = request
        // At its own origin the request keeps that origin's spelling: what stands for another server stays to be found.
        if !isOrigin(of: request) {
            forwarded.scheme = scheme
            forwarded.authority = authority
            if !keepingCredentials {
                forwarded.headerFields.removeAll {
                    Redactor.isSecret($0.name.rawName) || credentials.contains($0.name.canonicalName)
                }
            }
            // The name of the server the request was for; clients write the new one.
            forwarded.headerFields.removeAll { $0.name.canonicalName == "host" }
        }
        let target = request.path.map { $0.prefix { $0 != "#" } } ?? "/"
        forwarded.path = pathPrefix + (target.hasPrefix("/") ? target : "/" + target)
        return forwarded
    }

    /// The base that leaves out headers of these names as well.
    func hiding(_ credentials: Set<String>) -> ProxyBase {
        var base = self
        base.credentials = credentials
        return base
    }

    /// True if the request is already for this server: the same scheme, host and port (RFC 6454 section 4).
    package func isOrigin(of request: HTTPRequest) -> Bool {
        let own = Authority(authority, scheme: scheme)
        let other = Authority(request.authority, scheme: request.scheme)
        return request.scheme?.lowercased() == scheme && own.host == other.host && own.port == other.port
    }

    /// True if it is a host, in brackets where it is an IPv6 address, with a port or without.
    private static func isServer(_ authority: Substring) -> Bool {
        var host = authority
        if let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") {
            host = authority[..<colon]
            let digits = authority[authority.index(after: colon)...]
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits),
                (1...65_535).contains(port)
            else { return false }
        }
        let isAddress = host.count > 2 && host.hasPrefix("[") && host.hasSuffix("]")
        let name = isAddress ? host.dropFirst().dropLast() : host
        return !name.isEmpty
            && name.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-._".unicodeScalars.contains(scalar)
                    || isAddress && scalar == ":"
            }
    }
}
