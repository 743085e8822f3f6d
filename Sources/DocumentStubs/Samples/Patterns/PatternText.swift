/// Makes texts that fit a pattern, and says whether a text does.
struct PatternText: Sendable {
    private let root: PatternNode

    /// Nil for patterns that use more than the common subset.
    init?(_ pattern: String) {
        guard let root = PatternParser.parse(pattern) else { return nil }
        self.root = root
    }

    /// A text in which the pattern is found; its start and end need not be anchored.
    ///
    /// - Parameters:
    ///   - extra: how often a repetition goes beyond its least number, at most.
    ///   - limit: the most scalars wanted; repetitions stop there, which the least numbers may exceed.
    func text(_ choices: inout Choices, extra: Int, limit: Int) -> String? {
        var scalars: [Unicode.Scalar] = []
        guard append(root, to: &scalars, &choices, extra, limit) else { return nil }
        return String(String.UnicodeScalarView(scalars))
    }

    private func append(
        _ node: PatternNode, to text: inout [Unicode.Scalar], _ choices: inout Choices, _ extra: Int, _ limit: Int
    ) -> Bool {
        // Nobody wants to see more, whatever is asked for.
        guard text.count < 20_000 else { return false }
        switch node {
        case .set(let ranges):
            guard let scalar = PatternText.scalar(of: ranges, &choices) else { return false }
            text.append(scalar)
        case .sequence(let parts):
            return parts.allSatisfy { append($0, to: &text, &choices, extra, limit) }
        case .choice(let parts):
            return append(parts[choices.next(parts.count)], to: &text, &choices, extra, limit)
        case .repeated(let part, let least, let most):
            let room = min(extra, (most ?? least + extra) - least)
            for _ in 0..<(least + (room > 0 ? choices.next(room + 1) : 0)) {
                if text.count >= limit, least == 0 { break }
                guard append(part, to: &text, &choices, extra, limit) else { return false }
            }
        case .start, .end:
            break
        }
        return true
    }

    /// Prefers letters and digits to signs, and what can be read to what cannot.
    private static func scalar(of ranges: PatternSet.Ranges, _ choices: inout Choices) -> Unicode.Scalar? {
        for preferred in preferences {
            var parts: PatternSet.Ranges = []
            for range in ranges {
                for wanted in preferred where range.overlaps(wanted) { parts.append(range.clamped(to: wanted)) }
            }
            let count = parts.reduce(0) { $0 + $1.count }
            guard count > 0 else { continue }
            var place = choices.next(count)
            for part in parts {
                if place < part.count { return Unicode.Scalar(part.lowerBound + UInt32(place)) }
                place -= part.count
            }
        }
        return ranges.first.flatMap { Unicode.Scalar($0.lowerBound) }
    }

    private static let preferences: [PatternSet.Ranges] = [
        [0x30...0x39, 0x61...0x7A, 0x41...0x5A], [0x2D...0x2D, 0x5F...0x5F, 0x2E...0x2E, 0x20...0x20], [0x21...0x7E],
        [0xA1...0xD7FF],
    ]
}

extension PatternText {
    /// Whether the pattern is found in the text. Takes time in proportion to both, whatever the pattern; nil for texts
    /// too long to say.
    func isFound(in text: String) -> Bool? {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count <= 4000 else { return nil }
        return !ends(root, from: Set(0...scalars.count), scalars).isEmpty
    }

    /// The places where a match may end that starts at one of the given places.
    private func ends(_ node: PatternNode, from starts: Set<Int>, _ text: [Unicode.Scalar]) -> Set<Int> {
        switch node {
        case .set(let ranges):
            return Set(
                starts.compactMap { place in
                    place < text.count && ranges.contains { $0.contains(text[place].value) } ? place + 1 : nil
                })
        case .sequence(let parts):
            return parts.reduce(starts) { $0.isEmpty ? $0 : ends($1, from: $0, text) }
        case .choice(let parts):
            return parts.reduce(into: []) { $0.formUnion(ends($1, from: starts, text)) }
        case .repeated(let part, let least, let most):
            return ends(of: part, least: least, most: most, from: starts, text)
        case .start:
            return starts.contains(0) ? [0] : []
        case .end:
            return starts.contains(text.count) ? [text.count] : []
        }
    }

    private func ends(
        of part: PatternNode, least: Int, most: Int?, from starts: Set<Int>, _ text: [Unicode.Scalar]
    ) -> Set<Int> {
        var reached = starts
        for _ in 0..<least {
            reached = ends(part, from: reached, text)
            if reached.isEmpty { return [] }
        }
        var all = reached
        var count = least
        while !reached.isEmpty, count < most ?? .max {
            reached = ends(part, from: reached, text).subtracting(all)
            all.formUnion(reached)
            count += 1
        }
        return all
    }
}
