import HTTPTypes

extension HTTPFields {
    /// The fields without those of a single connection: those of RFC 9110 section 7.6.1, and those that `Connection`
    /// names.
    func withoutHopByHop() -> HTTPFields {
        let named = self[values: .connection].flatMap { value in
            value.split(separator: ",").map { $0.filter { !$0.isWhitespace }.lowercased() }
        }
        var result = HTTPFields()
        for field in self where !Self.hopByHop.contains(field.name.canonicalName) {
            // The client must not remove framing and host.
            if named.contains(field.name.canonicalName), !Self.kept.contains(field.name.canonicalName) { continue }
            result.append(field)
        }
        return result
    }

    private static let hopByHop: Set<String> = [
        "connection", "proxy-connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
        "http2-settings", "proxy-authorization", "proxy-authenticate", "proxy-authentication-info",
    ]
    private static let kept: Set<String> = ["content-length", "host", "via"]
}
