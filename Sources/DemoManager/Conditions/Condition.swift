import HTTPTypes

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
        .success, .empty, .unauthorized, .forbidden, .notFound, .timeout, .gatewayTimeout, .noNetwork, .serverError,
        .rateLimited, .slow, .malformed,
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
        case .success: "Success"
        case .empty: "Empty list"
        case .unauthorized: "Unauthorized (401)"
        case .forbidden: "Invalid permissions (403)"
        case .notFound: "Not found (404)"
        case .timeout: "Time-out"
        case .gatewayTimeout: "Gateway time-out (504)"
        case .noNetwork: "No network"
        case .serverError: "Server error (500)"
        case .rateLimited: "Rate limited (429)"
        case .slow: "Slow (3 s)"
        case .malformed: "Malformed body"
        case .named(let name): name
        }
    }

    /// One line that says what a call gets.
    public var summary: String {
        switch self {
        case .success: "the first successful reply, whatever the sequence says"
        case .empty: "the success body with an empty list"
        case .unauthorized: "401, as with an expired token"
        case .forbidden: "403, the user may not do this"
        case .notFound: "404, there is no such thing"
        case .timeout: "no answer: the client's own time-out ends the call"
        case .gatewayTimeout: "504, a server behind the server took too long"
        case .noNetwork: "no connection can be made"
        case .serverError: "500, the server failed"
        case .rateLimited: "429, too many requests"
        case .slow: "the ordinary answer, three seconds late"
        case .malformed: "the success body, cut in half"
        case .named: "the stub of this name"
        }
    }
}
