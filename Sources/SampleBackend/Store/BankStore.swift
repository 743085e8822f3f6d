import Foundation
import GRDB

/// The bank's data in SQLite. Every method is one transaction.
struct BankStore: Sendable {
    /// One connection; SQLite has one writer at a time anyway, and reads here take well under a millisecond.
    let queue: DatabaseQueue

    static let userID = "usr-1001"

    /// Opens a database, for nil one in memory, brings its schema up to date and seeds it when it is new.
    ///
    /// Several programs may do this at once with one file: they wait for each other.
    ///
    /// - Throws: ``SampleBackendError`` when the file cannot be used; it is left as it was.
    static func open(_ file: String?) async throws(SampleBackendError) -> BankStore {
        if let file { try createFolder(of: file) }
        let path = file ?? ":memory:"
        var configuration = GRDB.Configuration()
        configuration.label = "harbor"
        configuration.busyMode = .timeout(5)
        do {
            return BankStore(queue: try await prepared(at: path, configuration, isFile: file != nil))
        } catch let error as SampleBackendError {
            throw error
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            throw .databaseForeign(path, why: "it is not a SQLite file")
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            throw .databaseDamaged(path, why: error.message ?? "\(error.resultCode)")
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw .databaseUnwritable(path, why: "another program holds it")
        } catch let error as DatabaseError {
            throw .databaseUnwritable(path, why: error.message ?? "\(error.resultCode)")
        } catch {
            throw .databaseUnwritable(path, why: "\(error)")
        }
    }

    /// Closes the connection; what was answered is on disk already.
    func close() {
        do {
            try queue.close()
        } catch {
            // SQLite refuses while a statement still runs; the connection then ends with the queue itself.
            queue.interrupt()
        }
    }

    private static func createFolder(of path: String) throws(SampleBackendError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .databaseUnwritable(path, why: "its folder \(folder.path) cannot be created")
        }
    }

    /// Opens, checks, switches to the write-ahead log, and migrates.
    ///
    /// SQLite does not call the busy handler at every step of this. So programs that start together with a new file
    /// can be turned away although nobody holds it for long; they try again.
    private static func prepared(
        at path: String, _ configuration: GRDB.Configuration, isFile: Bool
    ) async throws -> DatabaseQueue {
        let schema = Schema(path: path)
        let deadline = ContinuousClock.now + patience
        while true {
            do {
                let queue = try DatabaseQueue(path: path, configuration: configuration)
                // The file is looked at before anything is written, the journal mode included: a file that is not ours
                // must stay as it is.
                try await queue.read { db in
                    try schema.check(db)
                    try schema.checkPages(db)
                }
                if isFile { try await useWriteAheadLog(queue) }
                try await queue.write(schema.migrate)
                return queue
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline
            {
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// The time a start waits for other programs that use the file.
    private static let patience: Duration = .seconds(20)

    /// Survives a killed program, and lets another program read while this one writes.
    private static func useWriteAheadLog(_ queue: DatabaseQueue) async throws {
        try await queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        }
    }
}

/// The tables, and how a database gets from an older version of them to the newest.
struct Schema: Sendable {
    let path: String

    /// "HRBR", SQLite's `application_id` of the sample's databases.
    private static let applicationID = 0x4852_4252

    /// The version this program writes; kept in the database as `user_version`.
    static let version = steps.count

    /// Each step takes a database from the version of its index to the next.
    private static let steps: [@Sendable (Database) throws -> Void] = [
        { db in
            try db.execute(sql: tables)
            try Seed().insert(into: db)
        }
    ]

    /// Refuses databases of other programs and of newer versions; changes nothing.
    @Sendable func check(_ db: Database) throws {
        let version = try Self.number("PRAGMA user_version", db)
        guard version <= Self.version else {
            throw SampleBackendError.databaseNewer(path, version: version)
        }
        let application = try Self.number("PRAGMA application_id", db)
        guard application != Self.applicationID else { return }
        guard try application == 0 && version == 0 && Self.number("SELECT count(*) FROM sqlite_master", db) == 0 else {
            throw SampleBackendError.databaseForeign(path, why: "it belongs to another program")
        }
    }

    /// Refuses a database of which a part is lost or overwritten; changes nothing.
    func checkPages(_ db: Database) throws {
        let finding = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "ok"
        guard finding == "ok" else { throw SampleBackendError.databaseDamaged(path, why: finding) }
    }

    /// Takes the steps that are missing; to be called in one immediate transaction, so that of two programs that start
    /// together one does it and the other finds it done.
    @Sendable func migrate(_ db: Database) throws {
        try check(db)
        let version = try Self.number("PRAGMA user_version", db)
        guard version < Self.version else { return }
        for step in Self.steps[version...] { try step(db) }
        try db.execute(sql: "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(Self.version)")
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
