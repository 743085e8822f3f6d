/// Everything a manager holds, behind its lock.
struct ManagerState: Sendable {
    /// Counts changes of what matching depends on.
    private(set) var generation: UInt64 = 0
    private var cached: Snapshot?

    /// What happens to requests no stub matches.
    var policy: Layered<UnmatchedPolicy>
    /// What replies wait that have no delay of their own.
    var delay = Delay.none
    var fixtures: [String]
    /// The session it decides for; nil where it decides for everyone.
    var session: String?
    /// How far a session has followed everyone's manager: the copy it took over last, and the generation of that.
    var everyonesNumber: UInt64 = 0
    var everyonesGeneration: UInt64?
    var switches = Switches()
    var conditions = Conditions()
    var catalog = Catalog()
    var index = StubIndex()
    var paths = StubPaths()
    /// Stubs that take no part now.
    var disabled = TableSet<StubID>()
    /// What the user switched, kept over a reload of the stub's file.
    var enabledByUser: [StubID: Bool] = [:]
    /// The document's own stubs that were changed or removed since, as they came.
    var changedByUser: [StubID: StubEntry] = [:]
    var scenarios: [ScenarioKey: String] = [:]
    var seeds: Seeds?
    /// What was written in demo.
    var memory: (any ReplyMemory)?

    var runtime = Table<StubID, StubRuntime>()
    /// Lists whose pages came from stubs; kept under the policy `guard` only.
    var stubbedLists: Set<ListKey> = []
    var files = StubFiles()
    /// What went wrong while running: expressions that were stopped.
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

    /// What happens to requests no stub matches. To set it makes it one's own.
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

    /// What matching depends on, as of now.
    mutating func snapshot() -> Snapshot {
        if let cached { return cached }
        let snapshot = Snapshot(
            generation: generation, unmatched: unmatched, conditions: conditions, catalog: catalog, index: index,
            disabled: disabled, scenarios: scenarios, seeds: seeds)
        cached = snapshot
        return snapshot
    }
}

/// What happened to one stub.
struct StubRuntime: Sendable, Hashable {
    var hits = 0
    /// Replies of its sequence given since the last reset.
    var served = 0
}

/// What one decision is made from. Immutable: matching reads it without a lock.
final class Snapshot: Sendable {
    let generation: UInt64
    let unmatched: UnmatchedPolicy
    let conditions: Conditions
    let catalog: Catalog
    let index: StubIndex
    let disabled: TableSet<StubID>
    let scenarios: [ScenarioKey: String]
    let seeds: Seeds?

    init(
        generation: UInt64, unmatched: UnmatchedPolicy, conditions: Conditions, catalog: Catalog, index: StubIndex,
        disabled: TableSet<StubID>, scenarios: [ScenarioKey: String], seeds: Seeds?
    ) {
        self.generation = generation
        self.unmatched = unmatched
        self.conditions = conditions
        self.catalog = catalog
        self.index = index
        self.disabled = disabled
        self.scenarios = scenarios
        self.seeds = seeds
    }
}
