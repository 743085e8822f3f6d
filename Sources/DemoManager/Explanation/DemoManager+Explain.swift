import HTTPTypes

extension DemoManager {
    /// Says what would happen to a request and why, stub by stub. Changes nothing and records nothing; its cost grows with
    /// the number of stubs, so it is for when somebody asks.
    ///
    /// - Parameters:
    ///   - request: the request with its absolute URL.
    ///   - body: its body.
    ///   - call: the call it belongs to; nil is a demo call of no screen.
    public func explain(_ request: HTTPRequest, body: [UInt8]? = nil, call: Call? = nil) -> Explanation {
        let snapshot = currentSnapshot()
        let attempt = Attempt(request, body: body, call: call ?? Call(id: 0, mode: .demo))
        let facts = attempt.facts
        let plan = snapshot.plan(attempt)
        let entries = snapshot.seeds?.stubs ?? snapshot.index.entries.values.sorted { $0.rank < $1.rank }
        let verdicts = entries.map { entry in
            StubVerdict(
                id: entry.id, title: entry.stub.title, origin: entry.stub.origin,
                parts: entry.constraints.map { $0.part(facts) }, obstacle: snapshot.obstacle(entry, attempt))
        }
        return Explanation(summary: plan.summary, answer: plan.answer, stubs: verdicts)
    }

    /// The exchanges of the journal whose requests match, oldest first. Bodies the journal dropped count as none.
    public func received(matching pattern: RequestPattern) -> [Exchange] {
        let constraints = pattern.constraints
        return journal.exchanges.filter { exchange in
            let facts = RequestFacts(exchange.request, body: exchange.requestBody)
            return constraints.allSatisfy { $0.matches(facts) } && facts.warnings.isEmpty
        }
    }

    /// Checks how many requests matched.
    ///
    /// - Parameters:
    ///   - pattern: what they had to match.
    ///   - count: how many there had to be, `1...` for at least one.
    /// - Throws: `VerificationFailure` with what was received instead.
    public func verify(_ pattern: RequestPattern, count: some RangeExpression<Int> & Sendable)
        throws(VerificationFailure)
    {
        let matching = received(matching: pattern).count
        guard !count.contains(matching) else { return }
        let requests = journal.exchanges.suffix(20).map { exchange in
            "\(exchange.request.method.rawValue) \(exchange.redactedPath)"
        }
        throw VerificationFailure(
            message: "\(pattern) was received \(matching) times instead of \(count)", received: requests)
    }

    /// Checks that exactly `count` requests matched.
    ///
    /// - Throws: `VerificationFailure` with what was received instead.
    public func verify(_ pattern: RequestPattern, count: Int = 1) throws(VerificationFailure) {
        try verify(pattern, count: count...count)
    }

    /// The stubs that never answered, in the order they are tried.
    public var unusedStubs: [StubState] { stubs.filter { $0.hits == 0 } }
}

/// A verification that failed.
public struct VerificationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected and what came.
    public let message: String
    /// The last requests received, without secrets, oldest first.
    public let received: [String]

    /// The message and the requests.
    public var description: String {
        received.isEmpty
            ? "\(message); nothing was received" : "\(message); received: \(received.joined(separator: ", "))"
    }
}

extension Plan {
    fileprivate var summary: String {
        switch self {
        case .leave(let reason): Decision.Action.passThrough(reason).reason
        case .stub(let entry, let condition): entry.ref(at: nil, for: condition).reason
        case .condition(_, _, let ref): ref.reason
        case .unseeded: "replies are seeded, but none for this request"
        case .unmatched: "no stub matches"
        }
    }

    fileprivate var answer: StubID? {
        switch self {
        case .stub(let entry, _): entry.id
        case .condition(_, _, let ref): ref.id
        case .leave, .unseeded, .unmatched: nil
        }
    }
}
