import Foundation
import HTTPTypes

/// Signs requests, per session: fetches tokens before the first, renews them once when a reply is 401.
///
/// A request that brings its own `Authorization`, and a call that requires none, go as they are.
public struct AuthMiddleware: Middleware {
    let base: BaseURL
    let login: TokenEndpoint?
    let refresh: TokenEndpoint?
    let credentials: @Sendable (Session) async throws -> Credentials?
    let now: @Sendable () -> ContinuousClock.Instant
    let store = TokenStore()

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - base: server the endpoints' paths are below; the client's `displayBase`.
    ///   - login: where a password becomes tokens.
    ///   - refresh: where a refresh token becomes new ones; nil uses `login`.
    ///   - credentials: what a session signs in with; nil sends its calls unsigned. Asked for when needed.
    ///   - now: the time, for the tokens' expiry.
    public init(
        base: BaseURL,
        login: TokenEndpoint? = nil,
        refresh: TokenEndpoint? = nil,
        credentials: @escaping @Sendable (Session) async throws -> Credentials?,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.base = base
        self.login = login
        self.refresh = refresh
        self.credentials = credentials
        self.now = now
    }

    /// Gives a session tokens, as if it had signed in.
    public func preload(_ tokens: Tokens, for session: Session) async {
        await store.set(tokens, for: session)
    }

    /// Forgets a session's tokens; its next call signs in again.
    public func forget(_ session: Session) async {
        await store.set(nil, for: session)
    }

    /// Signs the request; after a 401 renews the tokens and repeats it once.
    public func respond(to request: HTTPRequest, body: [UInt8]?, context: CallContext, next: @escaping Next)
        async throws -> APIResponse
    {
        guard context.requiresAuthentication, request.headerFields[.authorization] == nil else {
            return try await next(request, body, context)
        }
        var tokens = await store.current(context.session)
        if tokens == nil || isExpired(tokens) {
            if let ready = try await credentials(context.session), !ready.areExchanged {
                return try await next(request.signed(with: ready), body, context)
            }
            tokens = try await renewed(tokens, context, next) ?? tokens
        }
        guard let tokens else { return try await next(request, body, context) }
        let response = try await next(request.signed(with: .bearer(tokens.access)), body, context)
        guard response.status == 401, let renewed = try await renewed(tokens, context, next) else { return response }
        return try await next(request.signed(with: .bearer(renewed.access)), body, context.nextAttempt())
    }

    private func isExpired(_ tokens: Tokens?) -> Bool {
        guard let expiry = tokens?.expiry else { return false }
        return expiry <= now()
    }

    /// New tokens in place of stale ones, or nil when there is nothing to get them with.
    private func renewed(_ stale: Tokens?, _ context: CallContext, _ next: @escaping Next) async throws -> Tokens? {
        try await store.renewed(stale, for: context.session) {
            if let token = stale?.refresh, let endpoint = refresh ?? login {
                let request = try TokenRequest.refresh(endpoint, at: base, token: token)
                do {
                    return try await exchange(request, keeping: token, context, next)
                } catch let error as APIError where error.status.map({ 400..<500 ~= $0 }) == true {
                    // The refresh token is used up: only signing in helps now.
                }
            }
            guard let login, let credentials = try await credentials(context.session), credentials.areExchanged else {
                return nil
            }
            let request = try TokenRequest.login(login, at: base, with: credentials)
            return try await exchange(request, keeping: nil, context, next)
        }
    }

    private func exchange(
        _ exchange: TokenRequest, keeping refresh: String?, _ context: CallContext, _ next: Next
    ) async throws -> Tokens {
        var context = context.nextAttempt(isTold: false)
        context.operation = exchange.operation
        do {
            let response = try await next(exchange.request, exchange.body, context)
            return try exchange.tokens(from: response, keeping: refresh, now: now())
        } catch let error as APIError {
            throw exchange.located(error)
        }
    }
}

extension HTTPRequest {
    /// The request with credentials that need no exchange.
    fileprivate func signed(with credentials: Credentials) -> HTTPRequest {
        var signed = self
        switch credentials {
        case .bearer(let token):
            signed.headerFields[.authorization] = "Bearer " + token
        case .basic(let username, let password):
            let pair = Data("\(username):\(password)".utf8).base64EncodedString()
            signed.headerFields[.authorization] = "Basic " + pair
        case .apiKey(let key, let name, .header):
            if let name = HTTPField.Name(name) { signed.headerFields[name] = key }
        case .apiKey(let key, let name, .query):
            let path = path ?? "/"
            signed.path = path + (path.contains("?") ? "&" : "?") + QueryItem.encoded([QueryItem(name, key)])
        case .apiKey(let key, let name, .cookie):
            let cookie = "\(name)=\(key)"
            signed.headerFields[.cookie] = [headerFields[.cookie], cookie].compactMap(\.self).joined(separator: "; ")
        case .password, .client:
            break
        }
        return signed
    }
}
