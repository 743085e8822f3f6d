import HTTPTypes

/// The media types a client takes, by its header `Accept` (RFC 9110 section 12.5.1).
struct AcceptedTypes {
    /// One range of the header.
    private struct Range {
        let type: Substring
        let subtype: Substring
        let quality: Double

        var specificity: Int { type == "*" ? 0 : subtype == "*" ? 1 : 2 }

        func fits(_ essence: String) -> Bool {
            let parts = essence.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return false }
            // What a document describes may be a range itself.
            return (type == "*" || parts[0] == "*" || type == parts[0])
                && (subtype == "*" || parts[1] == "*" || subtype == parts[1])
        }
    }

    private let ranges: [Range]

    /// Nil for a request that takes everything.
    init?(_ request: HTTPRequest) {
        let text = request.headerFields[values: .accept].joined(separator: ",")
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

    /// Whether the client takes everything, and nothing rather than something else.
    var areAll: Bool { ranges.allSatisfy { $0.specificity == 0 && $0.quality > 0 } }

    /// How much a type is wanted.
    struct Rank {
        /// From 0 to 1; never 0.
        let quality: Double
        /// The place in the header of the range that says so.
        let place: Int

        /// Whether what has this rank is given rather than what has the other.
        func isBefore(_ other: Rank) -> Bool { (-quality, place) < (-other.quality, other.place) }
    }

    /// What the most specific range that fits says of a type; nil where it is not wanted at all.
    func rank(of essence: String) -> Rank? {
        let best = ranges.enumerated().filter { $0.element.fits(essence) }
            .max { ($0.element.specificity, $0.element.quality) < ($1.element.specificity, $1.element.quality) }
        return best.flatMap { $0.element.quality > 0 ? Rank(quality: $0.element.quality, place: $0.offset) : nil }
    }

    /// The one type the client means where the document describes a range: the first that has no star.
    func concrete(for essence: String) -> String? {
        ranges.first { $0.specificity == 2 && $0.quality > 0 && $0.fits(essence) }.map { "\($0.type)/\($0.subtype)" }
    }
}
