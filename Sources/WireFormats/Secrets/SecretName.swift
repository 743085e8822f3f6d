/// The name of a header, parameter, member or element, and how secret its value is.
///
/// Judged by its words, however they are joined: `accessToken`, `access_token`, `X-Access-Token`, `APIToken`. Logs,
/// recordings, copies, redirects and screens follow this one rule.
package struct SecretName: Equatable {
    /// In lower case, without digits at their end.
    private let words: [String]

    package init(_ name: String) {
        words = name.nameWords.compactMap { word in
            let end = word.lastIndex { !$0.isNumber }
            return end.map { word[...$0].lowercased() }
        }
    }

    /// The degrees of secrecy.
    package enum Secrecy: Equatable {
        /// Not at all.
        case none
        /// Data as often as a secret: the value decides.
        case doubtful
        /// A string or number of this name is secret; deeper values have names of their own.
        case value
        /// Everything in it is secret.
        case everything
    }

    /// The secrecy of a value of this name.
    package var secrecy: Secrecy {
        guard !isHarmless else { return .none }
        if areCode || areAssertion || words.contains(where: { Self.isSecret($0) && !SecretWords.doubtful.contains($0) })
        {
            return .everything
        }
        if words.contains(where: SecretWords.containers.contains) || isCredentialKey { return .value }
        return words.contains(where: SecretWords.doubtful.contains) ? .doubtful : .none
    }

    /// True if its values are secrets, certainly or in doubt.
    package var isSecret: Bool { secrecy != .none }

    /// True if a URL's parameter of this name is a secret: a signature is one, too.
    package var isSecretParameter: Bool { isSecret || words.last == "sig" || words.last == "signature" }

    /// True if it names the access that a key or session gives: `apiKey`.
    package var isCredential: Bool { words.contains(where: SecretWords.credentials.contains) }

    /// True if a value of this name is hidden on screen.
    package func masks(_ value: JSONValue) -> Bool {
        if isCount, case .number = value { return false }
        return isMasked
    }

    /// True if a number of this name is a count: `total_tokens`.
    package var isCount: Bool { words.last == "tokens" }

    /// True if its values are hidden on screen: passwords, tokens and keys of programs, but no words with another common
    /// meaning, such as a ski pass.
    package var isMasked: Bool {
        guard !isHarmless else { return false }
        return words.contains { Self.isSecret($0) && !SecretWords.ambiguous.contains($0) }
            || words.last == "key" && isCredential
    }

    /// `X-Functions-Key`, `secretAccessKey`, and a key beside any other word that speaks of a program's access.
    private var isCredentialKey: Bool {
        (words.last == "key" || words.last == "keys") && words.contains { SecretWords.keyKinds.contains($0) }
    }

    /// True for tokens and keys that are not secrets: a place in a list, a kind, a lifetime.
    private var isHarmless: Bool {
        guard let last = words.last else { return true }
        if SecretWords.harmlessEnds.contains(last) { return true }
        if SecretWords.harmlessKeys.contains(where: words.contains), last == "key" || last == "keys" { return true }
        return words.contains(where: SecretWords.harmless.contains)
            && !words.contains(where: SecretWords.credentials.contains)
    }

    /// A code that grants access: `auth_code`, `verificationCode`, `recovery-codes`.
    private var areCode: Bool {
        (words.last == "code" || words.last == "codes") && words.contains(where: SecretWords.admitting.contains)
    }

    /// An identity asserted by another service, `client_assertion` (RFC 7521) and `SAMLResponse`, or the proof of a request,
    /// `code_verifier` (RFC 7636).
    private var areAssertion: Bool {
        words.last == "assertion" || words.last == "response" && words.first == "saml"
            || words == ["code", "verifier"] || words == ["oauth", "verifier"]
    }

    private static func isSecret(_ word: String) -> Bool {
        if SecretWords.secrets.contains(word) { return true }
        if SecretWords.exceptions.contains(word) { return false }
        // Joined without a mark: `newpassword`, `csrftoken`.
        return SecretWords.parts.contains { word.hasPrefix($0) || word.hasSuffix($0) }
            || word.hasSuffix("token") || word.hasSuffix("tokens")
            || word.hasSuffix("key") && SecretWords.keyKinds.contains(String(word.dropLast(3)))
    }
}

/// A value that an API's document declares under a name, as far as it helps to distinguish secrets from data.
package struct DeclaredValue: Sendable, Hashable {
    /// How the document limits the value.
    package enum Kind: Sendable, Hashable {
        /// A credential: the key of a security scheme, or of the format `password`.
        case credential
        /// An identifier: a parameter of a path has the same name.
        case identifier
        /// Limited by a pattern, a format or a short length.
        case limited
        /// One of a few values.
        case choice
        /// Any other value.
        case open
    }

    /// The name of the member, parameter or header.
    package var name: String
    /// How it is limited.
    package var kind: Kind
    /// A value that the document allows, to replace a secret: a string or a number.
    package var standIn: JSONValue

    /// A declared value.
    package init(_ name: String, _ kind: Kind, standIn: JSONValue = .null) {
        (self.name, self.kind, self.standIn) = (name, kind, standIn)
    }
}

/// A name with values that may be secrets or data: a person has to decide.
package struct SecretDoubt: Sendable, Hashable {
    /// As written.
    package var name: String
    /// True if its values were replaced, false if they were kept.
    package var isReplaced: Bool
}
