import JSONText

/// The parts of an absolute URL as an archive has it.
struct HARAddress {
    let scheme: String
    /// Host and port, without a user.
    let authority: String
    /// Path and query, escaped as they go over the wire.
    let path: String

    /// Whether a server can be asked there.
    var isHTTP: Bool { scheme == "http" || scheme == "https" }

    /// Nil for what is no absolute URL.
    init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
        scheme = text[..<colon].lowercased()
        guard scheme.utf8.allSatisfy({ $0.isLetter || Set("0123456789+-.".utf8).contains($0) }) else { return nil }
        let rest = text[text.index(after: colon)...]
        guard rest.hasPrefix("//") else {
            // `data:` and the like ask no server.
            guard !["http", "https"].contains(scheme) else { return nil }
            (authority, path) = ("", "/")
            return
        }
        let place = rest.dropFirst(2).prefix { $0 != "#" }
        let end = place.firstIndex { $0 == "/" || $0 == "?" } ?? place.endIndex
        authority = String(place[..<end].split(separator: "@").last ?? "")
        let target = place[end...]
        guard !["http", "https"].contains(scheme) || !authority.isEmpty else { return nil }
        // Some tools leave blanks and letters beyond ASCII in it.
        path = PercentCode.encoded((target.hasPrefix("/") ? "" : "/") + target) { $0 > 0x20 && $0 < 0x7F }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
