import APIDocument

struct PatternText: Sendable {
    private let root: PatternNode
    let pattern: String
    /// True if a generated string may not match, because the pattern looks ahead or behind.
    private let looksAround: Bool

    /// Nil for a pattern beyond the common subset.
    init?(_ pattern: String) {
        let reading = PatternReading(pattern)
        guard let root = reading.root, root.leastSteps < PatternText.stepLimit else { return nil }
        self.root = root
        self.pattern = pattern
        looksAround = reading.looksAround
    }

    /// A string that contains a match, anchored or not. Nil if a few tries find none.
    ///
    /// - Parameters:
    ///   - extra: the most repetitions beyond the minimum.
    ///   - limit: the wanted length in scalars, at which repetitions stop; minimums may exceed it.
    func text(_ choices: inout Choices, extra: Int, limit: Int) -> String? {
        let check = looksAround ? Pattern(pattern) : nil
        for _ in 0..<(looksAround ? 32 : 1) {
            var draft = Draft(extra: max(0, extra), limit: limit)
            guard append(root, to: &draft, &choices) else { return nil }
            if check?.isFound(in: draft.text) ?? true { return draft.text }
        }
        return nil
    }

    // More parts than any useful string has.
    private static let stepLimit = 20_000

    private struct Draft {
        var scalars: [Unicode.Scalar] = []
        let extra: Int
        let limit: Int
        var steps = PatternText.stepLimit
        /// The scalars of capture groups, for backreferences.
        var groups: [Int: [Unicode.Scalar]] = [:]

        var text: String { String(String.UnicodeScalarView(scalars)) }
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
        case .group(let number, let part):
            let start = draft.scalars.count
            guard append(part, to: &draft, &choices) else { return false }
            draft.groups[number] = Array(draft.scalars[start...])
        case .again(let number):
            draft.scalars += draft.groups[number] ?? []
        case .start, .end, .around, .edge:
            break
        }
        return true
    }

    /// Prefers letters and digits to other characters, and printable ASCII to the rest.
    private static func scalar(of ranges: PatternNode.Ranges, _ choices: inout Choices) -> Unicode.Scalar? {
        for preferred in preferences {
            var parts: PatternNode.Ranges = []
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

    private static let preferences: [PatternNode.Ranges] = [
        [0x30...0x39, 0x61...0x7A, 0x41...0x5A], [0x2D...0x2D, 0x5F...0x5F, 0x2E...0x2E, 0x20...0x20], [0x21...0x7E],
        [0xA1...0xD7FF],
    ]
}

extension PatternNode {
    /// The least number of parts in a match, up to a million.
    var leastSteps: Int {
        switch self {
        case .set, .start, .end, .edge, .again: 1
        case .around(let part, _, _), .group(_, let part): min(1_000_000, 1 + part.leastSteps)
        case .sequence(let parts): min(1_000_000, parts.reduce(1) { min(1_000_000, $0 + $1.leastSteps) })
        case .choice(let parts): 1 + (parts.map(\.leastSteps).min() ?? 0)
        case .repeated(let part, let least, _): min(1_000_000, 1 + least * part.leastSteps)
        }
    }
}
