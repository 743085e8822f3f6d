import HTTPTypes

extension DemoManager {
    /// The manager of the isolation this code runs in, else the process's. Adapters and apps that want isolated tests ask
    /// this one.
    public static var current: DemoManager { isolated ?? shared }

    /// Runs `body` with a manager of its own, in demo, whose stubs nobody else sees. Code it calls, and tasks it starts,
    /// find it as `DemoManager.current`; `Task.detached`, dispatch queues and threads do not inherit it: hand it to them.
    ///
    /// ```swift
    /// try await DemoManager.withIsolated { manager in
    ///     try manager.stub(.get("https://api.example.com/me"), statusCode: 404)
    ///     #expect(await client.me() == nil)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - configuration: of that manager; unmatched requests are refused unless told otherwise.
    ///   - isolation: the actor `body` runs on; the caller's.
    ///   - body: what to run, with the manager.
    /// - Throws: what `body` throws.
    public static func withIsolated<Result>(
        _ configuration: Configuration = Configuration(unmatched: .error),
        isolation: isolated (any Actor)? = #isolation, _ body: (DemoManager) async throws -> Result
    ) async rethrows -> Result {
        let manager = DemoManager(configuration: configuration)
        manager.isEnabled = true
        return try await $isolated.withValue(manager, operation: { try await body(manager) }, isolation: isolation)
    }
}

extension DemoManager {
    /// A manager with the stubs, switches and conditions of this one, and with sequences and scenarios of its own: one of
    /// several clients that must not disturb each other. It keeps no journal; `record(_:request:body:call:)` of this one takes
    /// its exchanges.
    ///
    /// - Parameter name: as its calls name it: by that, what was written is told apart.
    package func makeSession(named name: String? = nil) -> DemoManager {
        let session = DemoManager(Configuration(journal: Journal.Limits(entries: 0, bodyBytes: 0)), following: self)
        session.lock.withLock { $0.session = name }
        update(session)
        return session
    }

    /// Brings a session up to date with this manager: its stubs, and each switch and condition that the session was not given
    /// a value of its own for.
    package func update(_ session: DemoManager) {
        let shared = lock.withLock { SharedState(&$0) }
        session.lock.withLock { shared.apply(to: &$0) }
    }

    /// Forgets what a session wrote, after its manager was given up.
    package func forgetSession(_ name: String) {
        memory?.forget(nil, of: name)
        change(.sessions, matters: false) { _ in ((), true) }
    }

    /// Records a decision that was made elsewhere, by a session for instance.
    ///
    /// - Parameters:
    ///   - action: what was decided.
    ///   - request: the request with its absolute URL.
    ///   - body: its body.
    ///   - call: the call it belongs to.
    ///   - attempt: which of the call's attempts it is, from 1.
    ///   - chaos: of the decision.
    /// - Returns: the exchange; tell how it ended with `finish(_:with:)`.
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

/// The state sessions share with their manager. Values: a copy costs no more with more stubs.
private struct SharedState: Sendable {
    /// Grows from copy to copy: of two that arrive at a session the later one counts.
    let number: UInt64
    let snapshot: Snapshot
    let switches: Switches
    let memory: (any ReplyMemory)?
    let delay: Delay
    let hasServer: Bool
    let fixtures: [String]

    init(_ state: inout ManagerState) {
        number = state.nextNumber()
        snapshot = state.snapshot()
        switches = state.switches
        memory = state.memory
        delay = state.delay
        hasServer = state.hasServer
        fixtures = state.fixtures
    }

    /// Takes over what changed.
    func apply(to state: inout ManagerState) {
        guard number > state.everyonesNumber else { return }
        state.everyonesNumber = number
        // These change without a new generation.
        state.switches.follow(switches)
        state.delay = delay
        state.hasServer = hasServer
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

/// A value that a session may have of its own over everyone's.
struct Layered<Value: Sendable>: Sendable {
    var everyones: Value
    /// The value set here; nil where it is everyone's.
    private(set) var own: Value?

    /// Everyone's, until it is set here.
    init(_ value: Value) { everyones = value }

    /// The current value. Setting it makes it the session's own, even if it equals everyone's.
    var value: Value {
        get { own ?? everyones }
        set { own = newValue }
    }
}

/// Values by name, each of which a session may have of its own over everyone's.
struct LayeredTable<Value: Sendable>: Sendable {
    /// The current values.
    private(set) var values: [String: Value] = [:]
    /// The values set here; nil is a value removed here.
    private(set) var own: [String: Value?] = [:]

    /// True where there are no values.
    var isEmpty: Bool { values.isEmpty }

    /// The value of a name. To set it makes it one's own, also where it is everyone's already.
    subscript(name: String) -> Value? {
        get { values[name] }
        set {
            values[name] = newValue
            own[name] = .some(newValue)
        }
    }

    /// Removes a value as if nobody had set it.
    mutating func forget(_ name: String) {
        values[name] = nil
        own[name] = nil
    }

    /// Takes over everyone's; what was set here stays.
    mutating func follow(_ other: LayeredTable) {
        values = other.values
        for (name, value) in own { values[name] = value }
    }
}

/// The switches and conditions that were set on a manager itself, and not taken over from everyone's.
package struct Overrides: Sendable, Equatable {
    package let isEnabled: Bool?
    package let unmatched: UnmatchedPolicy?
    package let screens: [String: ScreenSwitch]
    /// Nil is a condition that was ended.
    package let conditionsOfScreens: [String: ChosenCondition?]
    package let conditionsOfOperations: [String: ChosenCondition?]
    /// The inner nil is chaos that was ended.
    package let chaos: Chaos??
    /// The number of calls of `resetAll()`.
    package let resets: Int
    /// Different for each manager, in other processes, too.
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
    /// Nil also for one that its call had already.
    var waiting: ChosenCondition? { flatMap { $0.isWaiting ? $0 : nil } }
}
