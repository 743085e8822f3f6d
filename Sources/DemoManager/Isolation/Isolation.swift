import HTTPTypes

extension DemoManager {
    /// The manager of the isolation that this code runs in, else the shared one. Adapters, and apps that want isolated
    /// tests, should use it.
    public static var current: DemoManager { isolated ?? shared }

    /// Runs `body` with its own manager in demo mode, whose stubs are invisible elsewhere. Code and tasks started by
    /// `body` get it as `DemoManager.current`; pass it explicitly to `Task.detached`, dispatch queues and threads.
    ///
    /// ```swift
    /// try await DemoManager.withIsolated { manager in
    ///     try manager.stub(.get("https://api.example.com/me"), statusCode: 404)
    ///     #expect(await client.me() == nil)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - configuration: the configuration of that manager; by default it refuses unmatched requests, and every other
    ///     one that would leave.
    ///   - isolation: the actor that `body` runs on; by default the caller's.
    ///   - body: the code to run with the manager.
    /// - Throws: what `body` throws.
    public static func withIsolated<Result>(
        _ configuration: Configuration = Configuration(unmatched: .error, isOffline: true),
        isolation: isolated (any Actor)? = #isolation, _ body: (DemoManager) async throws -> Result
    ) async rethrows -> Result {
        let manager = DemoManager(configuration: configuration)
        manager.isEnabled = true
        return try await $isolated.withValue(manager, operation: { try await body(manager) }, isolation: isolation)
    }
}

extension DemoManager {
    /// A manager with the stubs, switches and conditions of this one but its own sequences and scenarios, for one of
    /// several independent clients. It keeps no journal; record its exchanges with `record(_:request:body:call:)` of
    /// this one.
    ///
    /// - Parameter name: the session's name, by which its writes are kept apart.
    package func makeSession(named name: String? = nil) -> DemoManager {
        let session = DemoManager(Configuration(journal: Journal.Limits(entries: 0, bodyBytes: 0)), following: self)
        session.lock.withLock { $0.session = name }
        update(session)
        return session
    }

    /// Updates a session with the stubs of this manager, and with the switches and conditions that the session does not
    /// override.
    package func update(_ session: DemoManager) {
        let shared = lock.withLock { SharedState(&$0) }
        session.lock.withLock { shared.apply(to: &$0) }
    }

    /// Forgets the writes of a session whose manager was discarded.
    package func forgetSession(_ name: String) {
        memory?.forget(nil, of: name)
        change(.sessions, matters: false) { _ in ((), true) }
    }

    /// Records a decision that was made elsewhere, by a session for instance.
    ///
    /// - Parameters:
    ///   - action: the decision.
    ///   - request: the request with its absolute URL.
    ///   - body: its body.
    ///   - call: the call it belongs to.
    ///   - attempt: the number of the attempt within the call, from 1.
    ///   - chaos: the chaos of the decision.
    /// - Returns: the exchange; report its end with `finish(_:with:)`.
    package func record(
        _ action: Decision.Action, request: HTTPRequest, body: [UInt8]? = nil, call: Call, attempt: Int = 1,
        chaos: Chaos.Draw? = nil
    ) -> ExchangeID {
        let attempt = Attempt(request, body: body, call: call, number: attempt)
        attempt.chaos = chaos
        let (id, change, observers) = lock.withLock { state in
            let id = state.journal.nextID()
            state.record(id, action.withoutBody, attempt)
            let change: Change = action.endsCondition ? [.journal, .conditions] : .journal
            return (id, change, state.listeners)
        }
        change.tell(observers)
        return id
    }
}

/// The state that sessions share with their manager. Copies are cheap, however many stubs there are.
private struct SharedState: Sendable {
    /// Grows from copy to copy, so that an older one does not replace a newer one.
    let number: UInt64
    let snapshot: Snapshot
    let switches: Switches
    let memory: (any ReplyMemory)?
    let delay: Delay
    let servers: Servers
    let isOffline: Bool
    let fixtures: [String]

    init(_ state: inout ManagerState) {
        number = state.nextNumber()
        snapshot = state.snapshot()
        switches = state.switches
        memory = state.memory
        delay = state.delay
        servers = state.servers
        isOffline = state.isOffline
        fixtures = state.fixtures
    }

    /// Applies the changes to a session.
    func apply(to state: inout ManagerState) {
        guard number > state.everyonesNumber else { return }
        state.everyonesNumber = number
        // Changes of these do not change the generation.
        state.switches.follow(switches)
        state.delay = delay
        state.servers = servers
        state.isOffline = isOffline
        guard state.everyonesGeneration != snapshot.generation else { return }
        state.everyonesGeneration = snapshot.generation
        state.invalidate()
        state.conditions.follow(snapshot.conditions)
        let before = state.chaos.value
        state.chaos.everyones = snapshot.chaos
        if state.chaos.value != before { state.chaosCalls = [:] }
        state.policy.everyones = snapshot.unmatched
        if state.unmatched != .guard { state.stubbedLists = [] }
        let catalog = snapshot.catalog
        if state.catalog.number != catalog.number { state.replace(catalog) } else { state.catalog = catalog }
        state.index = snapshot.index
        state.disabled = snapshot.disabled
        for (id, isEnabled) in state.enabledByUser {
            if isEnabled { state.disabled.remove(id) } else { state.disabled.insert(id) }
        }
        state.seeds = snapshot.seeds
        state.memory = memory
        state.fixtures = fixtures
    }
}

/// A value that a session may override; otherwise it is everyone's.
struct Layered<Value: Sendable>: Sendable {
    var everyones: Value
    /// The overriding value; nil if there is none.
    private(set) var own: Value?

    init(_ value: Value) { everyones = value }

    /// The current value. Setting it overrides everyone's, even with an equal value.
    var value: Value {
        get { own ?? everyones }
        set { own = newValue }
    }
}

/// Values by name, each of which a session may override.
struct LayeredTable<Value: Sendable>: Sendable {
    private(set) var values: [String: Value] = [:]
    /// The values set here; nil for a value removed here.
    private(set) var own: [String: Value?] = [:]

    var isEmpty: Bool { values.isEmpty }

    /// The value of a name. Setting it overrides everyone's, even with an equal value.
    subscript(name: String) -> Value? {
        get { values[name] }
        set {
            values[name] = newValue
            own[name] = .some(newValue)
        }
    }

    /// Removes a value and its override.
    mutating func forget(_ name: String) {
        values[name] = nil
        own[name] = nil
    }

    /// Takes over everyone's values, except those set here.
    mutating func follow(_ other: LayeredTable) {
        values = other.values
        for (name, value) in own { values[name] = value }
    }
}

/// The switches and conditions that were set on a manager itself.
package struct Overrides: Sendable, Equatable {
    package let isEnabled: Bool?
    package let unmatched: UnmatchedPolicy?
    package let screens: [String: ScreenSwitch]
    /// The conditions of screens; nil for one that was ended.
    package let conditionsOfScreens: [String: ChosenCondition?]
    package let conditionsOfOperations: [String: ChosenCondition?]
    /// The chaos; the inner nil is chaos that was ended.
    package let chaos: Chaos??
    /// The number of calls of `resetAll()`.
    package let resets: Int
    /// Unique per manager, across processes.
    package let identity: Int

    init(_ state: ManagerState, identity: Int) {
        self.identity = identity
        isEnabled = state.switches.global.own
        unmatched = state.policy.own
        screens = state.switches.ofScreens.own.mapValues { $0 ?? .follow }
        conditionsOfScreens = state.conditions.ofScreens.own.mapValues(\.waiting)
        conditionsOfOperations = state.conditions.ofOperations.own.mapValues(\.waiting)
        chaos = state.chaos.own
        resets = state.resets
    }
}

extension DemoManager {
    /// True if switches, conditions or chaos were set here.
    package var hasOverrides: Bool {
        lock.withLock { state in
            state.switches.global.own != nil || !state.switches.ofScreens.own.isEmpty || state.policy.own != nil
                || !state.conditions.ofScreens.own.isEmpty || !state.conditions.ofOperations.own.isEmpty
                || state.chaos.own != nil
        }
    }

    /// The switches and conditions that were set here.
    package var overrides: Overrides { lock.withLock { Overrides($0, identity: identity) } }
}

extension ChosenCondition? {
    /// The condition; nil also if it was for a single call and was used.
    var waiting: ChosenCondition? { flatMap { $0.isWaiting ? $0 : nil } }
}
