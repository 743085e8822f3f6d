import DemoManager
import HTTPTypes
import WireFormats

/// The media types that a client accepts, by its header `Accept` (RFC 9110 section 12.5.1).
struct AcceptedTypes {
    private struct Range {
        let type: Substring
        let subtype: Substring
        let quality: Double

        /// The precision of the match, from 0 for `*/*` to 3; nil for a type outside the range.
        func fit(_ essence: String) -> Int? {
            let parts = essence.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            // The type may be a range of the document.
            if type == "*" || parts[0] == "*" || type == parts[0],
                subtype == "*" || parts[1] == "*" || subtype == parts[1]
            {
                return type == "*" ? 0 : subtype.hasPrefix("*") ? 1 : 3
            }
            return isFormat(of: essence) ? 2 : nil
        }

        /// True for a type such as `application/hal+json` and another type in JSON or XML. A client that reads the one
        /// can read the other (RFC 6839).
        private func isFormat(of essence: String) -> Bool {
            let (own, other) = (MediaTypeName("\(type)/\(subtype)"), MediaTypeName(essence))
            return quality > 0 && subtype.contains("+") && (own.isJSON && other.isJSON || own.isXML && other.isXML)
        }
    }

    private let ranges: [Range]

    /// Nil for a request that accepts everything.
    ///
    /// - Parameter fields: the values of its `Accept` headers.
    init?(_ fields: [String]) {
        let text = fields.joined(separator: ",")
        ranges = text.split(separator: ",").compactMap(Self.range)
        guard !ranges.isEmpty else { return nil }
    }

    private static func range(_ text: Substring) -> Range? {
        let parts = text.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
        guard let name = parts.first else { return nil }
        let names = name.split(separator: "/", omittingEmptySubsequences: false)
        guard names.count == 2 || name == "*" else { return nil }
        let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
        return Range(type: names[0], subtype: names.count == 2 ? names[1] : "*", quality: quality)
    }

    /// True if the client accepts anything, without preference.
    var areAll: Bool { ranges.allSatisfy { $0.type == "*" && $0.quality > 0 } }

    /// The sort key of a type, lower for preferred ones: the negative quality of the most specific range, then its
    /// position in the header. Nil for a type that is not accepted.
    func rank(of essence: String) -> (minusQuality: Double, place: Int)? {
        let best = ranges.enumerated()
            .compactMap { place, range in range.fit(essence).map { (fit: $0, quality: range.quality, place: place) } }
            .max { ($0.fit, $0.quality) < ($1.fit, $1.quality) }
        return best.flatMap { $0.quality > 0 ? (-$0.quality, $0.place) : nil }
    }

    /// The type to send if the document declares a range: the first full name that the client accepts.
    func concrete(for essence: String) -> String? {
        ranges.first { $0.quality > 0 && $0.fit(essence) == 3 }.map { "\($0.type)/\($0.subtype)" }
    }
}

/// The response that a request prefers: `Prefer: code=404`, `Prefer: example=cat` or `Prefer: dynamic=true` (RFC 7240,
/// with Prism's names). The query items `__code`, `__example` and `__dynamic` do the same.
struct Preference {
    let code: Int?
    let example: String?
    /// True for a body that is generated at random each time.
    let isDynamic: Bool

    /// Nil for a request without such a preference.
    init?(_ request: HTTPRequest) {
        guard let name = HTTPField.Name("Prefer") else { return nil }
        var wishes: [String: String] = [:]
        for item in Self.queryItems(request) where item.name.hasPrefix("__") {
            wishes[String(item.name.dropFirst(2))] = item.value
        }
        let text = request.headerFields[values: name].joined(separator: ",")
        for item in HeaderParameters(text, separatedBy: [",", ";"]).parameters { wishes[item.name] = item.value }
        code = wishes["code"].flatMap { Int($0) }
        example = wishes["example"]
        isDynamic = wishes["dynamic"] == "true"
        guard code != nil || example != nil || isDynamic else { return nil }
    }

    private static func queryItems(_ request: HTTPRequest) -> [(name: String, value: String)] {
        guard let path = request.path, path.utf8.contains(UInt8(ascii: "_")) else { return [] }
        return ReceivedRequest(request).queryItems
    }

    /// True if the request names a status or an example. It is sent as in the document, and no write is stored.
    var isExact: Bool { code != nil || example != nil }
}
