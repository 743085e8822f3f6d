/// A described group of operations.
public struct Tag: Sendable, Hashable {
    public let name: String
    /// A short title: `summary` (OpenAPI 3.2), else `x-displayName`.
    public let summary: String?
    public let description: String?
    /// The name of the enclosing group (OpenAPI 3.2).
    public let parent: String?
}
