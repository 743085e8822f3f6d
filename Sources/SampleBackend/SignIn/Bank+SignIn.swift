import HTTPTypes
import JSONText

extension Bank {
    var signInRoutes: [Route] {
        [
            Route(method: .post, path: "/auth/login", answer: logIn),
            Route(method: .post, path: "/auth/refresh", answer: refresh),
            route(.get, "/me") { _, user in .data(user.json) },
        ]
    }

    /// OAuth 2's password grant (RFC 6749, section 4.3).
    @Sendable private func logIn(_ call: Call) async throws -> Reply {
        let form = try Self.form(call, grant: "password", fields: ["username", "password"])
        guard form["username"] == credentials.username, form["password"] == credentials.password else {
            throw Failure.unauthorized("The user name or the password is wrong.")
        }
        return Self.reply(await tokens.grant(to: BankStore.userID))
    }

    /// OAuth 2's refresh (RFC 6749, section 6).
    @Sendable private func refresh(_ call: Call) async throws -> Reply {
        let form = try Self.form(call, grant: "refresh_token", fields: ["refresh_token"])
        guard let grant = await tokens.exchange(refreshToken: form["refresh_token"] ?? "") else {
            throw Failure.unauthorized("The refresh token is not good any more. Sign in again.")
        }
        return Self.reply(grant)
    }

    private static func form(_ call: Call, grant: String, fields: [String]) throws(Failure) -> FormFields {
        let form = FormFields(String(decoding: call.body, as: UTF8.self))
        var wrong = fields.filter { form[$0] == nil }.map { Failure.FieldReason(name: $0, reason: "is missing") }
        if form["grant_type"] != grant {
            wrong.insert(.init(name: "grant_type", reason: "must be \(grant)"), at: 0)
        }
        guard wrong.isEmpty else {
            throw .badRequest("Send grant_type and its fields as application/x-www-form-urlencoded.", fields: wrong)
        }
        return form
    }

    private static func reply(_ grant: TokenStore.Grant) -> Reply {
        Reply(body: [
            "access_token": .string(grant.access),
            "token_type": "Bearer",
            "expires_in": .number(JSONNumber(Int(grant.lifetime.components.seconds))),
            "refresh_token": .string(grant.refresh),
        ])
    }

    /// A route that only answers whoever has a good token, and learns whose it is.
    func route(
        _ method: HTTPRequest.Method, _ path: String,
        answer: @escaping @Sendable (Call, User) async throws -> Reply
    ) -> Route {
        Route(method: method, path: path) { call in
            try await answer(call, user(of: call))
        }
    }

    private func user(of call: Call) async throws -> User {
        let scheme = "bearer "
        guard let header = call.headers[.authorization], header.lowercased().hasPrefix(scheme) else {
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
}
