import Foundation
import HTTPTypes

/// The API over HTTP: common headers, errors by name, retries, a token refreshed once when it has expired.
public struct HTTPUserClient: UserClient {
    private let scheme: String
    private let authority: String
    private let transport: any HTTPTransport
    private let session: Session
    private let retry: Retry

    /// A client of the API at `scheme://authority`.
    ///
    /// - Parameters:
    ///   - scheme: `http` or `https`.
    ///   - authority: host, and port where it is not the scheme's own.
    ///   - token: the access token to begin with; nil asks for one at the first 401.
    ///   - refreshToken: what a new access token is asked for with.
    ///   - transport: how requests are sent.
    ///   - retry: how often reading is tried again.
    public init(
        scheme: String = "https", authority: String, token: String? = nil, refreshToken: String,
        transport: any HTTPTransport, retry: Retry = .none
    ) {
        self.scheme = scheme
        self.authority = authority
        self.transport = transport
        self.retry = retry
        session = Session(token: token, refreshToken: refreshToken)
    }

    /// One user.
    public func user(_ id: User.ID) async throws -> User { try await call(.user(id)) }
    /// Saves a user.
    public func update(_ user: User) async throws -> User { try await call(.update(user)) }
    /// A page of users.
    public func users(after cursor: String?) async throws -> Page<User> { try await call(.users(after: cursor)) }

    /// One call: an attempt, and after a 401 another one with a new token.
    private func call<Value>(_ endpoint: Endpoint<Value>) async throws -> Value {
        let token = await session.token
        do {
            return try await attempts(endpoint, token: token)
        } catch APIError.refused(status: 401, _) {
            let fresh = try await session.refresh(replacing: token) { refreshToken in
                try await attempt(.refresh(refreshToken), token: nil).token
            }
            return try await attempts(endpoint, token: fresh)
        }
    }

    /// Reading may be tried again. A write may have been carried out before its reply was lost, so it is sent once.
    private func attempts<Value>(_ endpoint: Endpoint<Value>, token: String?) async throws -> Value {
        var pause = retry.pause
        for _ in 1..<retry.attempts where endpoint.method == .get {
            do {
                return try await attempt(endpoint, token: token)
            } catch let error as APIError where error.isPassing {
                try await Task.sleep(for: pause)
                pause *= 2
            }
        }
        return try await attempt(endpoint, token: token)
    }

    private func attempt<Value>(_ endpoint: Endpoint<Value>, token: String?) async throws -> Value {
        let request = endpoint.request(scheme: scheme, authority: authority, token: token)
        let (head, data) = try await reply(to: request, body: endpoint.body)
        guard head.status.kind == .successful else { throw APIError(status: head.status.code, body: data) }
        do {
            return try JSONDecoder().decode(Value.self, from: data)
        } catch {
            throw APIError.unreadable(status: head.status.code)
        }
    }

    private func reply(to request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
        do {
            return try await transport.send(request, body: body)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw APIError.unreachable("\(error)")
        }
    }
}
