import HTTPTypes

extension DemoManager {
    /// A manager with the stubs, switches and conditions of this one, and with sequences and scenarios of its own: one of
    /// several clients that must not disturb each other. It keeps no journal; `record(_:request:body:call:)` of this one takes
    /// its exchanges.
    ///
    /// - Parameter name: as its calls name it: by that, what was written is told apart.
    public func makeSession(named name: String? = nil) -> DemoManager {
        let session = DemoManager(configuration: Configuration(journal: Journal.Limits(entries: 0, bodyBytes: 0)))
        session.lock.withLock { $0.session = name }
        update(session)
        return session
    }

    /// Brings a session up to date with this manager: its stubs, and each switch and condition that the session was not given
    /// a value of its own for.
    public func update(_ session: DemoManager) {
        let shared = lock.withLock { SharedState(&$0) }
        session.lock.withLock { shared.apply(to: &$0) }
    }

    /// Records a decision that was made elsewhere, by a session for instance.
    ///
    /// - Parameters:
    ///   - action: what was decided.
    ///   - request: the request with its absolute URL.
    ///   - body: its body.
    ///   - call: the call it belongs to.
    ///   - attempt: which of the call's attempts it is, from 1.
    /// - Returns: the exchange; tell how it ended with `finish(_:with:)`.
    public func record(
        _ action: Decision.Action, request: HTTPRequest, body: [UInt8]? = nil, call: Call, attempt: Int = 1
    ) -> ExchangeID {
        let attempt = Attempt(request, body: body, call: call, number: attempt)
        let (id, observers) = lock.withLock { state in
            let id = state.journal.nextID()
            state.record(id, action.withoutBody, attempt)
            return (id, state.listeners)
        }
        Change.journal.tell(observers)
        return id
    }
}

/// What sessions share with the manager they belong to. Values: to copy them costs no more with more stubs.
private struct SharedState: Sendable {
    /// Grows from copy to copy: of two that arrive at a session the later one counts.
    let number: UInt64
    let generation: UInt64
    let switches: Switches
    let conditions: Conditions
    let catalog: Catalog
    let index: StubIndex
    let disabled: TableSet<StubID>
    let seeds: Seeds?
    let memory: (any ReplyMemory)?
    let policy: Layered<UnmatchedPolicy>
    let delay: Delay
    let fixtures: [String]

    init(_ state: inout ManagerState) {
        number = state.nextNumber()
        generation = state.generation
        switches = state.switches
        conditions = state.conditions
        catalog = state.catalog
        index = state.index
        disabled = state.disabled
        seeds = state.seeds
        memory = state.memory
        policy = state.policy
        delay = state.delay
        fixtures = state.fixtures
    }

    /// Takes over what changed.
    func apply(to state: inout ManagerState) {
        guard number > state.everyonesNumber else { return }
        state.everyonesNumber = number
        // These change without a new generation.
        state.switches.follow(switches)
        state.delay = delay
        guard state.everyonesGeneration != generation else { return }
        state.everyonesGeneration = generation
        state.invalidate()
        state.conditions.follow(conditions)
        state.policy.follow(policy)
        if state.unmatched != .guard { state.stubbedLists = [] }
        state.catalog = catalog
        state.index = index
        state.disabled = disabled
        for (id, isEnabled) in state.enabledByUser {
            if isEnabled { state.disabled.remove(id) } else { state.disabled.insert(id) }
        }
        state.seeds = seeds
        state.memory = memory
        state.fixtures = fixtures
    }
}
