import APIDocument
import AppCore
import Synchronization

/// What live calls sign in with, by scheme: what was set at the start, and what a person types later. In memory only.
final class SignInDesk: Sendable {
    private struct State {
        var known: [String: Credentials]
        /// The schemes something was typed for, the latest last.
        var typed: [String] = []
    }

    private let state: Mutex<State>

    init(_ known: [String: Credentials] = [:]) { state = Mutex(State(known: known)) }

    /// The desk of a document with what the secrets hold for it.
    convenience init(_ ways: [Authentication], _ secrets: Secrets) {
        var known = Dictionary(
            ways.compactMap { way in secrets.credentials(for: way).map { (way.name, $0) } }, uniquingKeysWith: { $1 })
        if ways.isEmpty { known[SecurityRules.undescribed] = secrets.bareToken }
        self.init(known)
    }

    /// What to sign in with; nil where nothing is known.
    func credentials(for scheme: String) -> Credentials? { state.withLock { $0.known[scheme] } }

    /// Takes what a person typed. What is known for other schemes stays: other operations may take those alone.
    func set(_ credentials: Credentials, for scheme: String) {
        state.withLock { state in
            state.known[scheme] = credentials
            state.typed.removeAll { $0 == scheme }
            state.typed.append(scheme)
        }
    }

    /// An operation's alternatives, those first that a person typed something for, the latest before the others: what was
    /// typed is meant instead of what was known.
    func preferred(_ alternatives: [[String]]) -> [[String]] {
        let typed = state.withLock { $0.typed }
        guard !typed.isEmpty, alternatives.count > 1 else { return alternatives }
        func rank(_ alternative: [String]) -> Int { alternative.compactMap(typed.firstIndex).max() ?? -1 }
        return alternatives.enumerated()
            .sorted { (rank($1.element), $0.offset) < (rank($0.element), $1.offset) }.map(\.element)
    }
}

extension Secrets {
    /// Credentials made of what was typed for one way; nil for a way nothing can be typed for.
    static func credentials(_ typed: [Variable: String], for way: Authentication) -> Credentials? {
        Secrets.none.adding(typed).credentials(for: way)
    }
}
