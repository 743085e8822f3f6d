import APIDocument
import AppCore
import Synchronization

/// What live calls sign in with, by scheme: what was set at the start, and what a person types later. In memory only.
final class SignInDesk: Sendable {
    private let known: Mutex<[String: Credentials]>

    init(_ known: [String: Credentials] = [:]) { self.known = Mutex(known) }

    /// The desk of a document with what the secrets hold for it.
    convenience init(_ ways: [Authentication], _ secrets: Secrets) {
        var known = Dictionary(
            ways.compactMap { way in secrets.credentials(for: way).map { (way.name, $0) } }, uniquingKeysWith: { $1 })
        if ways.isEmpty { known[SecurityRules.undescribed] = secrets.bareToken }
        self.init(known)
    }

    /// What to sign in with; nil where nothing is known.
    func credentials(for scheme: String) -> Credentials? { known.withLock { $0[scheme] } }

    /// Takes what a person typed. It is meant instead of what was known, but for schemes that go along with this one.
    func set(_ credentials: Credentials, for scheme: String, by rules: SecurityRules) {
        known.withLock { known in
            known = known.filter { rules.goTogether($0.key, scheme) }
            known[scheme] = credentials
        }
    }
}

extension Secrets {
    /// Credentials made of what was typed for one way; nil for a way nothing can be typed for.
    static func credentials(_ typed: [Variable: String], for way: Authentication) -> Credentials? {
        Secrets.none.adding(typed).credentials(for: way)
    }
}
