/// Checks of values from the command line.
extension GatewayConfiguration {
    /// True for an origin as browsers send it (RFC 6454 section 7): `http://localhost:5173`, perhaps with a trailing
    /// slash; or `*`.
    package static func isOrigin(_ text: String) -> Bool {
        if text == "*" { return true }
        guard let mark = text.firstRange(of: "://"), !text[..<mark.lowerBound].isEmpty else { return false }
        let rest = text[mark.upperBound...]
        return HostAuthority(String(rest.hasSuffix("/") ? rest.dropLast() : rest)) != nil
    }

    /// True for the value of a `Host` header, with or without a port; or `*`.
    package static func isHost(_ text: String) -> Bool { text == "*" || HostAuthority(text) != nil }
}
