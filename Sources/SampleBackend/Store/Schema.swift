import GRDB

extension BankStore {
    /// The schema this program writes; kept in the database as `user_version`.
    static let schemaVersion = Schema.steps.count
}

/// The tables, and how a database gets from an older version of them to the newest.
struct Schema: Sendable {
    let path: String

    /// "HRBR", SQLite's `application_id` of the sample's databases.
    private static let applicationID = 0x4852_4252

    /// Each step takes a database from the version of its index to the next.
    static let steps: [@Sendable (Database) throws -> Void] = [
        { db in
            try db.execute(sql: tables)
            try Seed().insert(into: db)
        }
    ]

    /// Refuses databases of other programs and of newer versions; changes nothing.
    @Sendable func check(_ db: Database) throws {
        let version = try Self.number("PRAGMA user_version", db)
        guard version <= Self.steps.count else {
            throw SampleBackendError.databaseNewer(path: path, version: version)
        }
        let application = try Self.number("PRAGMA application_id", db)
        guard application != Self.applicationID else { return }
        guard try application == 0 && version == 0 && Self.number("SELECT count(*) FROM sqlite_master", db) == 0 else {
            throw SampleBackendError.databaseForeign(path: path, why: "it belongs to another program")
        }
    }

    /// Refuses a database of which a part is lost or overwritten; changes nothing.
    func checkPages(_ db: Database) throws {
        let finding = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "ok"
        guard finding == "ok" else { throw SampleBackendError.databaseDamaged(path: path, why: finding) }
    }

    /// Takes the steps that are missing; to be called in one immediate transaction, so that of two programs that start
    /// together one does it and the other finds it done.
    @Sendable func migrate(_ db: Database) throws {
        try check(db)
        let version = try Self.number("PRAGMA user_version", db)
        guard version < Self.steps.count else { return }
        for step in Self.steps[version...] { try step(db) }
        try db.execute(sql: "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(Self.steps.count)")
    }

    private static func number(_ sql: String, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: sql) ?? 0
    }

    private static let tables = """
        CREATE TABLE user (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            email TEXT NOT NULL,
            description TEXT,
            version INTEGER NOT NULL
        );
        CREATE TABLE movement (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            date TEXT NOT NULL,
            description TEXT NOT NULL,
            folded TEXT NOT NULL,
            category TEXT NOT NULL,
            cents INTEGER NOT NULL,
            account TEXT NOT NULL
        );
        CREATE INDEX movement_by_date ON movement (date, sequence);
        CREATE INDEX movement_by_category ON movement (category, date, sequence);
        CREATE TABLE chat (
            id TEXT PRIMARY KEY NOT NULL,
            title TEXT NOT NULL,
            participants TEXT NOT NULL
        );
        CREATE TABLE message (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            chatID TEXT NOT NULL REFERENCES chat (id),
            author TEXT NOT NULL,
            text TEXT NOT NULL,
            sentAt TEXT NOT NULL
        );
        CREATE INDEX message_by_chat ON message (chatID, sequence);
        """
}
