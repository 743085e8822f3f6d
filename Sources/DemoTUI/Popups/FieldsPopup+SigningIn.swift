import APIDocument
import AppCore
import Terminal
import WireFormats

extension FieldsPopup {
    /// Asks for the credentials of live calls. Passwords, tokens and keys are not echoed; typed values are kept in memory
    /// only.
    static func signIn(_ way: Authentication) -> FieldsPopup {
        let fields = Secrets.variables(for: way.scheme).map {
            Field(pointer: .root, title: $0.question, kind: $0.isHidden ? .secret : .text, isRequired: true)
        }
        let title = "Sign in\(way.document.map { " to \($0)" } ?? ""): \(way.title)"
        return FieldsPopup(title: title, fields: fields, purpose: .signIn(way), panel: 0)
    }

    /// The popup for the document of a screen: the scheme to type for, or first a choice among several. Those of the
    /// screen's operations come first.
    static func signIn(_ ways: [Authentication], for screen: Screen?) -> any Panel {
        let typed = ways.filter { $0.document == screen?.document && !Secrets.variables(for: $0.scheme).isEmpty }
        let fitting = typed.filter { !$0.operations.isDisjoint(with: screen?.operations ?? []) }
        let ways = fitting + typed.filter { !fitting.contains($0) }
        if ways.count > 1 { return PickPopup.signIn(ways) }
        var undescribed = Authentication(name: SecurityRules.undescribed, scheme: .bearer)
        undescribed.document = screen?.document
        return signIn(ways.first ?? undescribed)
    }

    /// Signs in with the typed texts.
    mutating func signIn(_ way: Authentication, _ texts: [String]) -> [Effect] {
        let typed = Dictionary(zip(Secrets.variables(for: way.scheme), texts)) { $1 }
        guard let credentials = Secrets.none.adding(typed).credentials(for: way) else { return [.close] }
        // A line break would end the header.
        guard credentials.isSendable else {
            complaint = "There is a character in it that cannot be sent."
            return []
        }
        return [.close, .signIn(way, credentials)]
    }
}

extension Authentication {
    var title: String {
        switch scheme {
        case .oauth2Password: "User name and password"
        case .oauth2ClientCredentials: "Client id and secret"
        case .basic: "User name and password (basic)"
        case .bearer, .openIDConnect, .http, .other: "Token"
        case .apiKey(let name, _): "API key (\(name))"
        }
    }

    var destination: String {
        exchange.login.map { "Sent to \($0.url), which issues the token." } ?? "Sent to the API's own server only."
    }
}

extension Credentials {
    fileprivate var isSendable: Bool {
        let texts: [String] =
            switch self {
            case .bearer(let token): [token]
            case .apiKey(let key, _, _): [key]
            case .basic, .password, .client: []
            }
        return texts.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } }
    }
}
