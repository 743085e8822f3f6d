import WireFormats

/// A payer or payee.
struct Merchant: Sendable {
    let name: String
    let category: Category
    /// The amounts, in cents; negative is spent.
    let cents: ClosedRange<Int>
    var account = "Everyday"

    func entry(on day: CivilDay, _ numbers: inout SeededGenerator) -> SeededTransactions.Entry {
        .init(
            day: day, description: name, category: category, cents: numbers.number(in: cents), account: account)
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
