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

/// A message of a conversation.
struct Message: Sendable, Hashable {
    /// Where it stands in the order of entry, from 1; its id is made of it.
    let sequence: Int
    /// The conversation it belongs to.
    let chatID: String
    /// Who wrote it.
    let author: String
    /// What it says.
    let text: String
    /// When it was sent, in RFC 3339, always UTC.
    let sentAt: String

    /// The id in the API, such as `msg-00042`.
    var id: String { Identifier.message.text(sequence) }

    /// The message as the document describes it.
    var json: JSONValue {
        [
            "id": .string(id), "chatId": .string(chatID), "author": .string(author), "text": .string(text),
            "sentAt": .string(sentAt),
        ]
    }
}
