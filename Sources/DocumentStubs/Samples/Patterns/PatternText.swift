import APIDocument

/// Generates texts that fit a pattern.
struct PatternText: Sendable {
    private let root: PatternNode
    /// The pattern's source.
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
        for turn in 0..<(looksAround ? 8 : 1) {
            var draft = Draft(extra: max(0, extra), limit: limit)
            draft.saysBefore = turn % 2 == 0
            guard append(root, to: &draft, &choices) else { return nil }
            let text = draft.text
            guard looksAround else { return text }
            if check?.isFound(in: text) == true { return text }
            let woven = woven(draft, &choices)
            if check?.isFound(in: woven) == true { return woven }
        }
        return nil
    }

    /// The draft with the parts required by lookaheads, each at a place of its own in it.
    private func woven(_ draft: Draft, _ choices: inout Choices) -> String {
        var scalars = draft.scalars
        var taken: Set<Int> = []
        for wish in draft.wishes {
            var part = Draft(extra: 0, limit: draft.limit)
            let (node, isFar) = wish.part.withoutStart
            guard append(node, to: &part, &choices) else { continue }
            let room = scalars.count - part.scalars.count
            var place = wish.place
            if isFar, room > wish.place {
                place += choices.next(room - wish.place + 1)
                while place < room, taken.contains(place) { place += 1 }
            }
            let end = min(scalars.count, place + part.scalars.count)
            scalars.replaceSubrange(min(place, end)..<end, with: part.scalars)
            taken.formUnion(place..<(place + part.scalars.count))
        }
        return String(String.UnicodeScalarView(scalars))
    }

    // More parts than any useful string has.
    private static let stepLimit = 20_000

    /// A string under construction.
    private struct Draft {
        var scalars: [Unicode.Scalar] = []
        let extra: Int
        let limit: Int
        var steps = PatternText.stepLimit
        /// Parts of lookaheads, by their position.
        var wishes: [(place: Int, part: PatternNode)] = []
        /// True if the part of a lookbehind is inserted at its position.
        var saysBefore = false
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
        case .around(let part, isAhead: true, isWanted: true):
            draft.wishes.append((draft.scalars.count, part))
        case .around(let part, isAhead: false, isWanted: true) where draft.saysBefore:
            return append(part, to: &draft, &choices)
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
    /// The part without an optional prefix; `isFar` is true if it had one.
    fileprivate var withoutStart: (part: PatternNode, isFar: Bool) {
        if case .group(_, let part) = self { return part.withoutStart }
        guard case .sequence(let parts) = self, case .repeated(_, least: 0, _)? = parts.first else {
            return (self, false)
        }
        return (.sequence(Array(parts.dropFirst())), true)
    }
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
