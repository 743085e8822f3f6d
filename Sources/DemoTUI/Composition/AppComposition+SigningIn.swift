import APIDocument
import APIModel
import AppCore
import DemoGateway
import SampleBackend
import WireFormats

extension AppComposition {
    func authentication(
        _ mounted: MountedDocument, _ base: BaseURL, _ desk: SignInService, continuing earlier: AuthMiddleware? = nil
    ) async -> AuthMiddleware {
        let (catalog, rules) = (mounted.catalog, SecurityRules(mounted.opened.document))
        let schemes = Dictionary(catalog.authentications.map { ($0.name, $0.exchange) }) { $1 }
        let made = Self.madeCredentials(for: catalog.authentications)
        let signIns = mounted.opened.document.signInOperations
        let bearers = catalog.authentications.filter { Secrets.variables(for: $0.scheme) == [.token] }.map(\.name)
        let names = catalog.authentications.isEmpty ? [SecurityRules.undescribed] : bearers
        let middleware = AuthMiddleware(
            base: base, schemes: schemes,
            requirements: { id in
                let operation = id.flatMap(mounted.served.operation)
                let alternatives = rules.alternatives(of: operation?.id)
                if alternatives?.isEmpty == true, operation?.security == nil { return nil }
                return alternatives.map(desk.preferred)
            },
            credentials: { session, scheme in session == .demo ? made[scheme] : desk.credentials(for: scheme) },
            receivers: { id in
                guard !names.isEmpty, let operation = mounted.served.operation(id), signIns.contains(operation.id)
                else { return nil }
                return { token in for name in names { desk.set(.bearer(token), for: name) } }
            }, continuing: earlier)
        // Stubs require no credentials: the demo session starts signed in, and a stubbed 401 refreshes as a real one.
        if schemes.values.contains(where: { $0.login != nil }) {
            await middleware.preload(Tokens(access: "demo", refresh: "demo"), for: .demo)
        }
        return middleware
    }

    /// The generated credentials of demo calls, by scheme, so that requests look as documented. Without those that are
    /// exchanged for tokens, and without keys in the query, because stubs for a whole URL lack them.
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

    func desk(_ catalog: ScreenCatalog) throws(Complaint) -> SignInService {
        if options.document == nil {
            let sample = SampleBackend.credentials
            let password = Credentials.password(username: sample.username, password: sample.password)
            return SignInService(Dictionary(catalog.authentications.map { ($0.name, password) }) { $1 })
        }
        let ways = catalog.authentications
        let secrets = try Secrets(environment: options.environment, file: options.secretsFile)
        return SignInService(
            ways,
            options.secretsFile == Secrets.prompt && !options.isDemo
                ? try SecretsPrompt.ask(ways, having: secrets) : secrets)
    }
}

extension AppComposition {
    /// The server of a document's live calls.
    enum Server {
        case given(BaseURL)
        case embedded(display: BaseURL)
        /// No server is named; `advice` has the remedy. The path of the document's calls is known anyway.
        case unknown(display: BaseURL, advice: String)

        var title: String {
            switch self {
            case .given(let base): base.description
            case .embedded: "built-in backend"
            case .unknown: "no server"
            }
        }
        /// The title without a document's path.
        var origin: String {
            if case .given(let base) = self { "\(base.scheme)://\(base.authority)" } else { title }
        }
        var display: BaseURL {
            switch self {
            case .given(let base): base
            case .embedded(let display), .unknown(let display, _): display
            }
        }

        func isSame(as other: Server) -> Bool {
            display.scheme == other.display.scheme && display.authority == other.display.authority
        }
    }
}
