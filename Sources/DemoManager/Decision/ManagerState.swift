import Foundation
import HTTPTypes

/// Everything a manager holds, behind its lock.
struct ManagerState: Sendable {
    /// Counts changes of what matching depends on.
    private(set) var generation: UInt64 = 0
    private var cached: Snapshot?

    /// The policy for requests that no stub matches.
    var policy: Layered<UnmatchedPolicy>
    /// The delay of replies without one of their own.
    var delay = Delay.none
    /// False without a server for live calls, so that no message advises one.
    var hasServer = true
    var fixtures: [String]
    /// The session it decides for; nil where it decides for everyone.
    var session: String?
    /// How far a session has followed everyone's manager: the copy it took over last, and the generation of that.
    var everyonesNumber: UInt64 = 0
    var everyonesGeneration: UInt64?
    var switches = Switches()
    var conditions = Conditions()
    var chaos = Layered<Chaos?>(nil)
    /// By operation, since the chaos began.
    var chaosCalls: [String: ChaosCalls] = [:]
    /// The number of calls of `resetAll()`.
    var resets = 0
    var catalog = Catalog()
    var index = StubIndex()
    var paths = StubPaths()
    /// Stubs that take no part now.
    var disabled = TableSet<StubID>()
    /// The user's switches, kept over a reload of the stub's file.
    var enabledByUser: [StubID: Bool] = [:]
    /// The document's own stubs that were changed or removed since, as they came.
    var changedByUser: [StubID: StubEntry] = [:]
    var scenarios: [ScenarioKey: String] = [:]
    var seeds: Seeds?
    var holds = Holds()
    /// Gets each exchange that has ended.
    var onFinish: (@Sendable (Exchange) -> Void)?
    /// The memory of writes.
    var memory: (any ReplyMemory)?

    var runtime = Table<StubID, StubRuntime>()
    /// Lists whose pages came from stubs; kept under the policy `guard` only.
    var stubbedLists: Set<ListKey> = []
    var files = FileStubs()
    /// The expressions that were stopped.
    var warnings: [String] = []
    var journal: Journal
    var observers: [UInt64: Change.Continuation] = [:] {
        didSet { listeners = Array(observers.values) }
    }
    /// The observers, as a change is told to them.
    private(set) var listeners: [Change.Continuation] = []
    /// Ages below this are the places of stubs in files.
    private var lastNumber: UInt64 = 1 << 32

    init(_ configuration: DemoManager.Configuration) {
        policy = Layered(configuration.unmatched)
        fixtures = configuration.fixtures
        journal = Journal(limits: configuration.journal)
    }

    /// The policy for requests that no stub matches. Setting it makes it the session's own.
    var unmatched: UnmatchedPolicy {
        get { policy.value }
        set { policy.value = newValue }
    }

    /// A number never given before: ages and ids of stubs, ids of calls and observers.
    mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Has to be called before anything matching depends on changes.
    mutating func invalidate() {
        generation += 1
        cached = nil
    }

    /// The current state that matching depends on.
    mutating func snapshot() -> Snapshot {
        if let cached { return cached }
        let snapshot = Snapshot(self)
        cached = snapshot
        return snapshot
    }
}

/// The counters of one stub.
struct StubRuntime: Sendable, Equatable {
    var hits = 0
    /// Replies of its sequence given since the last reset.
    var served = 0
}

/// The input of one decision. Immutable: matching reads it without a lock.
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
    /// Makes a plan happen: advances what answers, and records the exchange. Runs under the lock.
    /// - Returns: nil if the plan's condition was for one call, and another had it meanwhile.
    mutating func commit(_ plan: Plan, _ attempt: Attempt) -> Commit? {
        // Chaos has its own conditions, which nothing uses up.
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
        noteList(action, attempt)
        if warn(attempt.facts.warnings) { change.formUnion(.problems) }
        let decision = Decision(exchange: journal.nextID(), action: action, chaos: attempt.chaos)
        record(decision.exchange, recorded ?? action.withoutBody, attempt)
        return Commit(decision: decision, completion: completion, change: change, observers: listeners)
    }

    /// Remembers which lists began with stubs. A list whose first page passes through begins again, live.
    private mutating func noteList(_ action: Decision.Action, _ attempt: Attempt) {
        // A failure by chaos has no rows.
        guard let page = attempt.page, attempt.chaos?.condition == nil else { return }
        switch action {
        case .stub:
            // One screen shows few lists; a program that asks for this many has long left them.
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
        let memory = condition == nil && entry.isRemembered ? memory : nil
        if condition == nil, delay == .none, let ready = entry.readyReply(at: place) {
            return (ready.action, memory.map { Completion(memory: $0) }, ready.recorded)
        }
        let (action, completion) = answer(entry, at: place, condition, attempt, memory)
        return (action, completion, nil)
    }

    /// An answer that leaves, or needs something done for it.
    private func answer(
        _ entry: StubEntry, at place: Int, _ condition: Condition?, _ attempt: Attempt, _ memory: (any ReplyMemory)?
    ) -> (Decision.Action, Completion?) {
        let ref = entry.ref(at: place, for: condition)
        let source = entry.stub.sequence[place]
        var completion = Completion(checks: source.checks)
        if entry.stub.forbids(source.reply, by: unmatched) {
            let base = source.reply.proxyBase
            return refused(.passThroughForbidden, attempt, completion) { [hasServer] title in
                let act = base.map { "forwards \(title) to \($0)" } ?? "passes \(title) through"
                return "\(ref.name) \(act), and in demo nothing may leave\(hasServer ? "; open it live" : "")"
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
            let base = base.hiding(catalog.redactor.rule.credentials)
            return (.passThrough(.proxy(to: base, after: reply.delay, ref)), completion)
        }
        completion.maker = source.reply.maker
        completion.memory = memory
        return (.stub(reply, ref), completion)
    }

    /// Counts an answer of the stub; the place in its sequence that gives it, or nil where that is used up.
    private mutating func advance(_ entry: StubEntry) -> Int? {
        var place: Int?
        runtime.update(entry.id) { state in
            let before = state ?? StubRuntime()
            place = entry.stub.place(after: before.served)
            guard place != nil else { return }
            state = StubRuntime(hits: before.hits + 1, served: before.served + 1)
        }
        return place
    }

    /// A refusal whose message is made when the lock is left.
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

    /// The policy's action; it holds also without any stub and for a used-up sequence.
    private func unmatchedAction(_ attempt: Attempt) -> (Decision.Action, Completion?) {
        switch unmatched {
        case .passThrough, .capture: return (.passThrough(.unmatched), nil)
        case .error:
            return refused(.noStub, attempt) { [hasServer] in
                "no stub for \($0); \(hasServer ? "open it live, or " : "")write a stub"
            }
        case .guard:
            // Whatever its method says, a WebSocket may write.
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

    /// Keeps warnings that are new; says whether one was. The same expression may be stopped at every request: it is told
    /// once, and all of them are never without bound.
    private mutating func warn(_ texts: [String]) -> Bool {
        guard !texts.isEmpty else { return false }
        let new = texts.filter { !warnings.contains($0) }.prefix(max(0, 100 - warnings.count))
        warnings += new
        return !new.isEmpty
    }
}

extension HTTPRequest.Method {
    /// True if it asks for nothing but an answer (RFC 9110 section 9.2.1), as QUERY does. TRACE does, too, but
    /// with what was sent, secrets and all.
    package var isSafe: Bool { self == .get || self == .head || self == .options || rawValue == "QUERY" }
}
