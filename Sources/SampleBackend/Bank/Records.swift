import GRDB
import WireFormats

/// The bank's customer, as it is stored.
struct User: Sendable, Hashable, Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "user"

    let id: String
    let name: String
    let email: String
    let description: String?
    /// Counts the changes; the entity tag is made of it.
    let version: Int

    /// The strong entity tag of the profile as it is now.
    var entityTag: String { "\"\(version)\"" }

    /// The profile as the document describes it.
    var json: JSONValue {
        .object([
            "userId": .string(id), "name": .string(name), "email": .string(email),
            "description": description.map { .string($0) },
        ])
    }
}

/// One movement on an account, as it is stored.
struct Transaction: Sendable, Hashable, Codable, FetchableRecord {
    /// The number in the order of entry, from 1; the id is made of it.
    let sequence: Int
    /// The day it was booked, `yyyy-MM-dd`.
    let date: String
    let description: String
    let category: String
    /// The amount in cents; money that left the account is negative.
    let cents: Int
    let account: String

    /// The transaction as the document describes it.
    var json: JSONValue {
        let amount = "\(cents < 0 ? "-" : "")\(cents.magnitude / 100).\(String(cents.magnitude % 100).padded(to: 2))"
        return [
            "id": .string(Identifier.transaction.text(sequence)), "date": .string(date),
            "description": .string(description), "category": .string(category),
            "amount": JSONNumber(text: amount).map { .number($0) } ?? .null, "currency": "EUR",
            "account": .string(account),
        ]
    }
}

/// The purposes of transactions; the words of the document's enum.
enum Category: String, Sendable, CaseIterable {
    case groceries, dining, transport, housing, utilities, health, shopping, entertainment, travel, income, other

    /// Every word, as an error message lists them.
    static let words = allCases.map(\.rawValue).joined(separator: ", ")
}

/// A conversation with the bank.
struct Chat: Sendable, Hashable, Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "chat"

    let id: String
    let title: String
    /// The names of those who write in it, one a line.
    let participants: String

    /// The conversation as the document describes it.
    ///
    /// - Parameter last: the time of the newest message.
    func json(_ last: String?) -> JSONValue {
        [
            "id": .string(id), "title": .string(title),
            "participants": .array(participants.split(separator: "\n").map { .string(String($0)) }),
            "lastMessageAt": last.map { .string($0) } ?? .null,
        ]
    }
}

/// A message of a conversation, as it is stored.
struct Message: Sendable, Hashable, Codable, FetchableRecord {
    /// The number in the order of entry, from 1; the id is made of it.
    let sequence: Int
    let chatID: String
    let author: String
    let text: String
    /// The time in RFC 3339, always UTC.
    let sentAt: String

    /// The message as the document describes it.
    var json: JSONValue {
        [
            "id": .string(Identifier.message.text(sequence)), "chatId": .string(chatID), "author": .string(author),
            "text": .string(text), "sentAt": .string(sentAt),
        ]
    }
}

/// The ids of rows that are numbered in the order of entry: a prefix and at least five digits.
struct Identifier: Sendable {
    let prefix: String

    /// Ids of transactions: `tx-00001`.
    static let transaction = Identifier(prefix: "tx-")
    /// Ids of messages: `msg-00001`.
    static let message = Identifier(prefix: "msg-")

    func text(_ number: Int) -> String { prefix + String(number).padded(to: 5) }

    /// The number of an id; nil for any other text than ``text(_:)`` writes.
    func number(_ id: String) -> Int? {
        guard id.hasPrefix(prefix), let number = Int(id.dropFirst(prefix.count)), text(number) == id else { return nil }
        return number
    }
}

extension User {
    /// Checks a whole profile that was sent to replace this one, and names every field that is not valid.
    ///
    /// - Parameter object: members the bank does not know are left alone. It may leave out the id, but not change it.
    /// - Throws: ``Failure`` 422.
    func replaced(by object: JSONObject) throws(Failure) -> User {
        var wrong: [Failure.FieldReason] = []
        if let id = object["userId"], id != .string(self.id) {
            wrong.append(.init(name: "userId", reason: "cannot be changed"))
        }
        let name = object["name"]?.stringValue ?? ""
        if !(1...80).contains(name.unicodeScalars.count) || name.allSatisfy(\.isWhitespace) {
            wrong.append(.init(name: "name", reason: "must have 1 to 80 characters"))
        }
        let email = object["email"]?.stringValue ?? ""
        if !Self.isEmail(email) {
            wrong.append(.init(name: "email", reason: "must be an e-mail address, such as maya@example.org"))
        }
        let described = object["description"] ?? .null
        let description = described.stringValue ?? ""
        if !described.isNull && described.stringValue == nil || description.unicodeScalars.count > 500 {
            wrong.append(.init(name: "description", reason: "must be a text of at most 500 characters"))
        }
        guard wrong.isEmpty else { throw .invalid(wrong) }
        return User(
            id: id, name: name, email: email, description: description.isEmpty ? nil : description, version: version + 1
        )
    }

    /// The plain form people have: a local part and a domain with a dot. Quoted local parts are not taken.
    private static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 254, (1...64).contains(parts[0].utf8.count),
            text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace })
        else { return false }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && labels.allSatisfy { !$0.isEmpty }
    }
}
