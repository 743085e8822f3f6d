import Foundation
import HTTPTypes
import JSONText

extension Bank {
    var messageRoutes: [Route] {
        [
            route(.get, "/chats") { _, _ in
                let chats = try await store.chats()
                return Page(rows: chats, next: nil, total: chats.count).reply(\.json)
            },
            route(.get, "/chats/{chatId}/messages", answer: listMessages),
            route(.post, "/chats/{chatId}/messages", answer: sendMessage),
            route(.delete, "/chats/{chatId}/messages/{id}", answer: deleteMessage),
        ]
    }

    @Sendable private func listMessages(_ call: Call, _ user: User) async throws -> Reply {
        let page = try PageRequest(call.query, of: .messages)
        let wrong = ["from", "to"].filter { call.query[$0].map { CalendarDay($0) == nil } ?? false }
        guard wrong.isEmpty else {
            throw Failure.badRequest(
                "The period is not valid.",
                fields: wrong.map { .init(name: $0, reason: "must be a date, such as 2026-06-30") })
        }
        let filter = MessageFilter(from: call.query["from"], to: call.query["to"], author: call.query["author"])
        let messages = try await store.messages(page, inChat: call.parameter("chatId"), filter)
        guard let messages else { throw Failure.notFound("There is no such conversation.") }
        return messages.reply(\.json)
    }

    @Sendable private func sendMessage(_ call: Call, _ user: User) async throws -> Reply {
        let text = try call.object()["text"]?.stringValue ?? ""
        guard (1...1000).contains(text.unicodeScalars.count), !text.allSatisfy(\.isWhitespace) else {
            throw Failure.invalid([.init(name: "text", reason: "must have 1 to 1000 characters")])
        }
        let now = CalendarTime(secondsSince1970: Int(Date().timeIntervalSince1970))
        let message = try await store.addMessage(
            text, by: user.name, at: now.text, toChat: call.parameter("chatId"))
        guard let message else { throw Failure.notFound("There is no such conversation.") }
        return .data(message.json, status: .created)
    }

    @Sendable private func deleteMessage(_ call: Call, _ user: User) async throws -> Reply {
        guard let sequence = Identifier.message.number(call.parameter("id")),
            try await store.deleteMessage(sequence, inChat: call.parameter("chatId"))
        else { throw Failure.notFound("There is no such message.") }
        return Reply(status: .noContent)
    }
}
