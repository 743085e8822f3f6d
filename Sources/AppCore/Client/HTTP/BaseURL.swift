/// Scheme, authority and path prefix all calls to a server share.
package struct BaseURL: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    package let scheme: String
    /// Host, in brackets when it is an IPv6 address, with the port when one was given.
    package let authority: String
    /// Path before every endpoint's path, without a slash at its end; often empty.
    package let pathPrefix: String

    /// The URL as text, without a slash at its end.
    package var description: String { scheme + "://" + authority + pathPrefix }

    /// Reads `http://host:port/prefix`.
    ///
    /// - Throws: what is wrong with it, as a sentence. User names and passwords are refused: they would end in logs and
    ///   on screens. Query and fragment are refused because every path is added at the end.
    package init(_ text: String) throws(InvalidBaseURL) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw InvalidBaseURL("it holds a blank, a control character or a letter outside ASCII")
        }
        guard let separator = text.firstRange(of: "://") else {
            throw InvalidBaseURL("it must begin with http:// or https://")
        }
        scheme = text[..<separator.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else {
            throw InvalidBaseURL("it must begin with http:// or https://, not \(scheme)://")
        }
        let rest = text[separator.upperBound...]
        guard !rest.contains(where: { $0 == "?" || $0 == "#" }) else {
            throw InvalidBaseURL("it must end before the query (\"?\" or \"#\")")
        }
        let end = rest.firstIndex(of: "/") ?? rest.endIndex
        authority = try BaseURL.checked(authority: rest[..<end])
        var prefix = rest[end...]
        while prefix.hasSuffix("/") { prefix.removeLast() }
        pathPrefix = String(prefix)
    }

    /// The base of a server on this machine.
    package init(loopbackPort port: Int) {
        scheme = "http"
        authority = "127.0.0.1:\(port)"
        pathPrefix = ""
    }

    private static func checked(authority: Substring) throws(InvalidBaseURL) -> String {
        guard !authority.contains("@") else {
            throw InvalidBaseURL("it holds a user name or password; leave them out")
        }
        var host = authority
        if let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") {
            host = authority[..<colon]
            let digits = authority[authority.index(after: colon)...]
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits), 1...65535 ~= port
            else {
                throw InvalidBaseURL("its port must be a number from 1 to 65535")
            }
        }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]") && host.count > 2
        let unbracketed = isBracketed ? host.dropFirst().dropLast() : host
        guard !unbracketed.isEmpty, unbracketed.utf8.allSatisfy({ isHost($0, inBrackets: isBracketed) }) else {
            throw InvalidBaseURL("its host name is missing or not valid")
        }
        return authority.lowercased()
    }

    private static func isHost(_ byte: UInt8, inBrackets: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default:
            inBrackets && byte == UInt8(ascii: ":")
        }
    }
}

/// Why a text is no base URL.
package struct InvalidBaseURL: Error, Hashable, Sendable {
    /// The reason, to stand after "because".
    package let reason: String

    /// One line that says what to do.
    package var userMessage: String {
        "The base URL cannot be used because \(reason). Write it like http://localhost:3000 or https://host/path."
    }

    init(_ reason: String) {
        self.reason = reason
    }
}
