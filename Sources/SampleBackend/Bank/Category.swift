/// What a transaction was for; the words of the document's enum.
enum Category: String, Sendable, CaseIterable {
    case groceries, dining, transport, housing, utilities, health, shopping, entertainment, travel, income, other

    /// Every word, as an error message lists them.
    static let words = allCases.map(\.rawValue).joined(separator: ", ")
}
