import JSONText

/// One movement on an account.
struct Transaction: Sendable, Hashable {
    /// Where it stands in the order of entry, from 1; its id is made of it.
    let sequence: Int
    /// The day it was booked, `yyyy-MM-dd`.
    let date: String
    /// Who or what it was.
    let description: String
    /// What it was for.
    let category: String
    /// The amount in cents; money that left the account is negative.
    let cents: Int
    /// Which account, in the bank's own words.
    let account: String

    /// The id in the API, such as `tx-04711`.
    var id: String { Identifier.transaction.text(sequence) }

    /// The transaction as the document describes it.
    var json: JSONValue {
        [
            "id": .string(id), "date": .string(date), "description": .string(description),
            "category": .string(category), "amount": .amount(cents: cents), "currency": "EUR",
            "account": .string(account),
        ]
    }
}

extension JSONValue {
    /// An amount of money with its two decimals, such as `-8.40`.
    static func amount(cents: Int) -> JSONValue {
        let text = "\(cents < 0 ? "-" : "")\(cents.magnitude / 100).\(twoDigits(Int(cents.magnitude % 100)))"
        return JSONNumber(text: text).map(JSONValue.number) ?? .null
    }
}
