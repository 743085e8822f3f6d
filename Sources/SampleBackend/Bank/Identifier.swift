/// The ids of things that are numbered in the order of entry: a prefix and at least five digits.
struct Identifier: Sendable {
    /// What stands before the number.
    let prefix: String

    /// Ids of transactions: `tx-00001`.
    static let transaction = Identifier(prefix: "tx-")
    /// Ids of messages: `msg-00001`.
    static let message = Identifier(prefix: "msg-")

    /// The id of a number.
    func text(_ number: Int) -> String {
        let digits = String(number)
        return prefix + String(repeating: "0", count: max(0, 5 - digits.count)) + digits
    }

    /// The number of an id; nil when it is none of this kind, or not written as ``text(_:)`` would.
    func number(_ id: String) -> Int? {
        guard id.hasPrefix(prefix), let number = Int(id.dropFirst(prefix.count)), text(number) == id else { return nil }
        return number
    }
}
