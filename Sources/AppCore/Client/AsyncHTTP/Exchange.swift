import Foundation
import HTTPTypes
import NIOConcurrencyHelpers

/// An exchange in progress: the part of its reply that has arrived, which a failure shows, and its deadlines.
final class Exchange: Sendable {
    private struct State {
        var head: HTTPResponse?
        var body: [UInt8] = []
        var isTruncated = false
        var way: String?
        /// False for a stream, which may pause for long and has no end of its own; its client ends it.
        var hasDeadlines = true
        var waitsForHead = true
        /// The time of the last request, head or bytes.
        var lastEvent = ContinuousClock.now
    }

    private let limits: TransportLimits
    private let start = ContinuousClock.now
    private let state = NIOLockedValueBox(State())

    init(_ limits: TransportLimits) { self.limits = limits }

    /// Notes that a request was sent, and starts the wait for a head.
    ///
    /// - Parameter way: the proxy or socket in use, for messages; nil without one.
    func asked(by way: String?) {
        state.withLockedValue { ($0.way, $0.waitsForHead, $0.lastEvent) = (way, true, .now) }
    }

    /// Notes a head, in place of an earlier one.
    func received(_ head: HTTPResponse, isWatched: Bool) {
        state.withLockedValue { $0 = State(head: head, hasDeadlines: !isWatched, waitsForHead: false) }
    }

    /// The proxy or socket that has not answered yet, for messages; nil without one.
    var way: String? { state.withLockedValue { $0.way } }

    /// Notes received bytes; those beyond the limit are dropped.
    ///
    /// - Returns: true if more bytes are wanted.
    func received(_ bytes: some Collection<UInt8>) -> Bool {
        state.withLockedValue { state in
            state.lastEvent = .now
            let room = limits.body - state.body.count
            state.body.append(contentsOf: bytes.prefix(room))
            if bytes.count > room { state.isTruncated = true }
            return !state.isTruncated
        }
    }

    func truncated() {
        state.withLockedValue { $0.isTruncated = true }
    }

    var response: APIResponse? {
        let elapsed = ContinuousClock.now - start
        return state.withLockedValue { state in
            guard let head = state.head else { return nil }
            return APIResponse(head: head, body: state.body, isTruncated: state.isTruncated, duration: elapsed)
        }
    }

    /// Waits until a deadline passes.
    ///
    /// The client's own deadline ends with the head, so that a slow body could take forever; this one lasts as long as
    /// the exchange.
    ///
    /// - Returns: the expired deadline; nil if the exchange has none.
    func expiredDeadline() async throws -> TimeoutPhase? {
        while let (due, phase) = deadline {
            let now = ContinuousClock.now
            if due <= now { return phase }
            // A head that arrives meanwhile starts a phase that may end earlier.
            try await Task.sleep(until: min(due, now + min(limits.firstByte, limits.idle)), clock: .continuous)
        }
        return nil
    }

    private var deadline: (due: ContinuousClock.Instant, phase: TimeoutPhase)? {
        let end = start + limits.total
        return state.withLockedValue { state in
            guard state.hasDeadlines else { return nil }
            let phaseEnd = state.lastEvent + (state.waitsForHead ? limits.firstByte : limits.idle)
            return end <= phaseEnd ? (end, .total) : (phaseEnd, state.waitsForHead ? .firstByte : .idle)
        }
    }
}

/// Redirects (RFC 9110 section 15.4), by the rules of browsers if they are stricter.
enum Redirect {
    struct Hop: Sendable {
        var request: HTTPRequest
        var body: [UInt8]?
        /// The number of redirects before it.
        var redirects = 0
    }

    /// The request to which a reply redirects; nil if the reply is to be shown instead.
    ///
    /// Another origin gets no credentials and no body: a sign-in that is redirected elsewhere is shown, not followed.
    ///
    /// - Throws: `.invalidReply` if the target is not http(s), or if it leaves https.
    static func next(after response: HTTPResponse, to hop: Hop) throws(APIError) -> Hop? {
        guard [301, 302, 303, 307, 308].contains(response.status.code),
            let location = response.headerFields[.location], let current = Redirect.url(of: hop.request),
            let target = URL(string: location, relativeTo: current)?.absoluteURL
        else { return nil }
        guard let scheme = target.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let authority = target.httpAuthority
        else {
            throw APIError(.connection(.invalidReply), message: "it redirects to something other than http(s)")
        }
        if hop.request.scheme == "https", scheme == "http" {
            throw APIError(.connection(.invalidReply), message: "it redirects from https to http")
        }
        var next = hop
        next.redirects += 1
        if isRewritten(response.status.code, hop.request.method) {
            next.request.method = .get
            next.body = nil
            next.request.headerFields[.contentType] = nil
        }
        let isForeign = scheme != hop.request.scheme || authority != hop.request.authority?.lowercased()
        if isForeign {
            if next.body != nil { return nil }
            // A credential may have any header name.
            next.request.headerFields.removeAll { !isHarmless($0.name) }
        }
        next.request.scheme = scheme
        next.request.authority = authority
        next.request.path = target.httpPath
        return next
    }

    /// True for a header that another origin may see: accepted types and the like, without facts about the client.
    private static func isHarmless(_ name: HTTPField.Name) -> Bool {
        name == .userAgent || name == .accept || name.canonicalName.hasPrefix("accept-")
    }

    private static func isRewritten(_ status: Int, _ method: HTTPRequest.Method) -> Bool {
        switch status {
        case 303: method != .get && method != .head
        case 301, 302: method == .post
        default: false
        }
    }

    private static func url(of request: HTTPRequest) -> URL? {
        Foundation.URL(string: "\(request.scheme ?? "http")://\(request.authority ?? "")\(request.path ?? "/")")
    }
}
