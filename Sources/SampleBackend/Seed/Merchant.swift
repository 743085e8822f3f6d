/// Somebody money goes to or comes from.
struct Merchant: Sendable {
    /// The name on the statement.
    let name: String
    /// What it is for.
    let category: Category
    /// The amounts, in cents; negative is spent.
    let cents: ClosedRange<Int>
    /// Which account.
    var account = "Everyday"

    /// A transaction with this merchant.
    func entry(on day: CalendarDay, _ numbers: inout SeededGenerator) -> SeededTransactions.Entry {
        .init(
            day: day, description: name, category: category, cents: numbers.number(in: cents), account: account)
    }
}
