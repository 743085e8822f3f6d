import APIDocument
import AppCore
import DemoManager
import Foundation

/// What live calls sign in with: from variables or from a file of them, never from arguments, which everyone on the machine can
/// read.
struct Secrets: Sendable {
    /// The variables, by what they are for.
    enum Variable: String, CaseIterable {
        case token = "DEMO_TUI_TOKEN"
        case username = "DEMO_TUI_USERNAME"
        case password = "DEMO_TUI_PASSWORD"
        case apiKey = "DEMO_TUI_API_KEY"
        case clientID = "DEMO_TUI_CLIENT_ID"
        case clientSecret = "DEMO_TUI_CLIENT_SECRET"

        /// All of them, in words.
        static let names = allCases.map(\.rawValue).joined(separator: ", ")
    }

    private let values: [String: String]

    /// Instead of a file: asks at the terminal what the document needs.
    static let prompt = "-"

    /// - Parameters:
    ///   - environment: the variables.
    ///   - file: lines of `NAME=value`, where a name of the environment stands as it does there; what the environment has wins.
    /// - Throws: `StartFailure` for a file that cannot be read, a line that is no assignment, and a file that others may read.
    init(environment: [String: String], file: String? = nil) throws(StartFailure) {
        let given =
            try file.flatMap { $0 == Self.prompt ? nil : $0 }.map { path throws(StartFailure) in try Self.read(path) }
            ?? [:]
        let names = Set(Variable.allCases.map(\.rawValue))
        values = given.merging(environment.filter { names.contains($0.key) && !$0.value.isEmpty }) { $1 }
    }

    /// Credentials for the first way that there are secrets for; nil sends calls unsigned.
    func credentials(for ways: [Authentication]) -> Credentials? {
        for way in ways {
            if let credentials = credentials(for: way.scheme) { return credentials }
        }
        // A document that describes no way in may still have one.
        return ways.isEmpty ? self[.token].map(Credentials.bearer) : nil
    }

    /// Credentials for one way; nil if there are no secrets for it.
    func credentials(for way: Authentication) -> Credentials? { credentials(for: way.scheme) }

    /// The token for a server whose document describes no way in.
    var bareToken: Credentials? { self[.token].map(Credentials.bearer) }

    /// The same with what was typed, which wins.
    func adding(_ typed: [Variable: String]) -> Secrets {
        Secrets(values: values.merging(typed.map { ($0.key.rawValue, $0.value) }) { $1 })
    }

    private init(values: [String: String]) { self.values = values }

    /// No secrets at all.
    static let none = Secrets(values: [:])

    /// The variables one way needs, in the order in which to ask for them; none for a way that is not spoken, such as Digest.
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

    /// What to set so that calls of these ways are signed, in words; nil where the document asks for nothing.
    static func advice(for ways: [Authentication]) -> String? {
        var choices: [String] = []
        for way in ways {
            let choice = variables(for: way.scheme).map(\.rawValue).joined(separator: " and ")
            if !choice.isEmpty, !choices.contains(choice) { choices.append(choice) }
        }
        return choices.isEmpty ? nil : "Set " + choices.joined(separator: ", or ") + "."
    }

    private subscript(_ variable: Variable) -> String? { values[variable.rawValue] }

    private func credentials(for scheme: SecurityScheme) -> Credentials? {
        let token = self[.token].map(Credentials.bearer)
        switch scheme {
        case .oauth2Password:
            guard let username = self[.username], let password = self[.password] else { return token }
            return .password(username: username, password: password)
        case .oauth2ClientCredentials:
            guard let id = self[.clientID], let secret = self[.clientSecret] else { return token }
            return .client(id: id, secret: secret)
        case .basic:
            guard let username = self[.username], let password = self[.password] else { return nil }
            return .basic(username: username, password: password)
        case .apiKey(let name, let location):
            guard let key = self[.apiKey], let place = Credentials.APIKeyLocation(location) else { return nil }
            return .apiKey(key, name: name, in: place)
        case .bearer, .openIDConnect: return token
        // A token that is no answer to what the server asks for is not shown to it.
        case .http, .other: return Self.variables(for: scheme).contains(.token) ? token : nil
        }
    }

    private static func read(_ path: String) throws(StartFailure) -> [String: String] {
        let bytes: [UInt8]
        do {
            bytes = try OwnFile.read(path)
        } catch {
            throw StartFailure("--secrets \(path): \(error.message)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw StartFailure("--secrets \(path): this is no text in UTF-8.")
        }
        var values: [String: String] = [:]
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].trimmingCharacters(in: .whitespaces)
            guard parts.count == 2, Variable(rawValue: name) != nil else {
                // The line itself may hold a secret: it is not shown.
                throw StartFailure(
                    "--secrets \(path):\(index + 1): write NAME=value, with one of \(Variable.names).")
            }
            values[name] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        return values
    }
}

extension Credentials.APIKeyLocation {
    fileprivate init?(_ location: Parameter.Location) {
        switch location {
        case .header: self = .header
        case .query: self = .query
        case .cookie: self = .cookie
        case .path: return nil
        }
    }
}
