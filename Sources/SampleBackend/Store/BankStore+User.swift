import GRDB

extension BankStore {
    /// A user; nil when there is none of that id.
    func user(_ id: String) async throws -> User? {
        try await queue.read { db in try Self.user(id, db) }
    }

    /// Replaces a profile, if the one that is stored passes the condition.
    ///
    /// - Returns: the profile as it is stored now; nil when the condition did not hold.
    func replaceUser(
        _ id: String, with change: UserChange, if condition: @escaping @Sendable (User) -> Bool
    ) async throws -> User? {
        try await queue.write { db in
            guard let stored = try Self.user(id, db), condition(stored) else { return nil }
            try db.execute(
                sql: "UPDATE user SET name = ?, email = ?, description = ?, version = version + 1 WHERE id = ?",
                arguments: [change.name, change.email, change.description, id])
            return try Self.user(id, db)
        }
    }

    private static func user(_ id: String, _ db: Database) throws -> User? {
        try Row.fetchOne(db, sql: "SELECT * FROM user WHERE id = ?", arguments: [id]).map { row in
            User(
                id: row["id"], name: row["name"], email: row["email"], description: row["description"],
                version: row["version"])
        }
    }
}
