import Foundation
import HTTPTypes
import WireFormats

extension DemoManager {
    /// The journal's exchanges whose requests match, oldest first. Bodies that the journal dropped count as empty.
    public func received(matching pattern: RequestPattern) -> [Exchange] {
        journal.received.filter(pattern.matches)
    }

    private func lastRequests(_ journal: Journal) -> [String] {
        journal.received.suffix(20).map { "\($0.request.method.rawValue) \($0.redactedPath)" }
    }

    /// Verifies how many requests matched.
    ///
    /// ```swift
    /// try manager.verify(.post("/users", body: .contains("Ada")), count: 1...)
    /// ```
    ///
    /// - Parameters:
    ///   - pattern: the pattern of the requests.
    ///   - count: the expected number, such as `1...` for at least one.
    /// - Throws: `VerificationFailure` with the requests received, also if no request can match the pattern.
    public func verify(_ pattern: RequestPattern, count: some RangeExpression<Int> & Sendable)
        throws(VerificationFailure)
    {
        if let problem = pattern.problem { throw VerificationFailure(message: problem) }
        let journal = journal
        let matching = received(matching: pattern).count
        guard !count.contains(matching) else { return }
        let title = redactor.text(pattern.description)
        let number = matching == 0 ? "never received" : "received \(Self.times(matching))"
        var message = "\(title) was \(number); expected \(Self.expectation(count))"
        message += gaps(in: journal) + pattern.note(onBodiesOf: journal)
        let nearest = matching == 0 ? journal.nearest(to: pattern, count: 1).first : nil
        throw VerificationFailure(
            message: message, received: lastRequests(journal), nearest: nearest?.verdict.table(redactor: redactor))
    }

    /// Verifies that exactly `count` requests matched.
    ///
    /// - Throws: `VerificationFailure` with the requests received, also if no request can match the pattern.
    public func verify(_ pattern: RequestPattern, count: Int = 1) throws(VerificationFailure) {
        try verify(pattern, count: count...count)
    }

    /// Waits until so many requests matched, for requests whose end no code waits for.
    ///
    /// ```swift
    /// try await manager.verify(.post("/events"), within: .seconds(2))
    /// ```
    ///
    /// - Parameters:
    ///   - pattern: the pattern of the requests.
    ///   - count: the expected number; by default at least one.
    ///   - duration: the longest wait. It ends as soon as the number is right; a number that may be zero is checked at its
    ///     end.
    /// - Throws: `VerificationFailure` with the requests received in that time.
    public func verify(
        _ pattern: RequestPattern, count: some RangeExpression<Int> & Sendable = 1..., within duration: Duration
    ) async throws(VerificationFailure) {
        let changes = changes()
        @Sendable func isMet() -> Bool {
            pattern.problem != nil || !count.contains(0) && count.contains(received(matching: pattern).count)
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                guard !isMet() else { return }
                for await change in changes where change.contains(.journal) && isMet() { return }
            }
            group.addTask {
                // Cancelled, it has waited long enough.
                try? await Task.sleep(for: duration)
            }
            await group.next()
            group.cancelAll()
        }
        try verify(pattern, count: count)
    }

    /// Verifies that matching requests were received in this order, possibly with others in between.
    ///
    /// ```swift
    /// try manager.verify(inOrder: .get("/me"), .post("/auth/refresh"), .get("/me"))
    /// ```
    ///
    /// - Throws: `VerificationFailure` with the first pattern that no later request matched.
    public func verify(inOrder patterns: RequestPattern...) throws(VerificationFailure) {
        let journal = journal
        var rest = journal.received[...]
        for (place, pattern) in patterns.enumerated() {
            if let problem = pattern.problem { throw VerificationFailure(message: problem) }
            guard let found = rest.firstIndex(where: pattern.matches) else {
                let title = redactor.text(pattern.description)
                let message =
                    "number \(place + 1), \(title), was not received after those before it" + gaps(in: journal)
                    + pattern.note(onBodiesOf: journal)
                throw VerificationFailure(message: message, received: lastRequests(journal))
            }
            rest = rest[(found + 1)...]
        }
    }

    /// The reasons why the journal may lack requests, in parentheses; empty for none.
    private func gaps(in journal: Journal) -> String {
        // A session that is live decides nothing, so that the journal has no requests.
        let off = journal.count == 0 && !isEnabled ? " (demo mode is off, and live requests are not recorded)" : ""
        guard journal.forgotten > 0 else { return off }
        return off + " (the journal has forgotten \(journal.forgotten) older requests)"
    }

    /// The exchanges whose requests were refused, oldest first. Equal refusals of retries are listed once.
    public var refused: [Exchange] {
        var seen: Set<Refusal> = []
        return journal.exchanges.filter { exchange in
            guard case .refuse(let refusal) = exchange.action else { return false }
            return seen.insert(refusal).inserted
        }
    }

    /// Verifies that no request was refused. Call it at the end of a test whose code may swallow the error; in XCTest,
    /// in `tearDownWithError`.
    ///
    /// - Throws: `VerificationFailure` with each refusal, and the near misses if no stub matched.
    public func verifyNothingRefused() throws(VerificationFailure) {
        let texts = refused.map(refusalText) + [forgottenRefusals].compactMap(\.self)
        guard !texts.isEmpty else { return }
        throw VerificationFailure(message: texts.joined(separator: "\n\n"), received: lastRequests(journal))
    }

    /// A sentence about refused requests that the journal has forgotten; nil for none.
    package var forgottenRefusals: String? {
        let journal = journal
        guard journal.hasForgottenRefusals else { return nil }
        return "the journal, which keeps \(journal.limits.entries) exchanges, has forgotten refused requests"
    }

    /// The reason why an exchange was refused or not stubbed, with the near misses if no stub matched. Without secrets.
    package func refusalText(_ exchange: Exchange) -> String {
        let reason = exchange.redacted.reason
        guard exchange.action.lacksStub else { return reason }
        let tables = explain(exchange).nearMisses.map { $0.table(redactor: redactor) }
        return ([reason] + tables).joined(separator: "\n\n")
    }

    /// Logs each request that no stub matches in demo mode, refused or passed through, with the near misses. Without
    /// secrets.
    ///
    /// A log that is slower than the requests misses those that the journal forgets meanwhile.
    ///
    /// - Parameter log: called with one request at a time, shortly after it.
    /// - Returns: the observing task; cancel it to stop.
    @discardableResult
    public func logUnmatched(_ log: @escaping @Sendable (String) -> Void) -> Task<Void, Never> {
        let changes = changes()
        var last = journal.exchanges.last?.id
        return Task { [weak self] in
            for await change in changes where change.contains(.journal) {
                guard let self else { return }
                let new = journal.exchanges.drop { exchange in last.map { exchange.id <= $0 } ?? false }
                last = new.last?.id ?? last
                for exchange in new where exchange.action.lacksStub {
                    log("\(exchange.request.method.rawValue) \(exchange.redactedPath): \(refusalText(exchange))")
                }
            }
        }
    }

    /// The enabled stubs that never answered, in the order they are tried.
    public var unusedStubs: [StubState] { stubs.filter { $0.isEnabled && $0.hits == 0 } }

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

extension Journal {
    /// The newest requests that are closest to a pattern, nearest first; of equally near ones, the newest first.
    package func nearest(to pattern: RequestPattern, count: Int) -> [(exchange: Exchange, verdict: StubVerdict)] {
        let constraints = pattern.constraints
        let verdicts = received.suffix(200).reversed().map { exchange in
            let facts = RequestFacts(exchange.request, body: exchange.requestBody, asked: exchange.call.asked)
            let verdict = StubVerdict(
                id: StubID(number: 0), title: "expected", origin: .made(by: "verify"),
                parts: constraints.map { $0.part(facts) })
            return (exchange: exchange, verdict: verdict)
        }
        return Array(verdicts.inOrder { $0.verdict.distance < $1.verdict.distance }.prefix(count))
    }
}

extension RequestPattern {
    /// The number of bodies that the pattern asks for and the journal has dropped; empty for none.
    fileprivate func note(onBodiesOf journal: Journal) -> String {
        let rest = constraints.filter { !$0.needsBody }
        guard rest.count < constraints.count else { return "" }
        let dropped = journal.received.count { exchange in
            let facts = RequestFacts(exchange.request, body: nil, asked: exchange.call.asked)
            return exchange.isWithoutRequestBody && rest.allSatisfy { $0.matches(facts) }
        }
        guard dropped > 0 else { return "" }
        return " (the journal has dropped the bodies of \(dropped) request\(dropped == 1 ? "" : "s"))"
    }

    fileprivate func matches(_ exchange: Exchange) -> Bool {
        let facts = RequestFacts(exchange.request, body: exchange.requestBody, asked: exchange.call.asked)
        return constraints.allSatisfy { $0.matches(facts) } && facts.warnings.isEmpty
    }
}

extension Decision.Action {
    /// True if demo had no stub for the request.
    package var lacksStub: Bool {
        switch self {
        case .refuse(let refusal): [.noStub, .guardedWrite, .nextPage].contains(refusal.kind)
        case .passThrough(.unmatched): true
        default: false
        }
    }
}

/// A verification that failed.
public struct VerificationFailure: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// The expectation and the actual result.
    package let message: String
    /// The last requests received, without secrets, oldest first; nil if they do not matter.
    package var received: [String]?
    /// The nearest request beside the expected one, in two columns, without secrets; nil if a request matched.
    package internal(set) var nearest: String?

    /// The message, the received requests and the nearest one.
    public var description: String {
        guard let received else { return message }
        // A table is not continued in its last line.
        let separator = message.contains("\n") ? "\n\n" : "; "
        guard !received.isEmpty else { return message + separator + "nothing was received" }
        return message + separator + "received: " + received.joined(separator: ", ") + (nearest.map { "\n\($0)" } ?? "")
    }
    /// The description.
    public var errorDescription: String? { description }
}
