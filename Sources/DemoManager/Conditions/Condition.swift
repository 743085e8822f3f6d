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
    public var name: String {
        switch self {
        case .success: "success"
        case .empty: "empty"
        case .unauthorized: "unauthorized"
        case .forbidden: "forbidden"
        case .notFound: "notFound"
        case .invalid: "invalid"
        case .timeout: "timeout"
        case .gatewayTimeout: "gatewayTimeout"
        case .noNetwork: "noNetwork"
        case .serverError: "serverError"
        case .rateLimited: "rateLimited"
        case .slow: "slow"
        case .malformed: "malformed"
        case .named(let name): name
        }
    }

    /// A few words for a picker's entry.
    public var title: String {
        switch self {
        case .success: "success"
        case .empty: "empty list"
        case .unauthorized: "401 not signed in"
        case .forbidden: "403 forbidden"
        case .notFound: "404 not found"
        case .invalid: "422 invalid"
        case .timeout: "never answers"
        case .gatewayTimeout: "504 gateway time-out"
        case .noNetwork: "no network"
        case .serverError: "500 server error"
        case .rateLimited: "429 too many requests"
        case .slow: "slow, 3 s"
        case .malformed: "broken JSON"
        case .named(let name): name
        }
    }

    /// One line that says what a call gets.
    package var summary: String {
        switch self {
        case .success: "the first successful response, whatever the sequence says"
        case .empty: "the usual response without rows"
        case .unauthorized: "as after a token expired"
        case .forbidden: "the user has no permission"
        case .notFound: "the resource does not exist"
        case .invalid: "the request is not valid"
        case .timeout: "no response, until the client gives up"
        case .gatewayTimeout: "an upstream server took too long"
        case .noNetwork: "the connection is refused"
        case .serverError: "an error inside the server"
        case .rateLimited: "with Retry-After: 30"
        case .slow: "the usual response, three seconds late"
        case .malformed: "the usual response, cut in half"
        case .named: "the stub of this name"
        }
    }
}
