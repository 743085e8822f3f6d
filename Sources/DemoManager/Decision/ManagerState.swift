import Foundation
import HTTPTypes

/// The state of a manager, guarded by its lock.
struct ManagerState: Sendable {
    /// Counts the changes that affect matching.
    private(set) var generation: UInt64 = 0
    private var cached: Snapshot?

    /// The policy for requests that no stub matches.
    var policy: Layered<UnmatchedPolicy>
    /// True if nothing may leave, whatever the switches and the policy say.
    var isOffline: Bool
    /// The delay of replies without one of their own.
    var delay = Delay.none
    /// The servers that live calls go to.
    var servers = Servers.any
    var fixtures: [String]
    /// The session it decides for; nil for everyone's manager.
    var session: String?
    /// The number and generation of the last copy of everyone's state that a session took over.
    var everyonesNumber: UInt64 = 0
    var everyonesGeneration: UInt64?
    var switches = Switches()
    var conditions = Conditions()
    var chaos = Layered<Chaos?>(nil)
    /// The counts of calls by operation, since the chaos was set.
    var chaosCalls: [String: ChaosCalls] = [:]
    /// The number of calls of `resetAll()`.
    var resets = 0
    var catalog = Catalog()
    var index = StubIndex()
    var paths = StubPaths()
    var disabled = TableSet<StubID>()
    /// The switches that the user set; they survive a reload of the stub's file.
    var enabledByUser: [StubID: Bool] = [:]
    /// The original stubs of the document that were changed or removed since.
    var changedByUser: [StubID: StubEntry] = [:]
    var scenarios: [ScenarioKey: String] = [:]
    var seeds: Seeds?
    var holds = Holds()
    /// Called with each exchange that ends.
    var onFinish: (@Sendable (Exchange) -> Void)?
    var memory: (any ReplyMemory)?

    var runtime = Table<StubID, StubRuntime>()
    /// Lists whose pages came from stubs; kept under the policy `guard` only.
    var stubbedLists: Set<ListKey> = []
    var files = FileStubs()
    /// The messages about expressions that were stopped.
    var warnings: [String] = []
    var journal: Journal
    var observers: [UInt64: Change.Continuation] = [:] {
        didSet { listeners = Array(observers.values) }
    }
    /// The observers as an array, for notifications.
    private(set) var listeners: [Change.Continuation] = []
    /// Numbers below this are the ages of stubs in files, by their position.
    private var lastNumber: UInt64 = 1 << 32

    init(_ configuration: DemoManager.Configuration) {
        policy = Layered(configuration.unmatched)
        isOffline = configuration.isOffline
        fixtures = configuration.fixtures
        journal = Journal(limits: configuration.journal)
    }

    /// The policy for requests that no stub matches. Setting it overrides everyone's policy for the session.
    var unmatched: UnmatchedPolicy {
        get { policy.value }
        set { policy.value = newValue }
    }

    /// A unique number, for ages and ids of stubs, and ids of calls and observers.
    mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Must be called before a change that affects matching.
    mutating func invalidate() {
        generation += 1
        cached = nil
    }

    /// The current state that affects matching.
    mutating func snapshot() -> Snapshot {
        if let cached { return cached }
        let snapshot = Snapshot(self)
        cached = snapshot
        return snapshot
    }
}

/// The servers that live calls go to.
package enum Servers: Sendable {
    /// Any server that a request names. Messages name it, too.
    case any
    /// The app's one server, which messages leave out.
    case one
    /// None, so that no message advises a live call.
    case none
}

/// The counters of one stub.
struct StubRuntime: Sendable, Equatable {
    var hits = 0
    /// Replies of its sequence given since the last reset.
    var served = 0
}

/// The input of one decision. Immutable, so that matching reads it without a lock.
final class Snapshot: Sendable {
    let generation: UInt64
    let unmatched: UnmatchedPolicy
    let conditions: Conditions
    let chaos: Chaos?
    let catalog: Catalog
    let index: StubIndex
    let disabled: TableSet<StubID>
    let scenarios: [ScenarioKey: String]
    let seeds: Seeds?

    fileprivate init(_ state: ManagerState) {
        generation = state.generation
        unmatched = state.unmatched
        conditions = state.conditions
        chaos = state.chaos.value
        catalog = state.catalog
        index = state.index
        disabled = state.disabled
        scenarios = state.scenarios
        seeds = state.seeds
    }
}

extension ManagerState {
    /// Commits a plan: advances the stub that answers, and records the exchange. Runs under the lock.
    /// - Returns: nil if another call took the plan's single-call condition meanwhile.
    mutating func commit(_ plan: Plan, _ attempt: Attempt) -> Commit? {
        // Conditions of chaos are not used up.
        let chosen = attempt.chaos?.condition == nil ? plan.condition : nil
        let taking = chosen.map { conditions.take($0, for: attempt, in: catalog) }
        if case .tooLate? = taking { return nil }
        var completion: Completion?
        var change = Change.journal
        var recorded: Decision.Action?
        var action: Decision.Action
        switch plan {
        case .leave(let reason): action = .passThrough(reason)
        case .unseeded:
            (action, completion) = refused(.noSeed, attempt) { "no seed for \($0); add one to the test's seeds" }
        case .unknownCondition(let name):
            (action, completion) = refused(.noStub, attempt) { "no stub is named \(name), the condition of \($0)" }
        case .unmatched: (action, completion) = unmatchedAction(attempt)
        case .condition(_, let reply, let ref): action = .stub(reply, ref)
        case .stub(let entry, let condition):
            if entry.stub.scenario?.newState != nil { change.formUnion(.scenarios) }
            (action, completion, recorded) = answer(entry, condition, attempt)
        }
        if case .ended(let use)? = taking {
            if case .stub(let reply, _) = action, reply.status.code == 401 { use.spareRetries() }
            action = action.endingCondition
            change.formUnion(.conditions)
        }
        if let chaos = attempt.chaos {
            action = action.troubled(by: chaos)
            recorded = recorded?.troubled(by: chaos)
        }
        if isOffline, case .passThrough(let reason) = action {
            (action, completion) = refused(.offline, attempt, completion ?? Completion()) {
                "\(reason.sentence(of: $0)), and offline nothing may leave"
            }
            recorded = nil
        }
        noteList(action, attempt)
        if warn(attempt.facts.warnings) { change.formUnion(.problems) }
        let decision = Decision(exchange: journal.nextID(), action: action, chaos: attempt.chaos)
        record(decision.exchange, recorded ?? action.withoutBody, attempt)
        return Commit(decision: decision, completion: completion, change: change, observers: listeners)
    }

    /// Remembers which lists began with stubs. A list whose first page passes through is live again.
    private mutating func noteList(_ action: Decision.Action, _ attempt: Attempt) {
        // A failure by chaos has no items.
        guard let page = attempt.page, attempt.chaos?.condition == nil else { return }
        switch action {
        case .stub:
            // A screen shows few lists. A program with more than these no longer needs the first ones.
            if stubbedLists.count >= 10_000 { stubbedLists = [] }
            stubbedLists.insert(page.list)
        case .passThrough where !page.isNext: stubbedLists.remove(page.list)
        case .passThrough, .refuse: break
        }
    }

    private mutating func answer(
        _ entry: StubEntry, _ condition: Condition?, _ attempt: Attempt
    ) -> (Decision.Action, Completion?, recorded: Decision.Action?) {
        guard let place = advance(entry) else {
            let (action, completion) = usedUpAction(entry, attempt)
            return (action, completion, nil)
        }
        if let scenario = entry.stub.scenario, let next = scenario.newState {
            let key = scenario.key(attempt.request, attempt.call)
            if scenarios[key] != next {
                invalidate()
                scenarios[key] = next
            }
        }
        let isOrdinary = condition.map { $0.keepsOrdinary && entry.stub.name != $0.name } ?? true
        let memory = (isOrdinary && entry.isRemembered ? memory : nil).map { ($0, entry.stub.source) }
        if condition == nil, delay == .none, let ready = entry.readyReply(at: place) {
            return (ready.action, memory.map { Completion(memory: $0) }, ready.recorded)
        }
        let (action, completion) = answer(entry, at: place, condition, attempt, memory)
        return (action, completion, nil)
    }

    /// A reply that passes through, is delayed, or is completed outside the lock.
    private func answer(
        _ entry: StubEntry, at place: Int, _ condition: Condition?, _ attempt: Attempt, _ memory: Completion.Memory?
    ) -> (Decision.Action, Completion?) {
        let ref = entry.ref(at: place, for: condition)
        let source = entry.stub.sequence[place]
        var completion = Completion(checks: source.checks)
        if entry.stub.forbids(source.reply, by: unmatched) {
            let reason = source.reply.proxyBase.map { PassThroughReason.proxy(to: $0, after: .zero, ref) } ?? .stub(ref)
            return refused(.passThroughForbidden, attempt, completion) { [servers] title in
                reason.sentence(of: title) + ", and in demo nothing may leave\(servers == .one ? "; open it live" : "")"
            }
        }
        guard !source.reply.passesThrough else { return (.passThrough(.stub(ref)), completion) }
        var reply = entry.reply(at: place)
        if source.reply.delay == .none, delay != .none {
            var generator = SystemRandomNumberGenerator()
            reply.delay = delay.drawn(using: &generator)
        }
        if condition == .slow, entry.stub.name != condition?.name { reply.delay += Condition.slowness }
        if let base = source.reply.proxyBase {
            let base = base.hiding(catalog.redactor.credentials)
            return (.passThrough(.proxy(to: base, after: reply.delay, ref)), completion)
        }
        completion.maker = source.reply.maker
        completion.memory = memory
        return (.stub(reply, ref), completion)
    }

    /// Counts a reply of the stub. Returns its index in the sequence, or nil if the sequence is used up.
    private mutating func advance(_ entry: StubEntry) -> Int? {
        runtime.update(entry.id) { state in
            let before = state ?? StubRuntime()
            guard let place = entry.stub.place(after: before.served) else { return nil }
            state = StubRuntime(hits: before.hits + 1, served: before.served + 1)
            return place
        }
    }

    /// A refusal whose message is made after the lock is released.
    private func refused(
        _ kind: Refusal.Kind, _ attempt: Attempt, _ completion: Completion = Completion(),
        _ message: @escaping @Sendable (_ title: String) -> String
    ) -> (Decision.Action, Completion?) {
        var completion = completion
        completion.message = message
        return (.refuse(attempt.refusal(kind, "")), completion)
    }

    private func usedUpAction(_ entry: StubEntry, _ attempt: Attempt) -> (Decision.Action, Completion?) {
        if entry.stub.sequenceEnd == .fail {
            return refused(.sequenceUsedUp, attempt) { [title = entry.stub.title] in
                "the sequence of \(title) is used up for \($0); reset it to begin again"
            }
        }
        return unmatchedAction(attempt)
    }

    /// The policy's action, for requests without a stub and for used-up sequences.
    private func unmatchedAction(_ attempt: Attempt) -> (Decision.Action, Completion?) {
        switch unmatched {
        case .passThrough, .capture: return (.passThrough(.unmatched), nil)
        case .error:
            let isEmpty = servers == .any && index.entries.isEmpty
            return refused(.noStub, attempt) { [servers] in
                "no stub for \($0); \(servers == .one ? "open it live, or " : "")write a stub"
                    + (isEmpty ? "; this manager has no stubs" : "")
            }
        case .guard:
            // A WebSocket may write, although its request is a GET.
            let isSocket = attempt.request.asksForWebSocket
            guard attempt.request.method.isSafe, !isSocket else {
                return refused(.guardedWrite, attempt) {
                    "no stub for \($0), and a \(isSocket ? "WebSocket" : "write") does not leave demo; "
                        + "open it live, or write a stub"
                }
            }
            if let page = attempt.page, page.isNext, stubbedLists.contains(page.list) {
                return refused(.nextPage, attempt) {
                    "no stub for \($0), the next page of a list that began with stubs; open it live"
                }
            }
            return (.passThrough(.unmatched), nil)
        }
    }

    mutating func record(_ id: ExchangeID, _ action: Decision.Action, _ attempt: Attempt) {
        guard journal.limits.entries > 0 else { return }
        journal.append(
            Exchange(
                id: id, call: attempt.call, attempt: attempt.number, date: attempt.date,
                kept: attempt.kept, requestBody: attempt.body, action: action, chaos: attempt.chaos,
                redactor: catalog.redactor))
    }

    /// Keeps new warnings and returns true if there is one. An expression may be stopped at every request, so each
    /// warning is kept once, and at most 100 in all.
    mutating func warn(_ texts: [String]) -> Bool {
        guard !texts.isEmpty else { return false }
        let new = texts.filter { !warnings.contains($0) }.prefix(max(0, 100 - warnings.count))
        warnings += new
        return !new.isEmpty
    }
}

extension HTTPRequest.Method {
    /// True for safe methods (RFC 9110 section 9.2.1), and for QUERY. TRACE is safe too, but its response repeats the
    /// request with its secrets.
    package var isSafe: Bool { self == .get || self == .head || self == .options || rawValue == "QUERY" }
}
