import Foundation
import HTTPTypes
import WireFormats

/// The plan for a request, made from a snapshot before the lock is taken to commit it.
enum Plan: Sendable {
    /// Demo is off, or the call bypasses demo mode.
    case leave(PassThroughReason)
    /// A stub answers, for a condition if one is chosen.
    case stub(StubEntry, Condition?)
    /// A condition answers with a reply that advances no sequence: built in, or derived from a stub's success.
    case condition(Condition, StubReply, StubRef)
    /// Replies are seeded, but none for this request.
    case unseeded
    /// The condition has a name that no stub has.
    case unknownCondition(String)
    /// No stub matches.
    case unmatched

    var condition: Condition? {
        switch self {
        case .stub(_, let condition): condition
        case .condition(let condition, _, _): condition
        case .leave, .unseeded, .unknownCondition, .unmatched: nil
        }
    }
}

extension Snapshot {
    /// Makes the plan for an attempt. Pure: it neither waits nor changes anything.
    func plan(_ attempt: Attempt, ignoringBody: Bool = false) -> Plan {
        attempt.chaos = nil
        if let seeds { return seeds.match(attempt.facts).map { .stub($0, nil) } ?? .unseeded }
        if attempt.call.isBypassed { return .leave(.bypassed) }
        if let condition = conditions.condition(of: attempt, in: catalog) {
            if let plan = plan(condition, attempt, ignoringBody: ignoringBody) { return plan }
            if case .named(let name) = condition, !index.entries.values.contains(where: { $0.stub.name == name }) {
                return .unknownCondition(name)
            }
        }
        guard attempt.call.mode == .demo else { return troubled(.leave(.live), attempt) }
        return troubled(ordinary(attempt, ignoringBody: ignoringBody).map { .stub($0, nil) } ?? .unmatched, attempt)
    }

    /// The first eligible stub.
    func ordinary(_ attempt: Attempt, ignoringBody: Bool = false) -> StubEntry? {
        index.first(StubSearch(attempt.facts, ignoringBody: ignoringBody, .enabled(self, attempt)))
    }

    func plan(_ condition: Condition, _ attempt: Attempt, ignoringBody: Bool) -> Plan? {
        // Disabled stubs too: a folder of fixtures keeps the replies of conditions as disabled stubs.
        let named = index.first(
            StubSearch(attempt.facts, ignoringBody: ignoringBody, .named(condition.name, self, attempt)))
        if let named { return .stub(named, condition) }
        let operation = catalog.operation(of: attempt.call, attempt.facts)
        if let reply = condition.builtInReply(of: operation) {
            return .condition(condition, reply, .builtIn(condition, of: operation))
        }
        let ordinary = ordinary(attempt, ignoringBody: ignoringBody)
        if let ordinary, condition == .slow || ignoringBody { return .stub(ordinary, condition) }
        if let ordinary, condition.keepsOrdinary, ordinary.isRemembered, ordinary.stub.sequence.count == 1,
            ordinary.firstSuccess == 0
        {
            return .stub(ordinary, condition)
        }
        guard condition.derivesFromSuccess || condition == .slow else { return nil }
        if let ordinary, let place = ordinary.firstSuccess {
            let reply = condition.derived(from: ordinary.reply(at: place, for: attempt))
            return .condition(condition, reply, ordinary.ref(at: place, for: condition))
        }
        guard let body = operation?.successBody else { return nil }
        var reply = StubReply(headers: [.contentType: "application/json"], body: body.bytes())
        reply = condition.derived(from: reply)
        if condition == .slow { reply.delay += Condition.slowness }
        return .condition(condition, reply, .builtIn(condition, of: operation))
    }

    fileprivate func isEligible(_ entry: StubEntry, _ attempt: Attempt) -> Bool {
        if let screens = entry.stub.screens {
            guard let screen = attempt.call.screen, screens.contains(screen) else { return false }
        }
        guard !isForOther(entry, attempt) else { return false }
        guard let scenario = entry.stub.scenario, let required = scenario.requiredState else { return true }
        return required.utf8.elementsEqual(state(of: scenario, attempt).utf8)
    }

    private func isForOther(_ entry: StubEntry, _ attempt: Attempt) -> Bool {
        guard let own = entry.stub.operation, let performed = attempt.call.operation else { return false }
        return own != performed
    }

    private func state(of scenario: ScenarioRule, _ attempt: Attempt) -> String {
        scenarios[scenario.key(attempt.request, attempt.call)] ?? ScenarioRule.initialState
    }

    /// The reason why a matching stub does not answer the call; nil if it may answer.
    func obstacle(_ entry: StubEntry, _ attempt: Attempt) -> String? {
        if let name = onlyCondition(of: entry) { return "it answers only where the condition \(name) is chosen" }
        if disabled.contains(entry.id) { return "it is switched off" }
        guard !isEligible(entry, attempt) else { return nil }
        if let screens = entry.stub.screens, !screens.contains(attempt.call.screen ?? "") {
            return "it is for the screens \(screens.joined(separator: ", "))"
        }
        if let own = entry.stub.operation, isForOther(entry, attempt) { return "it is for the operation \(own)" }
        guard let scenario = entry.stub.scenario, let required = scenario.requiredState else { return nil }
        return "the scenario \(scenario.name) is in the state \(state(of: scenario, attempt)), it needs \(required)"
    }

    /// The condition that a stub alone answers, because it is disabled as written; nil for others.
    func onlyCondition(of entry: StubEntry) -> String? {
        disabled.contains(entry.id) && !entry.stub.isEnabled ? entry.stub.name : nil
    }
}

/// Searches lists of candidates for the first stub that is eligible and matches.
struct StubSearch {
    enum Part {
        case anyStub
        case enabled(Snapshot, Attempt)
        case named(String, Snapshot, Attempt)
    }

    let facts: RequestFacts
    private let ignoresBody: Bool
    private let part: Part
    private(set) var found: StubEntry?

    /// - Parameter ignoringBody: true to treat matchers of the body as fulfilled. The result then tells if the body
    ///   must be collected.
    init(_ facts: RequestFacts, ignoringBody: Bool = false, _ part: Part) {
        (self.facts, ignoresBody, self.part) = (facts, ignoringBody, part)
    }

    /// Searches a list in reverse order of rank: the first stub to try is the last item.
    mutating func visit(_ list: [StubEntry]) {
        list.withUnsafeBufferPointer { list in
            for place in list.indices.reversed() {
                if let found, found.rank < list[place].rank { return }
                if takesPart(list[place]), list[place].matches(facts, ignoringBody: ignoresBody) {
                    found = list[place]
                    return
                }
            }
        }
    }

    private func takesPart(_ entry: StubEntry) -> Bool {
        switch part {
        case .anyStub: true
        case .enabled(let snapshot, let attempt):
            snapshot.isEligible(entry, attempt) && !snapshot.disabled.contains(entry.id)
        case .named(let name, let snapshot, let attempt):
            entry.stub.name == name && snapshot.isEligible(entry, attempt)
        }
    }
}

/// The identity of a list on a screen: its request without the parameters that select a page.
struct ListKey: Sendable, Hashable {
    private let screen: String?
    private let path: String
    private let items: [String]

    /// The list a request reads a page of, and whether it asks for a page after the first. Nil for unsafe methods.
    static func page(_ facts: RequestFacts, of call: Call, in catalog: Catalog) -> (list: ListKey, isNext: Bool)? {
        guard facts.method == .get else { return nil }
        let described = catalog.operation(of: call, facts)?.pageParameters ?? []
        let names = described.isEmpty ? PageWords.parameters : Set(described.map { $0.lowercased() })
        var others: [String] = []
        var isNext = false
        for item in facts.query {
            let (name, value) = item.texts
            if names.contains(name.lowercased()) {
                isNext = isNext || !["", "0", "1"].contains(value)
            } else {
                others.append("\(name)=\(value)")
            }
        }
        let list = ListKey(screen: call.screen, path: facts.pathText, items: others.inOrder(<))
        return (list, isNext)
    }
}

/// One attempt during a decision. A class, so that passing it on does not retain each of its strings. It stays on the
/// thread that decides.
final class Attempt {
    let kept: KeptRequest
    var request: HTTPRequest { kept.request }
    let body: [UInt8]?
    let call: Call
    /// The number of the attempt within the call, from 1.
    let number: Int
    let facts: RequestFacts

    init(_ request: HTTPRequest, body: [UInt8]?, call: Call, number: Int = 1) {
        kept = KeptRequest(request)
        self.body = body
        self.call = call
        self.number = number
        facts = RequestFacts(kept, body: body, asked: call.asked)
    }

    /// The time of the decision, by the system clock.
    let date = Date()
    /// The page of a list that it asks for; set only under the policy `guard`.
    var page: (list: ListKey, isNext: Bool)?
    /// The failure drawn for it. `chaos` is the part that its plan uses.
    var drawn: Chaos.Draw?
    var chaos: Chaos.Draw?

    /// False to learn which stub would answer, without the work of generating its reply.
    var generatesReply = true

    /// Discards the results of matching, before it is matched again.
    func forgetMatching() {
        facts.forgetWarnings()
        page = nil
    }

    /// `GET /me`, or with the server if that may be any. Without secrets: it stands in messages.
    func title(_ redactor: Redactor, of servers: Servers) -> String {
        let place = servers == .any ? request.authority.map { "\(request.scheme ?? "http")://\($0)" } : nil
        return "\(request.method.rawValue) \(redactor.url((place ?? "") + facts.targetText))"
    }

    func refusal(_ kind: Refusal.Kind, _ message: String) -> Refusal {
        Refusal(kind: kind, method: request.method.rawValue, path: facts.targetText, message: message)
    }
}
