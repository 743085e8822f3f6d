import Foundation

extension URL {
    /// The host, in small letters, and the port as a request names them: an IPv6 address in brackets, which `host` leaves
    /// out (RFC 3986 section 3.2.2). Nil without a host.
    public var httpAuthority: String? {
        guard let host = host(percentEncoded: true)?.lowercased(), !host.isEmpty else { return nil }
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return port.map { "\(name):\($0)" } ?? name
    }

    /// The path and the query as a request names them; `/` where there is no path.
    public var httpPath: String {
        let path = path(percentEncoded: true)
        return (path.isEmpty ? "/" : path) + (query(percentEncoded: true).map { "?" + $0 } ?? "")
    }
}
