import GRDB
import WireFormats

/// The content of a new bank: one user, 5,000 transactions, 200 messages, the same everywhere and always.
struct Seed: Sendable {
    /// The day the seeded past ends. Fixed, so that the same bank comes out whenever it is made.
    static let lastDay = CivilDay(sinceEpoch: CivilDay.number(year: 2026, month: 6, day: 30))
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

/// Three years of a household's money, made up: what comes every month, and what days bring.
enum SeededTransactions {
    struct Entry: Sendable, Hashable {
        let day: CivilDay
        let description: String
        let category: Category
        let cents: Int
        let account: String
    }

    private static let months = 36

    /// Every transaction, the oldest first.
    static func all() -> [Entry] {
        var numbers = SeededGenerator(seed: 0x4852_4252)
        let last = Seed.lastDay
        let firstMonth = last.year * 12 + last.month - months
        func day(_ day: Int, of month: Int) -> CivilDay {
            CivilDay(sinceEpoch: CivilDay.number(year: month / 12, month: month % 12 + 1, day: day))
        }
        let firstDay = day(1, of: firstMonth)
        var entries: [Entry] = []
        for month in firstMonth..<(firstMonth + months) {
            for payment in Merchant.monthly {
                entries.append(payment.merchant.entry(on: day(payment.day, of: month), &numbers))
            }
        }
        let span = last.sinceEpoch - firstDay.sinceEpoch
        while entries.count < Seed.transactionCount, let merchant = Merchant.everyday(&numbers) {
            entries.append(merchant.entry(on: firstDay + numbers.number(in: 0...span), &numbers))
        }
        // The sort keeps entries of one day in the order they were made, so the outcome is the same everywhere.
        return entries.enumerated()
            .sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }
            .map(\.element)
    }
}

/// Two years of letters between a customer and her bank, made up.
enum SeededMessages {
    struct Entry: Sendable, Hashable {
        let author: String
        let text: String
        let time: Timestamp
    }

    private static let daysBetweenTalks = 15

    /// Every message, the oldest first.
    static func all() -> [Entry] {
        var numbers = SeededGenerator(seed: 0x4D41_5941)
        let talks = Self.talks(&numbers)
        let firstDay = Seed.lastDay + -(talks.count - 1) * daysBetweenTalks
        var entries: [Entry] = []
        for (number, talk) in talks.enumerated() {
            let day = firstDay + number * daysBetweenTalks
            var second = numbers.number(in: 8 * 3600...15 * 3600)
            for line in talk {
                let time = Timestamp(seconds: day.sinceEpoch * 86_400 + second)
                entries.append(Entry(author: line.author, text: line.text, time: time))
                second += numbers.number(in: 90...1500)
            }
        }
        return entries
    }

    /// Talks until the bank's number of messages is reached, the last one cut where it is.
    private static func talks(_ numbers: inout SeededGenerator) -> [[Talk.Line]] {
        var talks: [[Talk.Line]] = []
        var missing = Seed.messageCount
        while missing > 0, !Talk.all.isEmpty {
            let talk = Talk.all[talks.count % Talk.all.count].lines(&numbers).prefix(missing)
            talks.append(Array(talk))
            missing -= talk.count
        }
        return talks
    }
}
