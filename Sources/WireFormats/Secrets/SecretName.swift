/// The name of a header, parameter, member or element, which determines how secret its value is.
///
/// Judged by its words, however they are joined: `accessToken`, `access_token`, `X-Access-Token`, `APIToken`. Logs,
/// recordings, copies, redirects and screens all use this rule.
package struct SecretName: Equatable {
    /// In lower case, without trailing digits.
    private let words: [String]

    package init(_ name: String) {
        words = name.nameWords.compactMap { word in
            let end = word.lastIndex { !$0.isNumber }
            return end.map { word[...$0].lowercased() }
        }
    }

    /// The degrees of secrecy.
    package enum Secrecy: Equatable {
        /// Not secret.
        case none
        /// As often data as a secret; the value decides.
        case doubtful
        /// A string or number with this name is secret; nested values have their own names.
        case value
        /// All nested values are secret.
        case everything
    }

    /// The secrecy of a value with this name.
    package var secrecy: Secrecy {
        guard !isHarmless else { return .none }
        if areCode || areAssertion || words.contains(where: { Self.isSecret($0) && !SecretWords.doubtful.contains($0) })
        {
            return .everything
        }
        if words.contains(where: SecretWords.containers.contains) || isCredentialKey { return .value }
        return words.contains(where: SecretWords.doubtful.contains) ? .doubtful : .none
    }

    package var isSecret: Bool { secrecy != .none }

    /// True if a URL parameter with this name is a secret, including signatures.
    package var isSecretParameter: Bool { isSecret || words.last == "sig" || words.last == "signature" }

    /// True if the name is that of a credential for an API: `apiKey`.
    package var isCredential: Bool { words.contains(where: SecretWords.credentials.contains) }

    /// True if a value with this name is hidden on screen.
    package func masks(_ value: JSONValue) -> Bool {
        if isCount, case .number = value { return false }
        return isMasked
    }

    /// True if a number with this name is a count: `total_tokens`.
    package var isCount: Bool { words.last == "tokens" }

    /// True if its values are hidden on screen: passwords, tokens and API keys, but not words with another common
    /// meaning, such as a ski pass.
    package var isMasked: Bool {
        guard !isHarmless else { return false }
        return words.contains { Self.isSecret($0) && !SecretWords.ambiguous.contains($0) }
            || words.last == "key" && isCredential
    }

    /// True for `X-Functions-Key`, `secretAccessKey`, and a key with another word for a program's access.
    private var isCredentialKey: Bool {
        (words.last == "key" || words.last == "keys") && words.contains { SecretWords.keyKinds.contains($0) }
    }

    /// True for tokens and keys that are not secrets: a position in a list, a kind, a lifetime.
    private var isHarmless: Bool {
        guard let last = words.last else { return true }
        if SecretWords.harmlessEnds.contains(last) { return true }
        if SecretWords.harmlessKeys.contains(where: words.contains), last == "key" || last == "keys" { return true }
        return words.contains(where: SecretWords.harmless.contains)
            && !words.contains(where: SecretWords.credentials.contains)
    }

    /// True for a code that grants access: `auth_code`, `verificationCode`, `recovery-codes`.
    private var areCode: Bool {
        (words.last == "code" || words.last == "codes") && words.contains(where: SecretWords.admitting.contains)
    }

    /// True for an identity asserted by another service, `client_assertion` (RFC 7521) and `SAMLResponse`, or the proof
    /// of a request, `code_verifier` (RFC 7636).
    private var areAssertion: Bool {
        words.last == "assertion" || words.last == "response" && words.first == "saml"
            || words == ["code", "verifier"] || words == ["oauth", "verifier"]
    }

    private static func isSecret(_ word: String) -> Bool {
        if SecretWords.secrets.contains(word) { return true }
        if SecretWords.exceptions.contains(word) { return false }
        // Joined without a separator: `newpassword`, `csrftoken`.
        return SecretWords.parts.contains { word.hasPrefix($0) || word.hasSuffix($0) }
            || word.hasSuffix("token") || word.hasSuffix("tokens")
            || word.hasSuffix("key") && SecretWords.keyKinds.contains(String(word.dropLast(3)))
    }
}

/// A value that an API's document declares for a name, as far as it helps to distinguish secrets from data.
package struct DeclaredValue: Sendable, Hashable {
    /// The limits of the value in the document.
    package enum Kind: Sendable, Hashable {
        /// A credential: the key of a security scheme, or a value with the format `password`.
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
    /// The limits of the value.
    package var kind: Kind
    /// A value that the document allows, to replace a secret: a string or a number.
    package var standIn: JSONValue

    package init(_ name: String, _ kind: Kind, standIn: JSONValue = .null) {
        (self.name, self.kind, self.standIn) = (name, kind, standIn)
    }
}

/// A name whose values may be secrets or data, for the user to decide.
package struct SecretDoubt: Sendable, Hashable {
    /// The name as written.
    package var name: String
    /// True if its values were replaced, false if they were kept.
    package var isReplaced: Bool
}

/// Distinguishes OAuth codes, which can be exchanged for a token, from codes of countries, orders, devices and errors.
/// Neighbouring names decide (RFC 6749 sections 4.1.2 and 4.1.3, RFC 7636 section 4.5, RFC 8628 section 3), and in a
/// query also the shape.
package enum AuthorizationCode {
    /// The minimum length in an object; shorter values are other codes.
    private static let shortest = 8
    /// The minimum length of a number in a query; shorter ones are a status: `?code=404&state=BY`.
    private static let shortestNumber = 4
    /// The number of bytes of a query that are examined on each side.
    private static let reach = 2 << 10

    /// True if the member of an object is an OAuth code.
    package static func isMember(_ member: JSONObject.Member, of object: JSONObject) -> Bool {
        guard let value = member.value.stringValue, value.utf8.count >= shortest else { return false }
        return isOne(member.key, among: object.members.lazy.map(\.key))
    }

    /// True if a field of a form is an OAuth code.
    package static func isField(_ name: String, _ value: String, among names: [String]) -> Bool {
        isRandom(name, value.utf8)
            || !isStatus(value.utf8) && isOne(name, among: names, alsoBeside: SecretWords.codeClients)
    }

    /// True if `name=` in a text begins an OAuth code.
    package static func isValue(of name: Range<Int>, in bytes: [UInt8]) -> Bool {
        let isLikely = (4...11).contains(name.count) && bytes[name.upperBound - 1] | 0x20 == UInt8(ascii: "e")
        guard isLikely else { return false }
        let text = String(decoding: bytes[name], as: UTF8.self)
        guard SecretWords.codes.contains(text.lowercased()) else { return false }
        let last = min(bytes.count, name.upperBound + reach)
        let value = bytes[name.upperBound..<last].dropFirst().prefix { !isMark($0) && !isEnd($0) }
        guard !isStatus(value) else { return false }
        if isRandom(text, value) { return true }
        let end = bytes[value.endIndex..<last].firstIndex { isEnd($0) } ?? last
        let first = max(0, name.lowerBound - reach)
        let start = bytes[first..<name.lowerBound].lastIndex { isEnd($0) }.map { $0 + 1 } ?? first
        let others = bytes[start..<end].split(whereSeparator: isMark).map { item in
            String(decoding: item.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        }
        return isOne(text, among: others, alsoBeside: SecretWords.codeClients)
    }

    /// True for an empty value and for a status number.
    private static func isStatus(_ value: some Collection<UInt8>) -> Bool {
        value.count < shortestNumber && value.allSatisfy(\.isDigit)
    }

    /// - Parameter more: further names that indicate OAuth in this context.
    private static func isOne(
        _ name: String, among all: some Sequence<String>, alsoBeside more: Set<String> = []
    ) -> Bool {
        guard SecretWords.codes.contains(name.lowercased()) else { return false }
        let others = Set(all.map { $0.lowercased() }).subtracting(SecretWords.codes)
        return !others.isDisjoint(with: SecretWords.codeSigns.union(more))
            || !others.isEmpty && others.isSubset(of: SecretWords.codeCompanions)
    }

    /// True for a random-looking `code`: long, with lower-case letters and digits.
    private static func isRandom(_ name: String, _ value: some Collection<UInt8>) -> Bool {
        name.lowercased() == "code" && value.count >= 16
            && value.contains(where: \.isDigit)
            && value.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    /// Separates the items of a query.
    private static func isMark(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "&") || byte == UInt8(ascii: ";") }

    /// Ends a query.
    private static func isEnd(_ byte: UInt8) -> Bool { byte <= 0x20 || "?#\"<>".utf8.contains(byte) }
}
