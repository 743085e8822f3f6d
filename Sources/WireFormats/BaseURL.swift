/// The scheme, authority and path prefix shared by all requests to a server.
package struct BaseURL: Sendable, Equatable, CustomStringConvertible {
    /// `http` or `https`.
    package let scheme: String
    /// Host and optional port in lower case; an IPv6 address in brackets.
    package let authority: String
    /// The path before every endpoint's path, without a trailing slash; often empty.
    package let pathPrefix: String

    /// The URL without a trailing slash.
    package var description: String { scheme + "://" + authority + pathPrefix }

    /// Parses `http://host:port/prefix`.
    ///
    /// - Throws: a complaint that follows the name of the URL and does not contain it. User info is rejected, because
    ///   it would appear in logs and on screen; query and fragment, because paths are appended.
    package init(_ text: String) throws(Complaint) {
        let parts = try Self.parts(of: text)
        // Paths are appended to the text, and other URL parsers must accept it.
        guard parts.server.port != 0, !parts.authority.hasSuffix(":"), !parts.authority.contains("%") else {
            throw Self.invalidServer
        }
        (scheme, authority, pathPrefix) = (parts.scheme, parts.authority.lowercased(), parts.pathPrefix)
    }

    /// The parts of `http://host:port/prefix`, with the prefix without a trailing slash.
    ///
    /// - Throws: as ``init(_:)``, but accepts an empty port, the port 0 and the zone of an IPv6 address.
    package static func parts(of text: String) throws(Complaint)
        -> (scheme: String, authority: Substring, server: HostAuthority, pathPrefix: String)
    {
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
        guard let server = HostAuthority(String(authority)) else { throw invalidServer }
        var prefix = rest[authority.endIndex...]
        while prefix.hasSuffix("/") { prefix.removeLast() }
        return (scheme, authority, server, String(prefix))
    }

    private static var invalidServer: Complaint { complaint("has no valid host and port") }

    private static func complaint(_ why: String) -> Complaint {
        Complaint("the URL \(why); write it like http://localhost:3000 or https://host/path")
    }

    /// The base URL of a server on this machine.
    package init(loopbackPort port: Int) {
        (scheme, authority, pathPrefix) = ("http", "127.0.0.1:\(port)", "")
    }
}

extension String {
    /// True for a path, perhaps with a query, that is the prefix or below it.
    package func isPath(below prefix: String) -> Bool {
        guard hasPrefix(prefix) else { return false }
        // By bytes, because characters are far slower.
        let next = utf8.dropFirst(prefix.utf8.count).first
        return next == nil || next == UInt8(ascii: "/") || next == UInt8(ascii: "?")
    }
}

/// Host and port of a URL, a `Host` header or a request's target (RFC 9110 section 7.2).
package struct HostAuthority: Equatable, Sendable, CustomStringConvertible {
    /// The host in lower case; an IPv6 address in brackets.
    package let host: String
    package let port: Int?

    /// The value of a `Host` header.
    package var description: String { host + (port.map { ":\($0)" } ?? "") }

    /// Nil for anything else than a host with an optional port.
    package init?(_ text: String) {
        var text = text
        // By bytes, because iterating over characters is far slower.
        guard let read = text.withUTF8(Self.read) else { return nil }
        (host, port) = read
    }

    private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> (host: String, port: Int?)? {
        var host = bytes[...]
        var port: Int?
        if let colon = bytes.lastIndex(of: UInt8(ascii: ":")), bytes.last != UInt8(ascii: "]") {
            host = bytes[..<colon]
            let digits = bytes[(colon + 1)...]
            port = UInt16(String(decoding: digits, as: UTF8.self)).map { Int($0) }
            guard digits.allSatisfy(\.isDigit), port != nil || digits.isEmpty else { return nil }
        }
        let isBracketed = host.first == UInt8(ascii: "[") && host.last == UInt8(ascii: "]") && host.count > 3
        let name = isBracketed ? host.dropFirst().dropLast() : host
        guard !name.isEmpty, name.count <= 255 else { return nil }
        let isName = name.allSatisfy {
            $0.isAlphanumeric || "-._".utf8.contains($0) || isBracketed && ":%".utf8.contains($0)
        }
        return isName ? (String(decoding: host, as: UTF8.self).lowercased(), port) : nil
    }
}
