import APIDocument
import AppCore
import DemoManager
import SampleBackend

extension AppComposition {
    /// Signs live calls as the document says.
    /// - Parameter desk: what live calls sign in with, as far as it is known.
    func authentication(
        _ catalog: ScreenCatalog, _ rules: SecurityRules, _ base: BaseURL, _ desk: SignInDesk
    ) async -> AuthMiddleware {
        let schemes = catalog.authentications.map { way in
            let login = way.tokenURL.map { TokenEndpoint(url: $0, operation: way.tokenOperation) }
            let refresh = way.refreshURL.map { TokenEndpoint(url: $0, operation: way.refreshOperation) }
            return (way.name, AuthScheme(login: login, refresh: refresh, scopes: way.scopes))
        }
        let made = Self.madeCredentials(for: catalog.authentications)
        let middleware = AuthMiddleware(
            base: base, schemes: Dictionary(schemes) { $1 },
            requirements: { rules.alternatives(of: $0).map(desk.preferred) },
            credentials: { session, scheme in session == .demo ? made[scheme] : desk.credentials(for: scheme) })
        // Stubs ask for no credentials: the demo session starts signed in, and a stubbed 401 refreshes as a real one.
        if schemes.contains(where: { $1.login != nil }) {
            await middleware.preload(Tokens(access: "demo", refresh: "demo"), for: .demo)
        }
        return middleware
    }

    /// What demo calls carry, by scheme, as live ones would: a request looks as the document says. What is exchanged for
    /// tokens is not among them, nor a key in the query: stubs for a whole URL were written without it.
    private static func madeCredentials(for ways: [Authentication]) -> [String: Credentials] {
        let secrets = Secrets.none.adding(
            Dictionary(uniqueKeysWithValues: Secrets.Variable.allCases.map { ($0, "demo") }))
        var made: [String: Credentials] = [:]
        for way in ways where !Secrets.variables(for: way.scheme).isEmpty {
            guard let credentials = secrets.credentials(for: way), !credentials.areExchanged else { continue }
            if case .apiKey(_, _, .query) = credentials { continue }
            made[way.name] = credentials
        }
        return made
    }

    /// What is known at the start of what live calls sign in with.
    func desk(_ catalog: ScreenCatalog) throws(StartFailure) -> SignInDesk {
        if options.document == nil {
            let sample = SampleBackend.credentials
            let password = Credentials.password(username: sample.username, password: sample.password)
            return SignInDesk(Dictionary(catalog.authentications.map { ($0.name, password) }) { $1 })
        }
        let ways = catalog.authentications
        let secrets = try Secrets(environment: options.environment, file: options.secretsFile)
        return SignInDesk(
            ways,
            options.secretsFile == Secrets.prompt && !options.isDemo
                ? try SecretsPrompt.ask(ways, having: secrets) : secrets)
    }
}
