import HTTPTypes

extension DemoManager {
    /// The exchanges of the journal whose requests match, oldest first. Bodies the journal dropped count as none.
    public func received(matching pattern: RequestPattern) -> [Exchange] {
        let constraints = pattern.constraints
        return journal.exchanges.filter { exchange in
            let facts = RequestFacts(exchange.request, body: exchange.requestBody, asked: exchange.call.asked)
            return constraints.allSatisfy { $0.matches(facts) } && facts.warnings.isEmpty
        }
    }

    /// Checks how many requests matched.
    ///
    /// ```swift
    /// try manager.verify(.post("/users", body: .contains("Ada")), count: 1...)
    /// ```
    ///
    /// - Parameters:
    ///   - pattern: what they had to match.
    ///   - count: how many there had to be, `1...` for at least one.
    /// - Throws: `VerificationFailure` with what was received instead, also for a pattern that no request can match.
    public func verify(_ pattern: RequestPattern, count: some RangeExpression<Int> & Sendable)
        throws(VerificationFailure)
    {
        if let problem = pattern.problem { throw VerificationFailure(message: problem, received: []) }
        let journal = journal
        let matching = received(matching: pattern).count
        guard !count.contains(matching) else { return }
        let title = redactor.text(pattern.description)
        var message = "\(title) was received \(Self.times(matching)); expected \(Self.expectation(count))"
        if journal.forgotten > 0 { message += " (the journal has forgotten \(journal.forgotten) older requests)" }
        let requests = journal.exchanges.suffix(20).map { exchange in
            "\(exchange.request.method.rawValue) \(exchange.redactedPath)"
        }
        throw VerificationFailure(
            message: message, received: requests,
            nearest: matching == 0 ? nearest(to: pattern, in: journal)?.table(redactor: redactor) : nil)
    }

    /// Checks that exactly `count` requests matched.
    ///
    /// - Throws: `VerificationFailure` with what was received instead, also for a pattern that no request can match.
    public func verify(_ pattern: RequestPattern, count: Int = 1) throws(VerificationFailure) {
        try verify(pattern, count: count...count)
    }

    /// The stubs that are switched on and never answered, in the order they are tried.
    public var unusedStubs: [StubState] { stubs.filter { $0.isEnabled && $0.hits == 0 } }

    /// The received requests that come closest to a pattern, the nearest first, of several as near the last.
    ///
    /// - Returns: each with its distance, from 0 for one that matches.
    public func nearest(to pattern: RequestPattern, count: Int) -> [(exchange: Exchange, distance: Double)] {
        verdicts(on: pattern, in: journal).sorted { $0.verdict.distance < $1.verdict.distance }.prefix(max(0, count))
            .map { ($0.exchange, $0.verdict.distance) }
    }

    /// The received request that is closest to a pattern, of several the last.
    private func nearest(to pattern: RequestPattern, in journal: Journal) -> StubVerdict? {
        verdicts(on: pattern, in: journal).map(\.verdict).min { $0.distance < $1.distance }
    }

    /// How the newest requests fare against a pattern, the last one first.
    private func verdicts(on pattern: RequestPattern, in journal: Journal)
        -> [(exchange: Exchange, verdict: StubVerdict)]
    {
        let constraints = pattern.constraints
        return journal.exchanges.suffix(200).reversed().map { exchange in
            let facts = RequestFacts(exchange.request, body: exchange.requestBody, asked: exchange.call.asked)
            let verdict = StubVerdict(
                id: StubID(number: 0), title: "expected", origin: .made(by: "verify"),
                parts: constraints.map { $0.part(facts) }, obstacle: nil)
            return (exchange, verdict)
        }
    }

    private static func times(_ count: Int) -> String {
        switch count {
        case 0: "never"
        case 1: "once"
        default: "\(count) times"
        }
    }

    private static func expectation(_ range: some RangeExpression<Int>) -> String {
        switch range {
        case let range as ClosedRange<Int> where range.count == 1: times(range.lowerBound)
        case let range as ClosedRange<Int>: "\(range.lowerBound) to \(range.upperBound) times"
        case let range as Range<Int>: "\(range.lowerBound) to \(range.upperBound - 1) times"
        case let range as PartialRangeFrom<Int>: "at least \(times(range.lowerBound))"
        case let range as PartialRangeThrough<Int>: "at most \(times(range.upperBound))"
        case let range as PartialRangeUpTo<Int>: "at most \(times(range.upperBound - 1))"
        default: "\(range)"
        }
    }
}

/// A verification that failed.
public struct VerificationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The expectation and the result.
    public let message: String
    /// The last requests received, without secrets, oldest first.
    public let received: [String]
    /// The request that came closest, beside what was expected, in two columns without secrets; nil where one matched.
    public internal(set) var nearest: String?

    /// The message, the requests and the nearest of them.
    public var description: String {
        guard !received.isEmpty else { return "\(message); nothing was received" }
        return "\(message); received: \(received.joined(separator: ", "))" + (nearest.map { "\n\($0)" } ?? "")
    }
}
