import WireFormats

/// Path and query as Foundation's `URL` sends them. Requests and patterns are compared in this form, so each may be written
/// with or without the percent codes.
package enum SentURL {
    /// The text with a code for each byte that no URL has as it is. Existing codes stay.
    ///
    /// - Parameter keepingBraces: true for a text whose braces may be those of a template.
    package static func escaped(_ text: some StringProtocol, keepingBraces: Bool = false) -> String {
        String(decoding: escaped(Array(text.utf8), keepingBraces: keepingBraces), as: UTF8.self)
    }

    static func escaped(_ bytes: [UInt8], keepingBraces: Bool = false) -> [UInt8] {
        PercentCode.completed(bytes) { byte in
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "}"): keepingBraces
            case UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"),
                UInt8(ascii: "["), UInt8(ascii: "\\"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "`"),
                UInt8(ascii: "|"), 0x80...:
                false
            // Control characters and fragments stay: they are mistakes, and refused by name.
            default: true
            }
        }
    }

    /// A part of an absolute URL. One that may be of a host stays if it is not ASCII: a host has no percent codes.
    static func escaped(part text: String) -> String {
        let scheme = text.firstRange(of: "://")
        let start = scheme?.upperBound ?? text.startIndex
        let place = text[..<(text[start...].firstIndex { "/?&=%".contains($0) } ?? text.endIndex)]
        guard place.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        let isPlace = scheme != nil || place.hasPrefix("[") && place.contains(":")
        let kept = isPlace ? place : ""
        // A code may go on behind the end.
        let tail = text.suffix(2).firstIndex(of: "%").map { text[$0...] } ?? ""
        return kept + escaped(text.dropFirst(kept.count).dropLast(tail.count), keepingBraces: true) + tail
    }
}

extension URLPattern {
    /// The pattern in the form of requests.
    var sent: URLPattern {
        switch self {
        case .url(let text): .url(SentURL.escaped(text, keepingBraces: true))
        case .path(let text): .path(SentURL.escaped(text, keepingBraces: true))
        case .containing(let parts): .containing(parts.map(SentURL.escaped(part:)))
        // A template escapes its own literals, and expressions are compared with the request as it came.
        case .any, .urlMatching, .pathMatching, .template: self
        }
    }
}
