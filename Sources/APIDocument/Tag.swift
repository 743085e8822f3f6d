/// A group of operations, described.
public struct Tag: Sendable, Hashable {
    /// The name operations say.
    public let name: String
    /// A short title (OpenAPI 3.2), or what many documents have in its place: `x-displayName`.
    public let summary: String?
    /// What the group is for.
    public let description: String?
    /// The name of the group it belongs to (OpenAPI 3.2).
    public let parent: String?
}
