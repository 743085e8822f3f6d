import AsyncHTTPClient
import Foundation

/// The proxies for servers, from options and the environment, by the rules of curl.
package struct ProxyRules: Sendable, Hashable {
    /// A proxy for HTTP, or for SOCKS version 5.
    package struct Proxy: Sendable, Hashable, CustomStringConvertible {
        package let host: String
        package let port: Int
        package let isSOCKS: Bool
        /// User and password as in `Basic`; nil for none.
        let credentials: String?

        /// Host and port, without credentials.
        package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

        var authorization: HTTPClient.Authorization? { credentials.map { .basic(credentials: $0) } }

        var tunnel: HTTPClient.Configuration.Proxy {
            isSOCKS
                ? .socksServer(host: host, port: port) : .server(host: host, port: port, authorization: authorization)
        }
    }

    package struct Failure: Error, Hashable, CustomStringConvertible {
        /// The option or variable, the error and the remedy. Never the URL, which may contain a password.
        package let description: String
    }

    private var http: Proxy?
    private var https: Proxy?
    private var exclusions: [Exclusion] = []
    /// True if the user named the proxy for this run; it is then also used for servers of this machine.
    private var isAsked = false

    /// Creates rules without proxies.
    package init() {}

    /// - Parameters:
    ///   - option: the value of `--proxy`; empty disables proxies, whatever the environment contains.
    ///   - exceptions: the value of `--no-proxy`; replaces `NO_PROXY`.
    package init(_ option: String?, except exceptions: String?, environment: [String: String]) throws(Failure) {
        func variable(_ name: String) -> (name: String, value: String)? {
            for name in [name, name.uppercased()] {
                if let value = environment[name], !value.isEmpty { return (name, value) }
            }
            return nil
        }
        if let option {
            isAsked = true
            http = option.isEmpty ? nil : try Self.proxy(option, "--proxy")
            https = http
        } else {
            func proxy(_ name: String) throws(Failure) -> Proxy? {
                guard let found = variable(name) ?? variable("all_proxy") else { return nil }
                return try Self.proxy(found.value, found.name)
            }
            http = try proxy("http_proxy")
            https = try proxy("https_proxy")
        }
        let names = exceptions ?? variable("no_proxy")?.value ?? ""
        exclusions = names.split { $0 == "," || $0.isWhitespace }.map { Exclusion(String($0)) }
    }

    /// The proxy for a server; nil for none. Proxies of the environment are not used for servers of this machine.
    package func proxy(for origin: ServerOrigin) -> Proxy? {
        guard let proxy = origin.scheme == "https" ? https : http else { return nil }
        let address = IPAddress(origin.host)
        if !isAsked, address.map(\.isLoopback) ?? (origin.host == "localhost" || origin.host.hasSuffix(".localhost")) {
            return nil
        }
        return exclusions.contains { $0.covers(origin.host, address) } ? nil : proxy
    }

    private static func proxy(_ text: String, _ name: String) throws(Failure) -> Proxy {
        func failure(_ why: String) -> Failure {
            Failure(description: "\(name): the proxy's URL \(why). Write it like http://proxy.example:3128.")
        }
        var rest = text[...]
        var isSOCKS = false
        if let mark = text.firstRange(of: "://") {
            let scheme = text[..<mark.lowerBound].lowercased()
            isSOCKS = scheme == "socks5" || scheme == "socks5h"
            guard isSOCKS || scheme == "http" else { throw failure("must begin with http:// or socks5://") }
            rest = text[mark.upperBound...]
        }
        rest = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let at = rest.lastIndex(of: "@")
        let authority = at.map { rest[rest.index(after: $0)...] } ?? rest
        let user = at.map { String(rest[..<$0]) }
        guard !isSOCKS || user == nil else { throw failure("must have no user: SOCKS is used without one") }
        let isValid = authority.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        let end = authority.lastIndex(of: "]") ?? authority.startIndex
        let colon = authority[end...].lastIndex(of: ":")
        let digits = colon.map { authority[authority.index(after: $0)...] }
        // The default port of curl for proxies.
        let port = digits.map { Int($0) } ?? 1080
        let host = authority[..<(colon ?? authority.endIndex)].filter { $0 != "[" && $0 != "]" }
        guard isValid, !host.isEmpty, let port, (1...65535).contains(port) else {
            throw failure("has no valid host and port")
        }
        let credentials = user.map { user in
            let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let plain = parts.map { String($0).removingPercentEncoding ?? String($0) }
            return Data((plain + (plain.count == 1 ? [""] : [])).joined(separator: ":").utf8).base64EncodedString()
        }
        return Proxy(host: host.lowercased(), port: port, isSOCKS: isSOCKS, credentials: credentials)
    }

    /// One entry of `NO_PROXY`.
    private enum Exclusion: Sendable, Hashable {
        case all
        /// The name itself and all its subdomains.
        case name(String)
        case network(IPAddress, bits: Int)

        init(_ text: String) {
            let text = text.lowercased()
            if text == "*" {
                self = .all
                return
            }
            let parts = text.split(separator: "/", maxSplits: 1)
            if let address = parts.first.flatMap({ IPAddress(String($0)) }) {
                let longest = address.bytes.count * 8
                self = .network(address, bits: parts.count == 2 ? min(Int(parts[1]) ?? longest, longest) : longest)
            } else {
                self = .name(text.trimmingCharacters(in: CharacterSet(charactersIn: ".")))
            }
        }

        func covers(_ host: String, _ address: IPAddress?) -> Bool {
            switch self {
            case .all: return true
            case .name(let name):
                let host = host.hasSuffix(".") ? String(host.dropLast()) : host
                return address == nil && !name.isEmpty && (host == name || host.hasSuffix("." + name))
            case .network(let network, let bits): return address.map { network.contains($0, bits: bits) } ?? false
            }
        }
    }
}

/// An address of IPv4 or IPv6.
private struct IPAddress: Sendable, Hashable {
    let bytes: [UInt8]

    init?(_ text: String) {
        let plain = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, plain, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, plain, &six) == 1 {
            bytes = withUnsafeBytes(of: &six) { Array($0) }
        } else {
            return nil
        }
    }

    var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    /// True if the network with the first `bits` bits contains an address.
    func contains(_ other: IPAddress, bits: Int) -> Bool {
        guard bytes.count == other.bytes.count else { return false }
        return zip(bytes, other.bytes).enumerated().allSatisfy { index, pair in
            let shown = max(0, min(8, bits - index * 8))
            let mask = UInt8(truncatingIfNeeded: 0xFF << (8 - shown))
            return pair.0 & mask == pair.1 & mask
        }
    }
}
