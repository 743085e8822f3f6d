import GRDB

/// The conditions of a query, all of which must hold, as SQL with arguments.
private struct Filter: Sendable {
    private var conditions: [String] = []
    private(set) var arguments = StatementArguments()

    mutating func add(_ condition: String, _ values: StatementArguments) {
        conditions.append(condition)
        arguments += values
    }

    /// `WHERE ...`, or nothing without conditions.
    var clause: String { conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ") }
}

/// The messages of a conversation that a request asks for.
struct MessageFilter: Sendable {
    /// The first day, `yyyy-MM-dd`.
    let from: String?
    /// The last day.
    let to: String?
    /// The author, in any case of ASCII letters.
    let author: String?
}

extension BankStore {
    private func page<Record: FetchableRecord & Sendable>(
        _ page: PageRequest, of table: String, _ all: Filter, after: (String, StatementArguments)?, order: String,
        if isThere: @escaping @Sendable (Database) throws -> Bool = { _ in true },
        cursor: @escaping @Sendable (Record) -> Cursor
    ) async throws -> Page<Record>? {
        var rest = all
        if let after { rest.add(after.0, after.1) }
        return try await queue.read { [rest] db in
            guard try isThere(db) else { return nil }
            let rows = try Record.fetchAll(
                db, sql: "SELECT * FROM \(table) \(rest.clause) ORDER BY \(order) LIMIT ?",
                arguments: rest.arguments + [page.limit + 1])
            let total = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM \(table) \(all.clause)", arguments: all.arguments)
            return Page(rows, limit: page.limit, total: total ?? 0, cursor: cursor)
        }
    }

    // MARK: Messages

    /// Every conversation with the time of its newest message, in the order they were added.
    func chats() async throws -> [(chat: Chat, last: String?)] {
        try await queue.read { db in
            try Chat.fetchAll(db, sql: "SELECT * FROM chat ORDER BY rowid").map { chat in
                let last = try String.fetchOne(
                    db, sql: "SELECT sentAt FROM message WHERE chatID = ? ORDER BY sequence DESC LIMIT 1",
                    arguments: [chat.id])
                return (chat, last)
            }
        }
    }

    /// One page of a conversation, the last written first; nil if there is no such conversation.
    func messages(_ page: PageRequest, inChat chat: String, _ filter: MessageFilter) async throws -> Page<Message>? {
        var all = Filter()
        all.add("chatID = ?", [chat])
        if let from = filter.from { all.add("substr(sentAt, 1, 10) >= ?", [from]) }
        if let to = filter.to { all.add("substr(sentAt, 1, 10) <= ?", [to]) }
        if let author = filter.author { all.add("author = ? COLLATE NOCASE", [author]) }
        return try await self.page(
            page, of: "message", all, after: page.after.map { ("sequence < ?", [$0.sequence]) },
            order: "sequence DESC", if: { try Chat.exists($0, key: chat) }
        ) { Cursor(.messages, sequence: $0.sequence) }
    }

    /// Writes a message; nil if there is no such conversation.
    ///
    /// - Parameter time: the time in RFC 3339. A clock that is behind the newest message does not put the new one before it.
    func addMessage(_ text: String, by author: String, at time: String, toChat chat: String) async throws -> Message? {
        try await queue.write { db in
            guard try Chat.exists(db, key: chat) else { return nil }
            let newest = try String.fetchOne(
                db, sql: "SELECT max(sentAt) FROM message WHERE chatID = ?", arguments: [chat])
            let sentAt = max(time, newest ?? time)
            try db.execute(
                sql: "INSERT INTO message (chatID, author, text, sentAt) VALUES (?, ?, ?, ?)",
                arguments: [chat, author, text, sentAt])
            return Message(
                sequence: Int(db.lastInsertedRowID), chatID: chat, author: author, text: text, sentAt: sentAt)
        }
    }

    /// Deletes a message of a conversation; false if there is none.
    func deleteMessage(_ sequence: Int, inChat chat: String) async throws -> Bool {
        try await queue.write { db in
            try db.execute(sql: "DELETE FROM message WHERE sequence = ? AND chatID = ?", arguments: [sequence, chat])
            return db.changesCount > 0
        }
    }

    // MARK: Transactions

    /// One page of transactions, the newest day first and within a day the last entered first.
    ///
    /// - Parameter text: a part of their descriptions, in any case.
    func transactions(
        _ page: PageRequest, category: String?, containing text: String?
    ) async throws -> Page<Transaction> {
        var all = Filter()
        if let category { all.add("category = ?", [category]) }
        if let text { all.add("instr(folded, ?) > 0", [Self.folded(text)]) }
        let found: Page<Transaction>? = try await self.page(
            page, of: "movement", all, after: page.after.map { ("(date, sequence) < (?, ?)", [$0.date, $0.sequence]) },
            order: "date DESC, sequence DESC"
        ) { Cursor(.transactions, date: $0.date, sequence: $0.sequence) }
        return found ?? Page(rows: [], next: nil, total: 0)
    }

    /// Sets the category of a transaction; nil if there is no such transaction.
    func setCategory(_ category: Category, ofTransaction sequence: Int) async throws -> Transaction? {
        try await queue.write { db in
            try db.execute(
                sql: "UPDATE movement SET category = ? WHERE sequence = ?", arguments: [category.rawValue, sequence])
            return try Transaction.fetchOne(db, sql: "SELECT * FROM movement WHERE sequence = ?", arguments: [sequence])
        }
    }

    /// The form in which descriptions are searched, so that case does not matter in any language.
    static func folded(_ text: String) -> String { text.lowercased() }

    // MARK: Users

    /// A user; nil if there is none of that id.
    func user(_ id: String) async throws -> User? {
        try await queue.read { db in try User.fetchOne(db, key: id) }
    }

    /// Replaces a profile by one that is made of it; nil keeps it.
    ///
    /// - Returns: the profile as it is stored now; nil if it was kept.
    func replaceUser(_ id: String, by change: @escaping @Sendable (User) throws -> User?) async throws -> User? {
        try await queue.write { db in
            let user = try User.fetchOne(db, key: id).flatMap(change)
            try user?.update(db)
            return user
        }
    }
}
