import HTTPTypes
import JSONText

extension Bank {
    var userRoutes: [Route] {
        [
            route(.get, "/user/{userId}") { call, user in
                guard call.parameter("userId") == user.id else { throw Failure.notFound("There is no such user.") }
                return Self.reply(user)
            },
            route(.put, "/user/{userId}", answer: replaceUser),
        ]
    }

    @Sendable private func replaceUser(_ call: Call, _ user: User) async throws -> Reply {
        guard call.parameter("userId") == user.id else { throw Failure.notFound("There is no such user.") }
        let change = try UserChange(call.object(), of: user.id)
        let stored = try await store.replaceUser(user.id, with: change) { stored in
            guard let condition = call.headers[.ifMatch] else { return true }
            return Self.matches(condition, stored.entityTag)
        }
        guard let stored else {
            throw Failure(
                status: .preconditionFailed,
                message: "The profile was changed since you read it. Load it again and repeat the change.")
        }
        return Self.reply(stored)
    }

    /// RFC 9110, section 13.1.1: a list of tags, or `*`; a weak tag never matches.
    private static func matches(_ condition: String, _ tag: String) -> Bool {
        condition.split(separator: ",").contains {
            let candidate = $0.drop { $0 == " " }
            return candidate == "*"
                || candidate.prefix(tag.count) == tag && candidate.dropFirst(tag.count).allSatisfy { $0 == " " }
        }
    }

    private static func reply(_ user: User) -> Reply {
        .data(user.json, headers: [.eTag: user.entityTag])
    }
}
