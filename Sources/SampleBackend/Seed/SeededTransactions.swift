import WireFormats

/// Three years of a household's money, made up: what comes every month, and what days bring.
enum SeededTransactions {
    struct Entry: Sendable, Hashable {
        let day: CalendarDay
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
        let firstMonth = last.parts.year * 12 + last.parts.month - months
        let firstDay = CalendarDay(year: firstMonth / 12, month: firstMonth % 12 + 1, day: 1)
        var entries: [Entry] = []
        for month in firstMonth..<(firstMonth + months) {
            for payment in Merchant.monthly {
                let day = CalendarDay(year: month / 12, month: month % 12 + 1, day: payment.day)
                entries.append(payment.merchant.entry(on: day, &numbers))
            }
        }
        let span = last.number - firstDay.number
        while entries.count < Seed.transactionCount, let merchant = Merchant.everyday(&numbers) {
            entries.append(merchant.entry(on: firstDay + numbers.number(in: 0...span), &numbers))
        }
        // The sort keeps entries of one day in the order they were made, so the outcome is the same everywhere.
        return entries.enumerated()
            .sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }
            .map(\.element)
    }
}
