import HTTPTypes
import Hummingbird
import WireFormats

/// The bank: every operation of Harbor's document, over its store and its tokens.
struct Bank: Sendable {
    typealias Context = BasicRequestContext

    let store: BankStore
    let tokens: TokenStore

    var routes: [Route] {
        [
            Route(method: .post, path: "/auth/login", answer: logIn),
            Route(method: .post, path: "/auth/refresh", answer: refresh),
            route(.get, "/me") { _, _, user in .data(user.json) },
            route(.get, "/user/{userId}") { _, context, user in
                guard context.parameters.get("userId") == user.id else {
                    throw Failure.notFound("There is no such user.")
                }
                return Self.reply(user)
            },
            route(.put, "/user/{userId}", answer: replaceUser),
            route(.get, "/transactions", answer: listTransactions),
            route(.patch, "/transactions/{id}/category", answer: setCategory),
            route(.get, "/chats") { _, _, _ in
                let chats = try await store.chats()
                return Page(rows: chats, next: nil, total: chats.count).reply { $0.chat.json($0.last) }
            },
            route(.get, "/chats/{chatId}/messages", answer: listMessages),
            route(.post, "/chats/{chatId}/messages", answer: sendMessage),
            route(.delete, "/chats/{chatId}/messages/{id}", answer: deleteMessage),
            // Described but not ready, on purpose. A token is required all the same.
            route(.get, "/cards") { _, _, _ in throw Failure.notReady("Cards") },
            route(.get, "/insights") { _, _, _ in throw Failure.notReady("Insights") },
            route(.post, "/transfers") { _, _, _ in throw Failure.notReady("Transfers") },
        ]
    }

    // MARK: Sign-in

    /// A route that only answers a request with a valid token, and receives its user.
    private func route(
        _ method: HTTPRequest.Method, _ path: String,
        answer: @escaping @Sendable (Request, Context, User) async throws -> Response
    ) -> Route {
        Route(method: method, path: path) { request, context in
            try await answer(request, context, user(of: request))
        }
    }

    private func user(of request: Request) async throws -> User {
        let scheme = "bearer "
        guard let header = request.headers[.authorization], header.lowercased().hasPrefix(scheme) else {
            throw Failure.unauthorized("Sign in first: there is no access token.")
        }
        let token = String(header.dropFirst(scheme.count)).trimmingPrefix { $0 == " " }
        switch await tokens.standing(of: String(token)) {
        case .user(let id):
            guard let user = try await store.user(id) else {
                throw Failure.unauthorized("The user is gone. Sign in again.")
            }
            return user
        case .expired: throw Failure.unauthorized("The access token has expired. Refresh it or sign in again.")
        case .unknown: throw Failure.unauthorized("The access token is not good any more. Sign in again.")
        }
    }

    /// OAuth 2's password grant (RFC 6749 section 4.3).
    @Sendable private func logIn(_ request: Request, _: Context) async throws -> Response {
        let form = try await Self.form(request, grant: "password", fields: ["username", "password"])
        let own = SampleBackend.credentials
        guard form["username"] == own.username, form["password"] == own.password else {
            throw Failure.unauthorized("The user name or the password is wrong.")
        }
        return Self.reply(await tokens.grant(to: BankStore.userID))
    }

    /// OAuth 2's refresh (RFC 6749 section 6).
    @Sendable private func refresh(_ request: Request, _: Context) async throws -> Response {
        let form = try await Self.form(request, grant: "refresh_token", fields: ["refresh_token"])
        guard let grant = await tokens.exchange(refreshToken: form["refresh_token"] ?? "") else {
            throw Failure.unauthorized("The refresh token is not good any more. Sign in again.")
        }
        return Self.reply(grant)
    }

    private static func form(_ request: Request, grant: String, fields: [String]) async throws -> FormFields {
        let form = FormFields(String(decoding: try await request.bytes(), as: UTF8.self))
        var wrong = fields.filter { form[$0] == nil }.map { Failure.FieldReason(name: $0, reason: "is missing") }
        if form["grant_type"] != grant {
            wrong.insert(.init(name: "grant_type", reason: "must be \(grant)"), at: 0)
        }
        guard wrong.isEmpty else {
            throw Failure.badRequest(
                "Send grant_type and its fields as application/x-www-form-urlencoded.", fields: wrong)
        }
        return form
    }

    private static func reply(_ grant: TokenStore.Grant) -> Response {
        .json([
            "access_token": .string(grant.access), "token_type": "Bearer",
            "expires_in": .number(Int(grant.lifetime.components.seconds)),
            "refresh_token": .string(grant.refresh),
        ])
    }

    // MARK: Profile

    @Sendable private func replaceUser(_ request: Request, _ context: Context, _ user: User) async throws -> Response {
        guard context.parameters.get("userId") == user.id else { throw Failure.notFound("There is no such user.") }
        let change = try await request.object()
        let stored = try await store.replaceUser(user.id) { stored in
            let changed = try stored.replaced(by: change)
            let condition = request.headers[.ifMatch] ?? "*"
            return Self.matches(condition, stored.entityTag) ? changed : nil
        }
        guard let stored else {
            throw Failure(
                status: .preconditionFailed,
                message: "The profile was changed since you read it. Load it again and repeat the change.")
        }
        return Self.reply(stored)
    }

    /// A list of tags, or `*`; a weak tag never matches (RFC 9110 section 13.1.1).
    private static func matches(_ condition: String, _ tag: String) -> Bool {
        condition.split(separator: ",").map { $0.filter { $0 != " " } }.contains { $0 == "*" || $0 == tag }
    }

    private static func reply(_ user: User) -> Response { .data(user.json, headers: [.eTag: user.entityTag]) }

    // MARK: Transactions

    @Sendable private func listTransactions(_ request: Request, _: Context, _: User) async throws -> Response {
        let query = request.query
        let page = try PageRequest(query, of: .transactions)
        let word = query["category"]
        if let word, Category(rawValue: word) == nil {
            throw Failure.badRequest(
                "The category is not valid.",
                fields: [.init(name: "category", reason: "must be one of \(Category.words)")])
        }
        return try await store.transactions(page, category: word, containing: query["q"]).reply(\.json)
    }

    @Sendable private func setCategory(_ request: Request, _ context: Context, _: User) async throws -> Response {
        let object = try await request.object()
        guard let sequence = Identifier.transaction.number(try context.parameters.require("id")) else {
            throw Failure.notFound("There is no such transaction.")
        }
        guard let category = object["category"]?.stringValue.flatMap(Category.init(rawValue:)) else {
            throw Failure.invalid([.init(name: "category", reason: "must be one of \(Category.words)")])
        }
        guard let changed = try await store.setCategory(category, ofTransaction: sequence) else {
            throw Failure.notFound("There is no such transaction.")
        }
        return .data(changed.json)
    }

    // MARK: Messages

    @Sendable private func listMessages(_ request: Request, _ context: Context, _: User) async throws -> Response {
        let query = request.query
        let page = try PageRequest(query, of: .messages)
        let wrong = ["from", "to"].filter { query[$0].map { CivilDay($0) == nil } ?? false }
        guard wrong.isEmpty else {
            throw Failure.badRequest(
                "The period is not valid.",
                fields: wrong.map { .init(name: $0, reason: "must be a date, such as 2026-06-30") })
        }
        let filter = MessageFilter(from: query["from"], to: query["to"], author: query["author"])
        let chat = try context.parameters.require("chatId")
        guard let messages = try await store.messages(page, inChat: chat, filter) else {
            throw Failure.notFound("There is no such conversation.")
        }
        return messages.reply(\.json)
    }

    @Sendable private func sendMessage(_ request: Request, _ context: Context, _ user: User) async throws -> Response {
        let text = try await request.object()["text"]?.stringValue ?? ""
        guard (1...1000).contains(text.unicodeScalars.count), !text.allSatisfy(\.isWhitespace) else {
            throw Failure.invalid([.init(name: "text", reason: "must have 1 to 1000 characters")])
        }
        let chat = try context.parameters.require("chatId")
        let now = Timestamp.now.text
        guard let message = try await store.addMessage(text, by: user.name, at: now, toChat: chat) else {
            throw Failure.notFound("There is no such conversation.")
        }
        return .data(message.json, status: .created)
    }

    @Sendable private func deleteMessage(_: Request, _ context: Context, _: User) async throws -> Response {
        let (chat, id) = try (context.parameters.require("chatId"), context.parameters.require("id"))
        guard let sequence = Identifier.message.number(id), try await store.deleteMessage(sequence, inChat: chat)
        else { throw Failure.notFound("There is no such message.") }
        return Response(status: .noContent)
    }
}
