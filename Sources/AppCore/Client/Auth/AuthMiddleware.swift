import HTTPTypes
import WireFormats

/// Authenticates requests, per session: fetches tokens before the first one and renews them once after a 401.
///
/// Uses the first alternative of an operation with credentials for all its schemes. A request with its own
/// `Authorization`, and a call without authentication, stay unchanged.
package struct AuthMiddleware: Middleware {
    /// Returns the alternatives of an operation, each a set of schemes used together; nil for an operation that is
    /// unknown or declares none.
    package typealias Requirements = @Sendable (_ operation: String?) -> [[String]]?
    /// Returns the receiver of the access token in a server's reply to an operation; nil for an operation that does not
    /// sign in.
    package typealias Receivers = @Sendable (_ operation: String) -> (@Sendable (_ token: String) -> Void)?

    let base: BaseURL
    let schemes: [String: AuthScheme]
    let requirements: Requirements
    let credentials: @Sendable (Session, String) async throws -> Credentials?
    let receivers: Receivers
    let now: @Sendable () -> ContinuousClock.Instant
    let store: TokenStore

    /// Creates the middleware for a document's schemes.
    ///
    /// - Parameters:
    ///   - base: the server of the endpoints' paths; the client's `displayBase`.
    ///   - schemes: the security schemes, by name.
    ///   - requirements: the schemes of an operation.
    ///   - credentials: returns a session's credentials for a scheme, on demand; nil if there are none.
    ///   - receivers: the receivers of tokens from operations that sign in.
    ///   - earlier: the middleware whose tokens are kept; nil to start without tokens.
    ///   - now: the present time, for the expiry of tokens.
    package init(
        base: BaseURL, schemes: [String: AuthScheme], requirements: @escaping Requirements,
        credentials: @escaping @Sendable (Session, String) async throws -> Credentials?,
        receivers: @escaping Receivers = { _ in nil }, continuing earlier: AuthMiddleware? = nil,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        store = earlier?.store ?? TokenStore()
        (self.base, self.schemes, self.requirements) = (base, schemes, requirements)
        (self.credentials, self.receivers, self.now) = (credentials, receivers, now)
    }

    /// Sets a session's tokens for every scheme that issues tokens, as if it had signed in.
    package func preload(_ tokens: Tokens, for session: Session) async {
        let handing = schemes.filter { $0.value.login != nil }.keys
        for scheme in handing.isEmpty ? [""] : Array(handing) {
            await store.set(tokens, for: TokenKey(session: session, scheme: scheme))
        }
    }

    package func forget(_ session: Session) async {
        await store.forget(session)
    }

    package func respond(to request: HTTPRequest, body: [UInt8]?, context: CallContext, next: @escaping Next)
        async throws -> APIResponse
    {
        guard request.headerFields[.authorization] == nil else {
            var response = try await next(request, body, context)
            response.carriedCredentials = true
            return response
        }
        let chosen = try await chosen(context)
        var signed = request
        var used: [(scheme: String, tokens: Tokens)] = []
        for scheme in chosen {
            if let ready = try await credentials(context.session, scheme), !ready.areExchanged {
                signed = signed.signed(with: ready)
            } else if let tokens = try await tokens(scheme, context, next) {
                used.append((scheme, tokens))
                signed = signed.signed(with: .bearer(tokens.access))
            }
        }
        var response = try await next(signed, body, context)
        response.carriedCredentials = signed != request
        response.signsIn = signsIn(by: response, to: context.operation)
        guard response.status == 401 else { return response }
        if chosen.isEmpty, response.isReceived, let operation = context.operation, !isForTokens(operation) {
            await store.demand(operation, context.session)
        }
        // A repeated call could be a sign-in, which the server would count twice.
        let isDemanded = await store.isDemanded(context.operation, context.session)
        guard !used.isEmpty, !isDemanded else { return response }
        for (scheme, tokens) in used {
            guard let renewed = try await renewed(tokens, scheme, context, next) else { return response }
            signed = signed.signed(with: .bearer(renewed.access))
        }
        var repeated = try await next(signed, body, context.nextAttempt())
        repeated.carriedCredentials = true
        return repeated
    }

    /// Hands on the token of a reply; false if it has none.
    private func signsIn(by response: APIResponse, to operation: String?) -> Bool {
        guard response.isReceived, (200..<300).contains(response.status),
            let receive = operation.flatMap(receivers),
            let token = response.json.flatMap(TokenRequest.accessToken)
        else { return false }
        receive(token)
        return true
    }

    /// True for an operation that issues tokens.
    private func isForTokens(_ operation: String) -> Bool {
        schemes.values.contains { $0.login?.operation == operation || $0.refresh?.operation == operation }
    }

    private func chosen(_ context: CallContext) async throws -> [String] {
        let all: [[String]]
        if let known = requirements(context.operation) {
            all = known
        } else {
            // The server may demand what the document does not say.
            let isDemanded = await store.isDemanded(context.operation, context.session)
            all = context.requiresAuthentication || isDemanded ? schemes.keys.sorted().map { [$0] } : []
        }
        for alternative in all where !alternative.isEmpty {
            var isComplete = true
            for scheme in alternative where isComplete {
                isComplete = try await has(scheme, context.session)
            }
            if isComplete { return alternative }
        }
        return []
    }

    private func has(_ scheme: String, _ session: Session) async throws -> Bool {
        if await store.current(TokenKey(session: session, scheme: scheme)) != nil { return true }
        return try await credentials(session, scheme) != nil
    }

    private func tokens(_ scheme: String, _ context: CallContext, _ next: @escaping Next) async throws -> Tokens? {
        let tokens = await store.current(TokenKey(session: context.session, scheme: scheme))
        if let tokens, tokens.expiry.map({ $0 > now() }) ?? true { return tokens }
        return try await renewed(tokens, scheme, context, next) ?? tokens
    }

    /// New tokens in place of stale ones; nil without a refresh token and credentials.
    private func renewed(
        _ stale: Tokens?, _ name: String, _ context: CallContext, _ next: @escaping Next
    ) async throws -> Tokens? {
        let scheme = schemes[name] ?? AuthScheme()
        return try await store.renewed(stale, for: TokenKey(session: context.session, scheme: name)) {
            let credentials = try await credentials(context.session, name)
            if let token = stale?.refresh, let endpoint = scheme.refresh ?? scheme.login {
                let request = try TokenRequest.refresh(endpoint, at: base, token: token, by: credentials)
                do {
                    return try await exchange(request, keeping: token, context, next)
                } catch let error as APIError where error.status.map({ 400..<500 ~= $0 }) == true {
                    // The refresh token is no longer valid; only a new sign-in helps.
                }
            }
            guard let login = scheme.login, let credentials, credentials.areExchanged else { return nil }
            let request = try TokenRequest.login(login, at: base, with: credentials, scopes: scheme.scopes)
            return try await exchange(request, keeping: nil, context, next)
        }
    }

    private func exchange(
        _ exchange: TokenRequest, keeping refresh: String?, _ context: CallContext, _ next: Next
    ) async throws -> Tokens {
        var context = context.nextAttempt(isReported: false)
        context.operation = exchange.operation
        do {
            let response = try await next(exchange.request, exchange.body, context)
            return try exchange.tokens(from: response, keeping: refresh, now: now())
        } catch let error as APIError {
            throw exchange.located(error)
        }
    }
}
