/// A part of a regular expression (ECMA 262), as far as texts can be made of it.
indirect enum PatternNode: Sendable, Hashable {
    /// One scalar out of these ranges.
    case set([ClosedRange<UInt32>])
    /// One after the other.
    case sequence([PatternNode])
    /// One of them.
    case choice([PatternNode])
    /// So many times; nil for no end.
    case repeated(PatternNode, least: Int, most: Int?)
    /// The text's start.
    case start
    /// The text's end.
    case end
    /// A condition on the text ahead of the place, or behind it: it has the part, or not.
    case around(PatternNode, isAhead: Bool, isWanted: Bool)
    /// A word's first or last place, or any other.
    case edge(isWanted: Bool)
    /// A part that is said again somewhere, by its number.
    case group(Int, PatternNode)
    /// The text of the part of that number, again.
    case again(Int)
}

extension PatternNode {
    /// How many parts the shortest text has, at least; no number above a million is told apart.
    var leastSteps: Int {
        switch self {
        case .set, .start, .end, .edge, .again: 1
        case .around(let part, _, _), .group(_, let part): min(1_000_000, 1 + part.leastSteps)
        case .sequence(let parts): min(1_000_000, parts.reduce(1) { min(1_000_000, $0 + $1.leastSteps) })
        case .choice(let parts): 1 + (parts.map(\.leastSteps).min() ?? 0)
        case .repeated(let part, let least, _): min(1_000_000, 1 + least * part.leastSteps)
        }
    }

    /// True if the condition holds for it, or for a part of it.
    func contains(where isMeant: (PatternNode) -> Bool) -> Bool {
        if isMeant(self) { return true }
        return switch self {
        case .sequence(let parts), .choice(let parts): parts.contains { $0.contains(where: isMeant) }
        case .repeated(let part, _, _), .around(let part, _, _), .group(_, let part): part.contains(where: isMeant)
        case .set, .start, .end, .edge, .again: false
        }
    }
}
