/// A network failure given instead of a reply.
public enum Fault: String, Sendable, Hashable, CaseIterable {
    /// The connection is reset. WireMock's `CONNECTION_RESET_BY_PEER`.
    case connectionReset = "CONNECTION_RESET_BY_PEER"
    /// The connection closes before a byte of the answer. WireMock's `EMPTY_RESPONSE`.
    case emptyResponse = "EMPTY_RESPONSE"
    /// A good head, then garbage where a chunk should be. WireMock's `MALFORMED_RESPONSE_CHUNK`.
    case malformedChunk = "MALFORMED_RESPONSE_CHUNK"
    /// Garbage instead of a head. WireMock's `RANDOM_DATA_THEN_CLOSE`.
    case randomDataThenClose = "RANDOM_DATA_THEN_CLOSE"
    /// No answer at all until the client's own time-out.
    case timeout = "TIMEOUT"
    /// No connection can be made.
    case noNetwork = "NO_NETWORK"

    /// Whether WireMock knows the fault; the others stand in `metadata."demo-tui"`.
    var isWireMocks: Bool { self != .timeout && self != .noNetwork }

    /// A few words for a person.
    public var title: String {
        switch self {
        case .connectionReset: "connection reset"
        case .emptyResponse: "empty response"
        case .malformedChunk: "malformed chunk"
        case .randomDataThenClose: "random data, then close"
        case .timeout: "time-out"
        case .noNetwork: "no network"
        }
    }
}
