import GRDB

/// The content of a new bank: one user, 5,000 transactions, 200 messages, the same everywhere and always.
struct Seed: Sendable {
    /// The day the seeded past ends. Fixed, so that the same bank comes out whenever it is made.
    static let lastDay = CalendarDay(year: 2026, month: 6, day: 30)
    static let transactionCount = 5000
    static let messageCount = 200

    static let user = User(
        id: BankStore.userID, name: "Maya Lindqvist", email: "maya.lindqvist@example.org",
        description: "Teacher, cyclist, saving for a small wooden boat.", version: 1)

    /// The conversations; the messages belong to the first.
    static let chats = [
        Chat(id: "chat-1", title: "Your adviser", participants: "\(user.name)\nInes Carvalho\nHarbor Support"),
        Chat(id: "chat-2", title: "Card disputes", participants: "\(user.name)\nHarbor Support"),
    ]

    /// Writes everything, in the transaction the caller is in.
    func insert(into db: Database) throws {
        try Self.user.insert(db)
        for chat in Self.chats { try chat.insert(db) }
        let movement = try db.makeStatement(
            sql: "INSERT INTO movement (date, description, folded, category, cents, account) VALUES (?, ?, ?, ?, ?, ?)")
        for entry in SeededTransactions.all() {
            try movement.execute(arguments: [
                entry.day.text, entry.description, BankStore.folded(entry.description), entry.category.rawValue,
                entry.cents, entry.account,
            ])
        }
        let message = try db.makeStatement(
            sql: "INSERT INTO message (chatID, author, text, sentAt) VALUES (?, ?, ?, ?)")
        for entry in SeededMessages.all() {
            try message.execute(arguments: [Self.chats[0].id, entry.author, entry.text, entry.time.text])
        }
    }
}
