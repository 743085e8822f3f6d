/// A named situation, chosen at run time for a screen, an operation or one call. It answers before any stub.
public enum Condition: Sendable, Hashable {
    /// The first successful reply of the stub.
    case success
    /// The success body with its only array emptied.
    case empty
    /// 401.
    case unauthorized
    /// 403.
    case forbidden
    /// 404.
    case notFound
    /// 422.
    case invalid
    /// No answer, until the client's own time-out.
    case timeout
    /// 504: the server's time-out.
    case gatewayTimeout
    /// The device has no network.
    case noNetwork
    /// 500.
    case serverError
    /// 429 with `Retry-After`.
    case rateLimited
    /// The ordinary reply, three seconds later.
    case slow
    /// The success body, cut in half.
    case malformed
    /// A condition of your own: the stub with this name answers.
    case named(String)

    /// The conditions that need no stub, in the order of a picker.
    public static let builtIn: [Condition] = [
        .success, .unauthorized, .forbidden, .notFound, .invalid, .rateLimited, .serverError, .gatewayTimeout, .slow,
        .timeout, .noNetwork, .empty, .malformed,
    ]

    /// Creates the built-in condition with this name, else a named one.
    public init(name: String) {
        self = Self.builtIn.first { $0.name == name } ?? .named(name)
    }

    /// The name that a stub needs to answer this condition: `success`, `empty`, `forbidden` ...
    public var name: String { words.name }

    /// A short title for a picker.
    public var title: String { words.title }

    /// One line that describes the reply.
    package var summary: String { words.summary }

    private var words: (name: String, title: String, summary: String) {
        switch self {
        case .success: ("success", "success", "the first successful response, whatever the sequence says")
        case .empty: ("empty", "empty list", "the usual response without rows")
        case .unauthorized: ("unauthorized", "401 not signed in", "as after a token expired")
        case .forbidden: ("forbidden", "403 forbidden", "the user has no permission")
        case .notFound: ("notFound", "404 not found", "the resource does not exist")
        case .invalid: ("invalid", "422 invalid", "the request is not valid")
        case .timeout: ("timeout", "never answers", "no response, until the client gives up")
        case .gatewayTimeout: ("gatewayTimeout", "504 gateway time-out", "an upstream server took too long")
        case .noNetwork: ("noNetwork", "no network", "there is no connection to the server")
        case .serverError: ("serverError", "500 server error", "an error inside the server")
        case .rateLimited: ("rateLimited", "429 too many requests", "with Retry-After: 30")
        case .slow: ("slow", "slow, 3 s", "the usual response, three seconds late")
        case .malformed: ("malformed", "broken JSON", "the usual response, cut in half")
        case .named(let name): (name, Self.words(of: name), "the stub of this name")
        }
    }

    /// A name in code as words: `tokenExpired` is "token expired".
    private static func words(of name: String) -> String {
        guard !name.contains(" ") else { return name }
        return name.reduce(into: "") { words, letter in
            if letter.isUppercase, words.last?.isLowercase == true { words += " " }
            words += letter == "_" || letter == "-" ? " " : letter.lowercased()
        }
    }
}
