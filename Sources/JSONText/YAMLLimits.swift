/// The limits of a YAML text; beyond them it is refused, with the place.
public struct YAMLLimits: Sendable, Hashable {
    /// How many nodes aliases may stand for in all.
    public var aliasNodes: Int
    /// How many nodes aliases may stand for in all, for each byte of the text.
    public var aliasNodesPerByte: Int
    /// How deep sequences and mappings may nest.
    public var depth: Int

    /// Limits no honest document meets: a million nodes from aliases, 100 for each byte of the text, 500 levels.
    public static let `default` = YAMLLimits()

    /// These limits.
    public init(aliasNodes: Int = 1_000_000, aliasNodesPerByte: Int = 100, depth: Int = 500) {
        self.aliasNodes = aliasNodes
        self.aliasNodesPerByte = aliasNodesPerByte
        self.depth = depth
    }
}
