import HTTPTypes

/// One demand of a stub, and what the request has in its place.
public struct MatchPart: Sendable, Hashable {
    /// What it is about: `method`, `path`, `query cursor`, `header Accept`, `body`.
    public let name: String
    /// What the stub demands.
    public internal(set) var expected: String
    /// What the request has; nil is nothing.
    public internal(set) var actual: String?
    /// Whether it fits.
    public let isMatch: Bool
    /// What of it may be secret.
    let subject: Subject
    /// The text the request should have had, where there is one.
    var exact: String?
    /// How much it counts.
    let weight: Double
    /// 0 fits, 1 differs in everything.
    let distance: Double

    /// What of a request a part is about, as far as secrets go.
    enum Subject: Hashable, Sendable {
        /// Nothing that can be secret.
        case plain
        case url
        case header(HTTPField.Name)
        /// The value of a parameter, a field.
        case value(of: String)
        /// The value of a cookie, or of a header whose name is not given.
        case credential
        case body
    }

    /// The part without secrets, to be printed.
    public func redacted(by redactor: Redactor = Redactor()) -> MatchPart {
        var copy = self
        switch subject {
        case .plain: break
        case .url: copy.map(redactor.url)
        case .body: copy.map { String(decoding: redactor.body(Array($0.utf8)), as: UTF8.self) }
        case .credential: copy.hide(redactor) { _ in redactor.placeholder }
        case .value(let name) where redactor.isSecret(name): copy.hide(redactor) { _ in redactor.placeholder }
        case .header(let name) where redactor.isSecret(name.rawName):
            copy.hide(redactor) { redactor.headerValue($0, of: name) }
        case .value, .header: copy.map(redactor.text)
        }
        return copy
    }

    private mutating func map(_ change: (String) -> String) {
        expected = change(expected)
        actual = actual.map(change)
        exact = exact.map(change)
    }

    /// Hides the values alone: that one should be there, or should not, is no secret.
    private mutating func hide(_ redactor: Redactor, _ change: (String) -> String) {
        if expected != ValueMatcher.absent.description && expected != ValueMatcher.present.description {
            expected = redactor.placeholder
        }
        actual = actual.map(change)
        exact = nil
    }
}
