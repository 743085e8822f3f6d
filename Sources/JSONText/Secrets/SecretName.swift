/// The name of a header, parameter, member or element, and whether its value is a secret.
///
/// Judged by its words, however they are joined: `accessToken`, `access_token`, `X-Access-Token`, `APIToken`. The one rule for
/// logs, recordings, copies, what follows a redirect, and the screen.
package struct SecretName: Hashable {
    /// In lower case, without digits at their end.
    private let words: [String]

    package init(_ name: String) {
        words = name.nameWords.compactMap { word in
            let end = word.lastIndex { !$0.isNumber }
            return end.map { word[...$0].lowercased() }
        }
    }

    /// How secret what a name names is.
    package enum Secrecy: Hashable {
        /// Not at all.
        case none
        /// A name of data as often as of a secret: the value decides.
        case doubtful
        /// A text or number of this name is; what stands deeper has names of its own.
        case value
        /// All that stands in it is.
        case everything
    }

    /// How secret what it names is.
    package var secrecy: Secrecy {
        guard !isHarmless else { return .none }
        if areCode || areAssertion || words.contains(where: { Self.isSecret($0) && !Self.doubtful.contains($0) }) {
            return .everything
        }
        if words.contains(where: Self.containers.contains) || isCredentialKey { return .value }
        return words.contains(where: Self.doubtful.contains) ? .doubtful : .none
    }

    /// Whether it names a secret.
    package var isSecret: Bool { secrecy != .none }

    /// Whether the value of a URL's parameter of this name is a secret: what signs a URL is one, too.
    package var isSecretParameter: Bool { isSecret || words.last == "sig" || words.last == "signature" }

    /// Whether it says what a key or session lets somebody into: `apiKey`.
    package var isCredential: Bool { words.contains(where: Self.credentials.contains) }

    /// Whether a person is not shown a value of this name.
    package func masks(_ value: JSONValue) -> Bool {
        if isCount, case .number = value { return false }
        return isMasked
    }

    /// Whether a number of this name counts what it names: `total_tokens`.
    package var isCount: Bool { words.last == "tokens" }

    /// Whether a person is not shown the value: of what a password, a token or a program's key is called, and not of what is
    /// called so for other reasons as well, as a ski pass is.
    package var isMasked: Bool {
        guard !isHarmless else { return false }
        return words.contains { Self.isSecret($0) && !Self.ambiguous.contains($0) }
            || words.last == "key" && isCredential
    }

    /// `X-Functions-Key`, `secretAccessKey`, and a key beside any other word that speaks of a program's access.
    private var isCredentialKey: Bool {
        (words.last == "key" || words.last == "keys") && words.contains { Self.keyKinds.contains($0) }
    }

    /// Whether a token or key is meant that is none: a place in a list, its kind, how long it lives.
    private var isHarmless: Bool {
        guard let last = words.last else { return true }
        if Self.harmlessAtEnd.contains(last) { return true }
        if Self.harmlessKeys.contains(where: words.contains), last == "key" || last == "keys" { return true }
        return words.contains(where: Self.harmless.contains) && !words.contains(where: Self.credentials.contains)
    }

    /// A code that lets somebody in: `auth_code`, `verificationCode`, `recovery-codes`.
    private var areCode: Bool {
        (words.last == "code" || words.last == "codes") && words.contains(where: Self.admitting.contains)
    }

    /// What another service says of somebody: `assertion` and `client_assertion` (RFC 7521), `SAMLResponse`; and what proves who
    /// asked: `code_verifier` (RFC 7636).
    private var areAssertion: Bool {
        words.last == "assertion" || words.last == "response" && words.first == "saml"
            || words == ["code", "verifier"] || words == ["oauth", "verifier"]
    }

    private static func isSecret(_ word: String) -> Bool {
        if secrets.contains(word) { return true }
        if word == "secretary" || word == "passwordless" { return false }
        // Joined without a mark: `newpassword`, `clientsecret`, `csrftoken`.
        return ["password", "passwd", "passphrase", "secret"].contains { word.hasPrefix($0) || word.hasSuffix($0) }
            || word.hasSuffix("token") || word.hasSuffix("tokens")
            || word.hasSuffix("key") && keyKinds.contains(String(word.dropLast(3)))
    }

    private static let secrets: Set<String> = [
        "jwt", "apikeys", "pass", "passcode", "pwd", "pw", "bearer", "cookie", "cookies", "csrf", "xsrf", "sid",
        "pin", "otp", "totp", "cvv", "cvc", "jsessionid", "phpsessid",
    ]
    /// Names of a secret, and of passes, pins, biscuits, and the ids that some call so.
    private static let ambiguous: Set<String> = ["pass", "pw", "pin", "sid", "cookie", "cookies", "bearer"]
    private static let admitting: Set<String> = [
        "auth", "authorization", "authentication", "recovery", "backup", "verification", "security",
        "login", "mfa", "access", "oauth",
    ]
    /// Names of a secret as often as of something that holds more than one thing.
    private static let containers: Set<String> = ["authorization", "authentication", "credential", "credentials"]
    /// Names of a secret, and of projects, objects in a bucket, lessons and places on a map.
    private static let doubtful: Set<String> = ["key", "keys", "auth", "session", "sessionid", "pin", "sid"]
    /// Of keys that are secrets.
    private static let keyKinds: Set<String> = [
        "api", "access", "auth", "private", "secret", "signing", "encryption", "subscription", "functions", "license",
    ]
    /// Of a page: `nextPageToken`. Of a time: `tokenExpiresAt`.
    private static let harmless: Set<String> = [
        "page", "next", "previous", "prev", "continuation", "sort", "expires", "expiry", "expiration",
    ]
    /// Of an access token even a page's is secret.
    private static let credentials: Set<String> = ["access", "refresh", "auth", "api", "secret", "password", "private"]
    private static let harmlessKeys = ["public", "primary", "foreign", "partition", "cache", "idempotency"]
    private static let harmlessAtEnd: Set<String> = [
        "type", "url", "uri", "endpoint", "count", "limit", "length", "expiry", "expiration", "ttl", "lifetime",
        "policy",
        "name", "method", "required", "enabled", "status",
    ]
}
