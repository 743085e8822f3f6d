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
}

extension PatternNode {
    /// How many parts the shortest text has, at least; no number above a million is told apart.
    var leastSteps: Int {
        switch self {
        case .set, .start, .end: 1
        case .sequence(let parts): min(1_000_000, parts.reduce(1) { min(1_000_000, $0 + $1.leastSteps) })
        case .choice(let parts): 1 + (parts.map(\.leastSteps).min() ?? 0)
        case .repeated(let part, let least, _): min(1_000_000, 1 + least * part.leastSteps)
        }
    }
}
