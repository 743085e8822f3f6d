/// Makes texts that fit a pattern, and says whether a text does.
struct PatternText: Sendable {
    let root: PatternNode

    /// Nil for patterns that use more than the common subset.
    init?(_ pattern: String) {
        guard let root = PatternParser.parse(pattern), root.leastSteps < PatternText.stepLimit else { return nil }
        self.root = root
    }

    /// A text in which the pattern is found; its start and end need not be anchored.
    ///
    /// - Parameters:
    ///   - extra: how often a repetition goes beyond its least number, at most.
    ///   - limit: the most scalars wanted; repetitions stop there, which the least numbers may exceed.
    func text(_ choices: inout Choices, extra: Int, limit: Int) -> String? {
        var draft = Draft(extra: max(0, extra), limit: limit)
        guard append(root, to: &draft, &choices) else { return nil }
        return String(String.UnicodeScalarView(draft.scalars))
    }

    // Nobody wants to see more, whatever is asked for.
    private static let stepLimit = 20_000

    /// A text in the making.
    private struct Draft {
        var scalars: [Unicode.Scalar] = []
        let extra: Int
        let limit: Int
        var steps = PatternText.stepLimit
    }

    private func append(_ node: PatternNode, to draft: inout Draft, _ choices: inout Choices) -> Bool {
        draft.steps -= 1
        guard draft.steps > 0 else { return false }
        switch node {
        case .set(let ranges):
            guard let scalar = PatternText.scalar(of: ranges, &choices) else { return false }
            draft.scalars.append(scalar)
        case .sequence(let parts):
            return parts.allSatisfy { append($0, to: &draft, &choices) }
        case .choice(let parts):
            return append(parts[choices.next(parts.count)], to: &draft, &choices)
        case .repeated(let part, let least, let most):
            let room = min(draft.extra, (most ?? least + draft.extra) - least)
            for _ in 0..<(least + (room > 0 ? choices.next(room + 1) : 0)) {
                if draft.scalars.count >= draft.limit, least == 0 { break }
                guard append(part, to: &draft, &choices) else { return false }
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
