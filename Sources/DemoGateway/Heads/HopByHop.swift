import HTTPTypes

extension HTTPFields {
    /// Without the fields that concern one connection only: those RFC 9110 section 7.6.1 names, and those `Connection` does.
    func withoutHopByHop() -> HTTPFields {
        let named = self[values: .connection].flatMap { value in
            value.split(separator: ",").map { $0.filter { !$0.isWhitespace }.lowercased() }
        }
        var result = HTTPFields()
        for field in self where !Self.hopByHop.contains(field.name.canonicalName) {
            // What frames the message or names the host is not for the client to take away.
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
