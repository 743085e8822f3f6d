/// Scheme, authority and path prefix that all calls to a server share.
package struct BaseURL: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    package let scheme: String
    /// Host, in brackets when it is an IPv6 address, with the port when one was given; in lower case.
    package let authority: String
    /// Path before every endpoint's path, without a slash at its end; often empty.
    package let pathPrefix: String

    /// The URL as text, without a slash at its end.
    package var description: String { scheme + "://" + authority + pathPrefix }

    /// Reads `http://host:port/prefix`.
    ///
    /// - Throws: a complaint to stand behind what holds the URL, without the URL. User names and passwords are refused: they
    ///   would end in logs and on screens. Query and fragment are refused because every path is added at the end.
    package init(_ text: String) throws(Complaint) {
        func complaint(_ why: String) -> Complaint {
            Complaint("the URL \(why); write it like http://localhost:3000 or https://host/path")
        }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else {
            throw complaint("has a character that URLs cannot have")
        }
        guard let mark = text.firstRange(of: "://"),
            case let scheme = text[..<mark.lowerBound].lowercased(), ["http", "https"].contains(scheme)
        else { throw complaint("must begin with http:// or https://") }
        let rest = text[mark.upperBound...]
        guard !rest.contains(where: { "?#".contains($0) }) else { throw complaint("must have no query or fragment") }
        let authority = rest.prefix { $0 != "/" }
        guard !authority.contains("@") else { throw complaint("must have no user name or password") }
        guard Self.isServer(authority) else { throw complaint("has no valid host and port") }
        var prefix = rest[authority.endIndex...]
        while prefix.hasSuffix("/") { prefix.removeLast() }
        (self.scheme, self.authority, pathPrefix) = (scheme, authority.lowercased(), String(prefix))
    }

    /// The base of a server on this machine.
    package init(loopbackPort port: Int) {
        (scheme, authority, pathPrefix) = ("http", "127.0.0.1:\(port)", "")
    }

    /// True for a host, in brackets where it is an IPv6 address, with a port or without.
    private static func isServer(_ authority: Substring) -> Bool {
        var host = authority
        if let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") {
            host = authority[..<colon]
            let digits = authority[authority.index(after: colon)...]
            guard digits.utf8.allSatisfy(\.isDigit), let port = Int(digits), 1...65535 ~= port
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
