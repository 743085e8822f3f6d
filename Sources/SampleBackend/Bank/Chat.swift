import JSONText

/// A conversation with the bank.
struct Chat: Sendable, Hashable {
    /// The id in the API.
    let id: String
    /// What it is about.
    let title: String
    /// The names of those who write in it.
    let participants: [String]
    /// When the newest message was sent, in RFC 3339; nil while there is none.
    let lastMessageAt: String?

    /// The conversation as the document describes it.
    var json: JSONValue {
        [
            "id": .string(id), "title": .string(title),
            "participants": .array(participants.map { .string($0) }),
            "lastMessageAt": lastMessageAt.map { .string($0) } ?? .null,
        ]
    }
}
