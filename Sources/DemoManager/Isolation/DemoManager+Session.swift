import HTTPTypes

extension DemoManager {
    /// A manager with the stubs, switches and conditions of this one, and with sequences and scenarios of its own: one of
    /// several clients that must not disturb each other. It keeps no journal; `record(_:request:body:call:)` of this one takes
    /// its exchanges.
    ///
    /// - Parameter name: as its calls name it: by that, what was written is told apart.
    public func makeSession(named name: String? = nil) -> DemoManager {
        let shared = lock.withLock { SharedState($0) }
        let session = DemoManager(configuration: Configuration(journal: Journal.Limits(entries: 0, bodyBytes: 0)))
        session.lock.withLock { state in
            state.session = name
            shared.apply(to: &state, following: nil)
        }
        return session
    }

    /// Brings a session up to date: it takes over this manager's stubs, and its switches and conditions unless it was given
    /// its own.
    ///
    /// - Parameter seen: what the session had of this manager when it was last brought up to date; nil for a new one.
    /// - Returns: what it has now.
    public func update(_ session: DemoManager, since seen: SessionMark?) -> SessionMark {
        let shared = lock.withLock { SharedState($0) }
        session.lock.withLock { state in
            shared.apply(to: &state, following: seen)
        }
        return SessionMark(shared)
    }

    /// Records a decision that was made elsewhere, by a session for instance.
    ///
    /// - Parameters:
    ///   - action: what was decided.
    ///   - request: the request with its absolute URL.
    ///   - body: its body.
    ///   - call: the call it belongs to.
    /// - Returns: the exchange; tell how it ended with `finish(_:with:)`.
    public func record(
        _ action: Decision.Action, request: HTTPRequest, body: [UInt8]? = nil, call: Call
    ) -> ExchangeID {
        let attempt = Attempt(request, body: body, call: call)
        let (id, observers) = lock.withLock { state in
            let id = state.journal.nextID()
            state.record(id, action.withoutBody, attempt)
            return (id, state.listeners)
        }
        Change.journal.tell(observers)
        return id
    }
}

/// What a session has of the manager it belongs to.
public struct SessionMark: Sendable, Hashable {
    fileprivate let generation: UInt64
    fileprivate let switches: Switches
    fileprivate let conditions: Conditions

    fileprivate init(_ shared: SharedState) {
        generation = shared.generation
        switches = shared.switches
        conditions = shared.conditions
    }
}

/// What sessions share with the manager they belong to. Values: to copy them costs no more with more stubs.
private struct SharedState: Sendable {
    let generation: UInt64
    let switches: Switches
    let conditions: Conditions
    let catalog: Catalog
    let index: StubIndex
    let disabled: TableSet<StubID>
    let seeds: Seeds?
    let memory: (any ReplyMemory)?
    let unmatched: UnmatchedPolicy
    let delay: Delay
    let fixtures: [String]

    init(_ state: ManagerState) {
        generation = state.generation
        switches = state.switches
        conditions = state.conditions
        catalog = state.catalog
        index = state.index
        disabled = state.disabled
        seeds = state.seeds
        memory = state.memory
        unmatched = state.unmatched
        delay = state.delay
        fixtures = state.fixtures
    }

    /// Takes over what changed. Switches and conditions that differ from those the session was given last are its own.
    func apply(to state: inout ManagerState, following seen: SessionMark?) {
        if seen.map({ $0.switches == state.switches }) ?? true { state.switches = switches }
        state.delay = delay
        let followsConditions = seen.map { $0.conditions == state.conditions } ?? true
        guard seen?.generation != generation else { return }
        state.invalidate()
        if followsConditions { state.conditions = conditions }
        state.catalog = catalog
        state.index = index
        state.disabled = disabled
        for (id, isEnabled) in state.enabledByUser {
            if isEnabled { state.disabled.remove(id) } else { state.disabled.insert(id) }
        }
        state.seeds = seeds
        state.memory = memory
        state.unmatched = unmatched
        state.fixtures = fixtures
    }
}
