/// A URL in the parts a request is compared by. A text that begins with `/` is path and query on any host.
struct AbsoluteURL: Hashable {
    let scheme: String?
    let host: String?
    let port: Int?
    let authority: String?
    /// Path and query, as written.
    let target: String

    init?(_ text: String) {
        let text = text.prefix { $0 != "#" }
        guard !text.isEmpty, !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }) else {
            return nil
        }
        if text.hasPrefix("/") {
            scheme = nil
            host = nil
            port = nil
            authority = nil
            target = String(text)
            return
        }
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
        let scheme = text[..<colon].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let rest = text[colon...].dropFirst(3)
        let place = rest.prefix { $0 != "/" && $0 != "?" }
        let parsed = Authority(String(place), scheme: scheme)
        guard let host = parsed.host, !host.isEmpty else { return nil }
        let path = rest[place.endIndex...]
        self.scheme = scheme
        self.host = host
        port = parsed.port
        authority = String(place)
        target = path.hasPrefix("/") ? String(path) : "/" + path
    }
}
