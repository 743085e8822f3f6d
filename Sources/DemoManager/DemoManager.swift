import WireFormats

/// Decides which requests are demo and which are live, selects the stubs that answer, and records what happened.
///
/// All members can be called from any thread; none blocks it. One lock guards switches and stubs, held only to copy
/// values; matching works on a snapshot.
///
/// ```swift
/// DemoManager.shared.isEnabled = true
/// try DemoManager.shared.stub(.get("https://api.example.com/me"), result: .success(Data("{}".utf8)))
/// ```
public final class DemoManager: Sendable {
    /// The settings of a new manager.
    public struct Configuration: Sendable {
        /// True if demo mode is on at the start.
        public var isEnabled: Bool
        /// The policy for requests that no stub matches; `passThrough` by default.
        public var unmatched: UnmatchedPolicy
        /// True to refuse every request that would leave the process; see ``DemoManager/isOffline``.
        public var isOffline: Bool
        package var journal = Journal.Limits()
        /// Folders in which stubs in code find `<name>.json`.
        public var fixtures: [String]

        /// Creates a configuration.
        public init(
            isEnabled: Bool = false, unmatched: UnmatchedPolicy = .passThrough, isOffline: Bool = false,
            fixtures: [String] = []
        ) {
            (self.isEnabled, self.unmatched) = (isEnabled, unmatched)
            (self.isOffline, self.fixtures) = (isOffline, fixtures)
        }

        package init(isEnabled: Bool = false, unmatched: UnmatchedPolicy = .passThrough, journal: Journal.Limits) {
            self.init(isEnabled: isEnabled, unmatched: unmatched)
            self.journal = journal
        }
    }

    /// The shared manager of the process.
    public static let shared = DemoManager()

    /// The innermost `withCondition(_:isolation:operation:)` of this task.
    @TaskLocal static var conditionScope: ConditionScope?
    /// The manager of the innermost `withIsolated(_:isolation:_:)` of this task.
    @TaskLocal static var isolated: DemoManager?

    let lock: Lock<ManagerState>
    /// The manager that a session follows.
    private let everyone: DemoManager?
    /// Unique per manager, across processes.
    let identity = Int(UInt32.random(in: .min ... .max))

    /// Creates a manager without stubs; live unless the configuration enables demo mode.
    public convenience init(configuration: Configuration = Configuration()) {
        self.init(configuration, following: nil)
    }

    init(_ configuration: Configuration, following everyone: DemoManager?) {
        self.everyone = everyone
        lock = Lock(ManagerState(configuration))
        // Only a switch that is set overrides everyone's; a session without one follows.
        if configuration.isEnabled { isEnabled = true }
    }

    /// Changes the state, and notifies the observers if it did change.
    ///
    /// - Parameter matters: true if the change affects matching. Switches do not: a call's mode is set when it begins,
    ///   so that toggling one repeats no decision.
    func change<Result: Sendable, Failure: Error>(
        _ what: Change, matters: Bool = true, _ body: (inout ManagerState) throws(Failure) -> (Result, didChange: Bool)
    ) throws(Failure) -> Result {
        let (result, observers) = try lock.withLock {
            (state: inout ManagerState) throws(Failure) -> (Result, [Change.Continuation]) in
            // Before the change, so that the snapshot holds no copy that the change would have to duplicate.
            if matters { state.invalidate() }
            let (result, didChange) = try body(&state)
            return (result, didChange ? state.listeners : [])
        }
        what.tell(observers)
        if let everyone { Change.sessions.tell(everyone.lock.withLock { $0.listeners }) }
        return result
    }
}
