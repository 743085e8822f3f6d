/// What can be said of the words a person gives before a gateway starts.
extension GatewayConfiguration {
    /// Whether a text is an origin as browsers send it (RFC 6454 section 7): `http://localhost:5173`, with or without a slash
    /// at its end; or `*`.
    public static func isOrigin(_ text: String) -> Bool {
        if text == "*" { return true }
        guard let mark = text.firstRange(of: "://"), !text[..<mark.lowerBound].isEmpty else { return false }
        let rest = text[mark.upperBound...]
        return HostAuthority(String(rest.hasSuffix("/") ? rest.dropLast() : rest)) != nil
    }

    /// Whether a text is a name that a `Host` header can have, with or without a port; or `*`.
    public static func isHost(_ text: String) -> Bool { text == "*" || HostAuthority(text) != nil }
}
