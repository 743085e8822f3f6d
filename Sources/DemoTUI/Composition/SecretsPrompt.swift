import AppCore
import Foundation
import Terminal

/// Asks for secrets at the terminal before a command begins. What is typed is not shown, kept nowhere, and never an
/// argument.
enum SecretsPrompt {
    /// Asks for what the first way in needs that nothing is set for.
    ///
    /// - Throws: `StartFailure` if nobody sits at a terminal, or the input ends.
    static func ask(_ ways: [Authentication], having secrets: Secrets) throws(StartFailure) -> Secrets {
        let names = ways.first.map { Secrets.variables(for: $0.scheme) } ?? [.token]
        if secrets.credentials(for: ways) != nil { return secrets }
        guard isatty(0) == 1 else {
            throw StartFailure("--secrets -: standard input is no terminal. Name a file, or set the variables.")
        }
        var typed: [Secrets.Variable: String] = [:]
        for name in names {
            guard let text = line(for: name) else { throw StartFailure("--secrets -: nothing was typed.") }
            typed[name] = text
        }
        return secrets.adding(typed)
    }

    private static func line(for name: Secrets.Variable) -> String? {
        StandardError.write(raw: "\(name.question): ")
        let text = name.isHidden ? NcursesTerminal.hidingInput { readLine() } : readLine()
        // The key that ended the line was not shown either.
        if name.isHidden { StandardError.write(raw: "\n") }
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension Secrets.Variable {
    /// What to type, in words.
    var question: String {
        switch self {
        case .token: "Token"
        case .username: "User name"
        case .password: "Password"
        case .apiKey: "API key"
        case .clientID: "Client id"
        case .clientSecret: "Client secret"
        }
    }

    /// Whether it is not shown while it is typed.
    var isHidden: Bool { self != .username && self != .clientID }
}
