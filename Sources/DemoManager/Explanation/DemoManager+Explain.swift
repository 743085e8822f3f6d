import HTTPTypes
import WireFormats

extension DemoManager {
    /// Explains how a request would be answered, and why. Changes and records nothing. Every stub is compared only when
    /// the explanation's `nearMisses` are read.
    ///
    /// - Parameters:
    ///   - request: the request with its absolute URL.
    ///   - body: its body.
    ///   - call: the call it belongs to; nil for a call without a screen that begins now. With demo off it goes to the
    ///     server, and the summary adds the result of demo mode.
    public func explain(_ request: HTTPRequest, body: [UInt8]? = nil, call: Call? = nil) -> Explanation {
        let snapshot = currentSnapshot()
        let isLive = call == nil && snapshot.seeds == nil && !isDemo
        let call = call ?? Call(id: 0, mode: .demo, condition: Self.conditionScope?.condition)
        let plan = snapshot.plan(Attempt(request, body: body, call: call))
        let isOffline = isOffline
        let offline = "it is refused: offline nothing may leave"
        let unmatched = isOffline ? offline : snapshot.unmatched.consequence(request.method)
        var summary = plan.summary
        var consequence: String?
        switch plan {
        case .leave: consequence = isOffline ? offline : nil
        case .condition: break
        case .unseeded, .unknownCondition: consequence = "it is refused"
        case .unmatched: consequence = unmatched
        case .stub(let entry, let condition):
            let served = lock.withLock { $0.runtime[entry.id]?.served ?? 0 }
            guard let place = entry.stub.place(after: served) else {
                summary += ", whose sequence is used up"
                consequence = entry.stub.sequenceEnd == .fail ? "it is refused" : unmatched
                break
            }
            summary = entry.ref(at: place, for: condition).reason
            let reply = entry.stub.sequence[place].reply
            guard reply.leaves else { break }
            summary += ", which sends it on"
            let isForbidden = entry.stub.forbids(reply, by: snapshot.unmatched)
            consequence = isForbidden ? "it is refused: in demo nothing may leave" : isOffline ? offline : nil
        }
        if isLive {
            let place = isOffline ? "is refused, because offline nothing may leave" : "goes to the server"
            summary = "demo is off: the request \(place). With demo on: \(summary)"
        }
        return Explanation(
            request: request, summary: summary, consequence: consequence, answer: isLive ? nil : plan.answer,
            match: plan.answer, body: body, call: call, snapshot: snapshot)
    }

    /// True if a call without a screen that begins now is a demo call.
    private var isDemo: Bool { Self.conditionScope != nil || lock.withLock { $0.isDemo(nil) } }

    /// Explains how the request of an exchange would be answered now, and which stubs nearly match. Pass the journal's
    /// exchange: the secrets of a redacted one no longer match.
    public func explain(_ exchange: Exchange) -> Explanation {
        explain(exchange.request, body: exchange.requestBody, call: exchange.call)
    }
}

extension UnmatchedPolicy {
    fileprivate func consequence(_ method: HTTPRequest.Method) -> String {
        switch self {
        case .error: "it is refused: in demo nothing may leave"
        case .guard where method.isSafe: "it passes through, unless it is the next page of a list that began with stubs"
        case .guard: "it is refused: a write does not leave demo"
        case .passThrough: "it passes through"
        case .capture: "it passes through and is recorded"
        }
    }
}

extension Plan {
    fileprivate var summary: String {
        switch self {
        case .leave(let reason): Decision.Action.passThrough(reason).reason(of: nil)
        case .stub(let entry, let condition): entry.ref(at: nil, for: condition).reason
        case .condition(_, _, let ref): ref.reason
        case .unseeded: "replies are seeded, but none for this request"
        case .unknownCondition(let name): "no stub is named \(name), as its condition is"
        case .unmatched: "no stub matches"
        }
    }

    fileprivate var answer: StubID? {
        switch self {
        case .stub(let entry, _): entry.id
        case .condition(_, _, let ref): ref.id
        case .leave, .unseeded, .unknownCondition, .unmatched: nil
        }
    }
}

/// Explains how a request would be answered, and why; a dry run that changes nothing.
///
/// `nearMisses` compares the request with every stub each time it is read.
public struct Explanation: Sendable {
    /// The request, with its secrets.
    package let request: HTTPRequest
    /// The decision in words.
    public let summary: String
    /// The policy's consequence for a request that no stub answers; nil if one does.
    package let consequence: String?
    package let answer: StubID?

    /// The stub that would answer if demo were on, if any.
    let match: StubID?
    let body: [UInt8]?
    let call: Call
    let snapshot: Snapshot

    /// The verdicts of all stubs, in the order they are tried. Computed at each access, at a cost that grows with the
    /// number of stubs.
    package var stubs: [StubVerdict] {
        let attempt = Attempt(request, body: body, call: call)
        let entries = snapshot.seeds?.stubs ?? snapshot.index.entries.values.inOrder { $0.rank < $1.rank }
        return entries.map { entry in
            let isAsked = entry.id != match && snapshot.seeds == nil
            return StubVerdict(
                id: entry.id, title: entry.stub.title, origin: entry.stub.origin,
                parts: entry.constraints.map { $0.part(attempt.facts) },
                obstacle: isAsked ? snapshot.obstacle(entry, attempt) : nil,
                isForCondition: isAsked && snapshot.onlyCondition(of: entry) != nil)
        }
    }

    /// The stubs that nearly match, nearest first; at most three. Stubs that match but are disabled, or are for another
    /// screen or scenario state, come before those that differ. Stubs for a condition come last.
    public var nearMisses: [StubVerdict] {
        let missed = stubs.enumerated().filter { $0.element.id != match && $0.element.isMiss }
        let sorted = missed.inOrder { first, second in
            let (one, other) = (first.element, second.element)
            if one.isForCondition != other.isForCondition { return other.isForCondition }
            return (one.distance, first.offset) < (other.distance, second.offset)
        }
        return sorted.prefix(3).map(\.element)
    }
}

extension Explanation: CustomStringConvertible {
    /// The text of the explanation.
    public var description: String { text() }

    /// The explanation as text, without secrets: the request, its answer, and the near misses if no stub answers.
    ///
    /// - Parameter width: the maximum width of a line, in cells.
    package func text(width: Int = 80) -> String {
        let redactor = snapshot.catalog.redactor
        let url = redactor.url(String(decoding: RequestFacts(request, body: nil).absoluteURL, as: UTF8.self))
        var parts = ["\(request.method.rawValue) \(url)\n\(redactor.text(summary))"]
        if let consequence {
            parts[0] += "; \(consequence)"
            let misses = nearMisses
            parts += misses.map { $0.table(width: width, redactor: redactor) }
            if misses.isEmpty { parts[0] += snapshot.isEmpty ? "\nThere are no stubs." : "\nNo stub came close." }
        }
        return parts.map(Cells.printable).joined(separator: "\n\n")
    }
}

extension Snapshot {
    fileprivate var isEmpty: Bool { seeds?.stubs.isEmpty ?? index.entries.isEmpty }
}
