/// A named situation that is picked live for a screen, an operation or one call, and answers before any stub.
public enum Condition: Sendable, Hashable {
    /// The first successful reply.
    case success
    /// The success body with its one array emptied.
    case empty
    /// 401.
    case unauthorized
    /// 403.
    case forbidden
    /// 404.
    case notFound
    /// 422.
    case invalid
    /// The client's own time-out: nothing is ever answered.
    case timeout
    /// 504: the server's time-out.
    case gatewayTimeout
    /// No network.
    case noNetwork
    /// 500.
    case serverError
    /// 429 with `Retry-After`.
    case rateLimited
    /// The ordinary answer, three seconds later.
    case slow
    /// The success body, cut in half.
    case malformed
    /// A situation only the stubs know: the stub of this name answers.
    case named(String)

    /// The conditions that need no stub, in the order a picker shows them.
    public static let builtIn: [Condition] = [
        .success, .unauthorized, .forbidden, .notFound, .invalid, .rateLimited, .serverError, .gatewayTimeout, .slow,
        .timeout, .noNetwork, .empty, .malformed,
    ]

    /// The condition called `name`; a name that is not built in is a stub's.
    public init(name: String) {
        self = Self.builtIn.first { $0.name == name } ?? .named(name)
    }

    /// The name a stub carries to answer this condition: `success`, `empty`, `forbidden` ...
    public var name: String { words.name }

    /// A few words for a picker's entry.
    public var title: String { words.title }

    /// One line that says what a call gets.
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
        case .noNetwork: ("noNetwork", "no network", "the connection is refused")
        case .serverError: ("serverError", "500 server error", "an error inside the server")
        case .rateLimited: ("rateLimited", "429 too many requests", "with Retry-After: 30")
        case .slow: ("slow", "slow, 3 s", "the usual response, three seconds late")
        case .malformed: ("malformed", "broken JSON", "the usual response, cut in half")
        case .named(let name): (name, Self.words(of: name), "the stub of this name")
        }
    }

    /// The words of a name in code: `tokenExpired` is "token expired".
    private static func words(of name: String) -> String {
        guard !name.contains(" ") else { return name }
        return name.reduce(into: "") { words, letter in
            if letter.isUppercase, words.last?.isLowercase == true { words += " " }
            words += letter == "_" || letter == "-" ? " " : letter.lowercased()
        }
    }
}
