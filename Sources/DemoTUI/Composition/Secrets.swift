import APIDocument
import AppCore
import Foundation
import Recordings
import Terminal
import WireFormats

/// The secrets of live calls, from variables or a file. Everyone on the machine could read arguments.
struct Secrets: Sendable {
    enum Variable: String, CaseIterable {
        case token = "DEMO_TUI_TOKEN"
        case username = "DEMO_TUI_USERNAME"
        case password = "DEMO_TUI_PASSWORD"
        case apiKey = "DEMO_TUI_API_KEY"
        case clientID = "DEMO_TUI_CLIENT_ID"
        case clientSecret = "DEMO_TUI_CLIENT_SECRET"

        static let names = allCases.map(\.rawValue).joined(separator: ", ")
    }

    private let values: [String: String]

    /// Asks at the terminal for the secrets that the document needs, instead of a file.
    static let prompt = "-"

    /// - Parameters:
    ///   - environment: the variables.
    ///   - file: lines of `NAME=value` with the variables' names; the environment wins.
    /// - Throws: a complaint for an unreadable file, an invalid line, and a file that others may read.
    init(environment: [String: String], file: String? = nil) throws(Complaint) {
        let given =
            try file.flatMap { $0 == Self.prompt ? nil : $0 }.map { path throws(Complaint) in try Self.read(path) }
            ?? [:]
        let names = Set(Variable.allCases.map(\.rawValue))
        values = given.merging(environment.filter { names.contains($0.key) && !$0.value.isEmpty }) { $1 }
    }

    /// Credentials for the first scheme with secrets; nil sends calls unsigned.
    func credentials(for ways: [Authentication]) -> Credentials? {
        // An API without documented authentication may still require it.
        ways.isEmpty ? bareToken : ways.lazy.compactMap(credentials).first
    }

    /// The token for a server whose document has no authentication.
    var bareToken: Credentials? { self[.token].map(Credentials.bearer) }

    /// The secrets with the typed ones, which win.
    func adding(_ typed: [Variable: String]) -> Secrets {
        Secrets(values: values.merging(typed.map { ($0.key.rawValue, $0.value) }) { $1 })
    }

    private init(values: [String: String]) { self.values = values }

    static let none = Secrets(values: [:])

    /// The variables of a scheme, in the order to ask for them; none for an unsupported one, such as Digest.
    static func variables(for scheme: SecurityScheme) -> [Variable] {
        switch scheme {
        case .oauth2Password, .basic: [.username, .password]
        case .oauth2ClientCredentials: [.clientID, .clientSecret]
        case .apiKey: [.apiKey]
        case .bearer, .openIDConnect: [.token]
        case .other(let type): type == "oauth2" ? [.token] : []
        case .http: []
        }
    }

    /// The variables to set for signed calls; nil if the document requires none.
    static func advice(for ways: [Authentication]) -> String? {
        var choices: [String] = []
        for way in ways {
            let choice = variables(for: way.scheme).map(\.rawValue).joined(separator: " and ")
            if !choice.isEmpty, !choices.contains(choice) { choices.append(choice) }
        }
        return choices.isEmpty ? nil : "Set " + choices.joined(separator: ", or ") + "."
    }

    private subscript(_ variable: Variable) -> String? { values[variable.rawValue] }

    /// Credentials for a way to sign in; nil for one that is not supported.
    func credentials(for way: Authentication) -> Credentials? {
        switch way.scheme {
        case .oauth2Password:
            guard let username = self[.username], let password = self[.password] else { return bareToken }
            return .password(username: username, password: password)
        case .oauth2ClientCredentials:
            guard let id = self[.clientID], let secret = self[.clientSecret] else { return bareToken }
            return .client(id: id, secret: secret)
        case .basic:
            guard let username = self[.username], let password = self[.password] else { return nil }
            return .basic(username: username, password: password)
        case .apiKey(let name, let location):
            return self[.apiKey].map { .apiKey($0, name: name, in: location) }
        // A token is not sent to a server that asks for something else.
        case .bearer, .openIDConnect, .http, .other:
            return Self.variables(for: way.scheme).contains(.token) ? bareToken : nil
        }
    }

    private static func read(_ path: String) throws(Complaint) -> [String: String] {
        let bytes: [UInt8]
        do {
            bytes = try PrivateFile.read(path)
        } catch {
            throw Complaint("--secrets \(path): \(error.message)")
        }
        guard let text = String(utf8: bytes) else {
            throw Complaint("--secrets \(path): this is not UTF-8 text.")
        }
        var values: [String: String] = [:]
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].trimmingCharacters(in: .whitespaces)
            guard parts.count == 2, Variable(rawValue: name) != nil else {
                // The line may contain a secret and is not shown.
                throw Complaint("--secrets \(path):\(index + 1): write NAME=value, with one of \(Variable.names).")
            }
            values[name] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        return values
    }
}

/// Asks for secrets at the terminal before a command begins. Input is not echoed, not stored, and never an argument.
enum SecretsPrompt {
    /// Asks for the missing secrets of the first scheme.
    ///
    /// - Throws: a complaint without a terminal, or at the end of the input.
    static func ask(_ ways: [Authentication], having secrets: Secrets) throws(Complaint) -> Secrets {
        let names = ways.first.map { Secrets.variables(for: $0.scheme) } ?? [.token]
        if secrets.credentials(for: ways) != nil { return secrets }
        guard isatty(0) == 1 else {
            throw Complaint("--secrets -: standard input is not a terminal. Name a file, or set the variables.")
        }
        var typed: [Secrets.Variable: String] = [:]
        for name in names {
            guard let text = line(for: name) else { throw Complaint("--secrets -: nothing was typed.") }
            typed[name] = text
        }
        return secrets.adding(typed)
    }

    private static func line(for name: Secrets.Variable) -> String? {
        StandardError.write(raw: "\(name.question): ")
        let text = name.isHidden ? SystemTerminal.hidingInput { readLine() } : readLine()
        // The key that ended the line was not echoed either.
        if name.isHidden { StandardError.write(raw: "\n") }
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension Secrets.Variable {
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

    var isHidden: Bool { self != .username && self != .clientID }
}

/// The credentials of live calls by scheme: those known at launch, and those typed later. In memory only.
final class SignInService: Sendable {
    private struct State {
        var known: [String: Credentials]
        /// The schemes with typed credentials, the latest last.
        var typed: [String] = []
    }

    private let state: Lock<State>

    init(_ known: [String: Credentials] = [:]) { state = Lock(State(known: known)) }

    convenience init(_ ways: [Authentication], _ secrets: Secrets) {
        var known = Dictionary(
            ways.compactMap { way in secrets.credentials(for: way).map { (way.name, $0) } }, uniquingKeysWith: { $1 })
        if ways.isEmpty { known[SecurityRules.undescribed] = secrets.bareToken }
        self.init(known)
    }

    func credentials(for scheme: String) -> Credentials? { state.withLock { $0.known[scheme] } }

    /// Adds typed credentials. Those of other schemes stay, because other operations may accept only them.
    func set(_ credentials: Credentials, for scheme: String) {
        state.withLock { state in
            state.known[scheme] = credentials
            state.typed.removeAll { $0 == scheme }
            state.typed.append(scheme)
        }
    }

    /// An operation's alternatives, the latest typed ones first: typed credentials have precedence over known ones.
    func preferred(_ alternatives: [[String]]) -> [[String]] {
        let typed = state.withLock { $0.typed }
        guard !typed.isEmpty, alternatives.count > 1 else { return alternatives }
        func rank(_ alternative: [String]) -> Int { alternative.compactMap(typed.firstIndex).max() ?? -1 }
        return alternatives.enumerated()
            .sorted { (rank($1.element), $0.offset) < (rank($0.element), $1.offset) }.map(\.element)
    }
}
