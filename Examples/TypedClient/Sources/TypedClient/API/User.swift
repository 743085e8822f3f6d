/// A person with an account.
public struct User: Codable, Hashable, Sendable, Identifiable {
    /// Given by the server.
    public let id: String
    /// As it is shown.
    public var name: String
    /// Where mail goes.
    public var email: String

    /// A user.
    public init(id: String, name: String, email: String) {
        self.id = id
        self.name = name
        self.email = email
    }
}

/// A part of a list.
public struct Page<Item: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// The items, in the server's order.
    public let items: [Item]
    /// What asks for the next page; nil on the last one.
    public let nextCursor: String?

    /// A page.
    public init(items: [Item], nextCursor: String?) {
        self.items = items
        self.nextCursor = nextCursor
    }
}

/// What the server gives for a refresh token.
struct AccessToken: Codable, Sendable {
    let token: String
}
