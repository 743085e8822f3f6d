/// What the rest of an app knows of the server. Views and models take this, so that they can be shown with any other
/// conformer.
public protocol UserClient: Sendable {
    /// One user.
    ///
    /// - Throws: `APIError`, and `CancellationError`.
    func user(_ id: User.ID) async throws -> User

    /// Saves a user and gives it as the server keeps it.
    ///
    /// - Throws: `APIError`, and `CancellationError`.
    func update(_ user: User) async throws -> User

    /// A page of all users.
    ///
    /// - Parameter cursor: `nextCursor` of the page before; nil is the first page.
    /// - Throws: `APIError`, and `CancellationError`.
    func users(after cursor: String?) async throws -> Page<User>
}

extension UserClient {
    /// All users, page by page.
    public func allUsers() async throws -> [User] {
        var page = try await users(after: nil)
        var users = page.items
        while let cursor = page.nextCursor {
            page = try await self.users(after: cursor)
            users += page.items
        }
        return users
    }
}
