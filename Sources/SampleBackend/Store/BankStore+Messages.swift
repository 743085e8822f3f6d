import GRDB

/// Which messages of a conversation are asked for.
struct MessageFilter: Sendable {
    /// The first day, `yyyy-MM-dd`.
    let from: String?
    /// The last day.
    let to: String?
    /// Who wrote them, in any case of ASCII letters.
    let author: String?
}

extension BankStore {
    /// Every conversation, in the order they were made.
    func chats() async throws -> [Chat] {
        try await queue.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT *, (SELECT sentAt FROM message WHERE chatID = chat.id ORDER BY sequence DESC LIMIT 1) AS last
                    FROM chat ORDER BY rowid
                    """
            ).map { row in
                let participants: String = row["participants"]
                return Chat(
                    id: row["id"], title: row["title"],
                    participants: participants.split(separator: "\n").map(String.init),
                    lastMessageAt: row["last"])
            }
        }
    }

    /// One page of a conversation, the last written first; nil when there is no such conversation.
    func messages(
        _ page: PageRequest, inChat chat: String, _ filter: MessageFilter
    ) async throws -> Page<Message>? {
        var all = Filter()
        all.add("chatID = ?", [chat])
        if let from = filter.from { all.add("substr(sentAt, 1, 10) >= ?", [from]) }
        if let to = filter.to { all.add("substr(sentAt, 1, 10) <= ?", [to]) }
        if let author = filter.author { all.add("author = ? COLLATE NOCASE", [author]) }
        var rest = all
        if let after = page.after { rest.add("sequence < ?", [after.sequence]) }
        return try await queue.read { [all, rest] db in
            guard try Self.hasChat(chat, db) else { return nil }
            let rows = try Row.fetchAll(
                db, sql: "SELECT * FROM message \(rest.clause) ORDER BY sequence DESC LIMIT ?",
                arguments: rest.arguments + [page.limit + 1])
            let total = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM message \(all.clause)", arguments: all.arguments)
            return Page(rows.map(Self.message), limit: page.limit, total: total ?? 0) { last in
                Cursor(.messages, sequence: last.sequence)
            }
        }
    }

    /// Writes a message; nil when there is no such conversation.
    ///
    /// - Parameter time: when it was sent, in RFC 3339. A clock that is behind the newest message does not put the
    ///   new one before it.
    func addMessage(
        _ text: String, by author: String, at time: String, toChat chat: String
    ) async throws -> Message? {
        try await queue.write { db in
            guard try Self.hasChat(chat, db) else { return nil }
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

    /// Deletes a message of a conversation; false when there is none.
    func deleteMessage(_ sequence: Int, inChat chat: String) async throws -> Bool {
        try await queue.write { db in
            try db.execute(
                sql: "DELETE FROM message WHERE sequence = ? AND chatID = ?", arguments: [sequence, chat])
            return db.changesCount > 0
        }
    }

    private static func hasChat(_ id: String, _ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM chat WHERE id = ?)", arguments: [id]) ?? false
    }

    private static func message(_ row: Row) -> Message {
        Message(
            sequence: row["sequence"], chatID: row["chatID"], author: row["author"], text: row["text"],
            sentAt: row["sentAt"])
    }
}
