import JSONText

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
