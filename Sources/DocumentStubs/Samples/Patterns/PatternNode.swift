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
