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

/// A short talk with blanks in it: `{place}` and `{sum}` are filled in anew each time, the same within one talk.
struct Talk: Sendable {
    typealias Line = (author: String, text: String)

    private static let customer = Seed.user.name
    private static let adviser = "Ines Carvalho"
    private static let support = "Harbor Support"

    let script: [Line]

    /// The talk with its blanks filled in.
    func lines(_ numbers: inout SeededGenerator) -> [Line] {
        let blanks = [
            "{place}": numbers.element(of: Self.places) ?? "Malmö",
            "{sum}": "\(numbers.number(in: 2...58) * 5)",
        ]
        return script.map { line in
            let text = blanks.reduce(line.text) { text, blank in
                text.split(separator: blank.key, omittingEmptySubsequences: false).joined(separator: blank.value)
            }
            return (line.author, text)
        }
    }

    private static let places = ["Lisbon", "Berlin", "Bornholm", "Tallinn", "Bergen", "Ghent", "Porto", "Gdansk"]
}

extension Talk {
    /// Every talk there is; they come up in this order, again and again.
    static let all: [Talk] = [
        Talk(script: [
            (customer, "Hello Ines, I am thinking of buying a small boat. Could we talk about a loan?"),
            (adviser, "With pleasure. What would it cost, and how much have you saved?"),
            (customer, "About 9,000 euros, and a bit more than half of it is on my savings account."),
            (adviser, "Then a loan over two years would be roughly 190 euros a month. I will send you an example."),
            (customer, "Thank you, that helps."),
        ]),
        Talk(script: [
            (customer, "There is a payment of {sum} euros I do not recognise."),
            (support, "Thank you for telling us. We have looked: it is a hotel deposit in {place}."),
            (customer, "Right, I forgot about that one. Sorry!"),
            (support, "No harm done. Deposits usually come back within ten days."),
        ]),
        Talk(script: [
            (customer, "I am travelling to {place} next week. Will my card work there?"),
            (support, "Yes, everywhere you see the sign on the card. Payments in euros cost nothing extra."),
            (customer, "And cash?"),
            (support, "The first two withdrawals a month are free."),
        ]),
        Talk(script: [
            (adviser, "Your fixed deposit ends this month. Shall it go on for another year?"),
            (customer, "What is the rate now?"),
            (adviser, "2.4 percent for a year, 2.6 for two."),
            (customer, "One year, please."),
            (adviser, "Done. You will find the paper in your documents."),
        ]),
        Talk(script: [
            (customer, "My new card has not arrived yet."),
            (support, "It left us on Tuesday. Please give the post until Friday."),
            (customer, "It came today, thank you."),
        ]),
        Talk(script: [
            (customer, "Can I raise my daily limit for one day? I want to pay for a bicycle."),
            (support, "Of course. How much do you need?"),
            (customer, "1,{sum} euros would do, tomorrow."),
            (support, "It is raised until tomorrow at midnight and goes back by itself."),
        ]),
        Talk(script: [
            (adviser, "Would you like to go through your yearly overview together?"),
            (customer, "Yes, on Thursday after four?"),
            (adviser, "Thursday at a quarter past four it is. By phone?"),
            (customer, "By phone. Talk to you then!"),
        ]),
        Talk(script: [
            (customer, "The rent went out twice this month."),
            (support, "We see it too. The second one was your standing order from before the move."),
            (customer, "Could you end that one, please?"),
            (support, "It is ended, and the second payment is on its way back to you."),
            (customer, "Perfect, thanks for being quick."),
        ]),
        Talk(script: [
            (customer, "How do I set {sum} euros aside every payday without thinking of it?"),
            (adviser, "With a standing order on the 26th, a day after your salary. Shall I prepare it?"),
            (customer, "Please do."),
            (adviser, "It is there; you only have to confirm it."),
        ]),
        Talk(script: [
            (support, "We have noticed a sign-in from {place}. Was that you?"),
            (customer, "Yes, I am on the night train and the connection is not the best."),
            (support, "Thank you. Have a good journey."),
        ]),
        Talk(script: [
            (customer, "Do you have an account for my nephew? He turns ten."),
            (adviser, "We do: no fees, and he sees how his savings grow. A parent has to sign with you."),
            (customer, "His mother will come along. When could we drop by?"),
            (adviser, "Any weekday from nine to five. Bring his passport, please."),
        ]),
        Talk(script: [
            (customer, "A shop in {place} wants to refund {sum} euros. What do they need?"),
            (support, "Your IBAN and your name, nothing else. Never give them a code."),
            (customer, "Good to know."),
            (support, "It usually arrives on the next working day."),
        ]),
    ]
}

/// A payer or payee.
struct Merchant: Sendable {
    let name: String
    let category: Category
    /// The amounts, in cents; negative is spent.
    let cents: ClosedRange<Int>
    var account = "Everyday"

    func entry(on day: CivilDay, _ numbers: inout SeededGenerator) -> SeededTransactions.Entry {
        .init(day: day, description: name, category: category, cents: numbers.number(in: cents), account: account)
    }
}

extension Merchant {
    /// The monthly payments and their days.
    static let monthly: [(day: Int, merchant: Merchant)] = [
        (1, spent("Varvsgatan 12, rent", .housing, 98_000...98_000)),
        (1, spent("City transit, monthly pass", .transport, 5_900...5_900)),
        (2, spent("Northlight Gym", .health, 3_490...3_490)),
        (3, spent("Volta Energi", .utilities, 4_800...11_900)),
        (5, spent("Fjord Fibre, internet", .utilities, 3_995...3_995)),
        (8, spent("Kite Mobile", .utilities, 1_800...2_450)),
        (10, spent("Folkhälsan Insurance", .health, 12_450...12_450)),
        (12, spent("Lumen Streaming", .entertainment, 1_299...1_299)),
        (25, Merchant(name: "Östra Gymnasium, salary", category: .income, cents: 318_500...321_900)),
        (26, Merchant(name: "To savings", category: .other, cents: -30_000 ... -30_000)),
        (26, Merchant(name: "From Everyday", category: .income, cents: 30_000...30_000, account: "Savings")),
    ]

    /// A merchant of an ordinary day; groceries come up more often than flights. Never nil.
    static func everyday(_ numbers: inout SeededGenerator) -> Merchant? {
        guard let merchants = numbers.element(of: weighted) else { return nil }
        return numbers.element(of: merchants)
    }

    private static func spent(_ name: String, _ category: Category, _ cents: ClosedRange<Int>) -> Merchant {
        Merchant(name: name, category: category, cents: -cents.upperBound ... -cents.lowerBound)
    }

    private static let weighted: [[Merchant]] =
        Array(repeating: groceries, count: 34) + Array(repeating: dining, count: 24)
        + Array(repeating: transport, count: 14) + Array(repeating: shopping, count: 9)
        + Array(repeating: entertainment, count: 7) + Array(repeating: health, count: 4)
        + Array(repeating: other, count: 4) + Array(repeating: travel, count: 2) + Array(repeating: income, count: 2)

    private static let groceries = [
        spent("Hemgården Livs", .groceries, 620...7_800), spent("Saluhallen Market", .groceries, 480...4_200),
        spent("Grönt & Gott", .groceries, 350...2_900), spent("Corner Shop Amiralen", .groceries, 190...1_650),
        spent("Levain Bakery", .groceries, 280...1_340), spent("Ekeby Farm Box", .groceries, 2_450...3_290),
        spent("Fiskeläget Fishmonger", .groceries, 890...4_600),
    ]
    private static let dining = [
        spent("Kaffebönan", .dining, 320...980), spent("Café Småland", .dining, 390...1_850),
        spent("Noodle Bar Ichi", .dining, 980...2_650), spent("Trattoria Pesto", .dining, 1_650...6_400),
        spent("Falafel No 1", .dining, 690...1_180), spent("The Anchor Pub", .dining, 540...4_300),
        spent("School canteen", .dining, 560...720), spent("Gelateria Vento", .dining, 280...890),
    ]
    private static let transport = [
        spent("City transit, single ticket", .transport, 290...480), spent("Sundet Rail", .transport, 1_250...5_400),
        spent("Pump & Pedal, bike repair", .transport, 900...8_900), spent("Green Taxi", .transport, 1_190...3_900),
        spent("Harbour Ferry", .transport, 420...1_260),
    ]
    private static let shopping = [
        spent("Bokhandeln Pennan", .shopping, 790...5_200), spent("Lind & Son Hardware", .shopping, 450...8_700),
        spent("Second Hand Kupan", .shopping, 300...4_100), spent("Nordic Outdoor", .shopping, 1_990...18_900),
        spent("Paper & Ink", .shopping, 240...2_600),
    ]
    private static let entertainment = [
        spent("Cinema Panorama", .entertainment, 990...2_900), spent("Konsthallen Museum", .entertainment, 800...1_600),
        spent("Concert Hall Stora Salen", .entertainment, 2_400...7_900),
        spent("Climbing Hall Klätterverket", .entertainment, 1_150...1_950),
    ]
    private static let health = [
        spent("Apotek Lejonet", .health, 420...4_800), spent("Dr. Hansson, dentist", .health, 4_900...23_500),
        spent("Optician Klarsyn", .health, 1_900...28_900),
    ]
    private static let travel = [
        spent("Night Train Berlin", .travel, 6_900...16_900), spent("Pension Alma, Lisbon", .travel, 14_800...52_000),
        spent("Bornholm Ferry", .travel, 3_800...9_400),
    ]
    private static let other = [
        spent("Cash withdrawal", .other, 2_000...10_000), spent("Gift for Samira", .other, 1_500...6_000),
        spent("Sea Rescue Society, donation", .other, 1_000...5_000),
    ]
    private static let income = [
        Merchant(name: "Refund, Nordic Outdoor", category: .income, cents: 1_990...12_900),
        Merchant(name: "Private lesson, Oskar", category: .income, cents: 2_500...6_000),
        Merchant(name: "Jonas, dinner share", category: .income, cents: 800...3_400),
    ]
}
