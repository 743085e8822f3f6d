import WireFormats

/// The one place that knows what is demo and what is live, which stub answers which request, and what happened.
///
/// Everything on it may be called from any thread, and nothing on it waits. One lock guards switches and stubs, held
/// to copy values in and out; matching works on a snapshot.
///
/// ```swift
/// DemoManager.shared.isEnabled = true
/// try DemoManager.shared.stub(.get("https://api.example.com/me"), result: .success(Data("{}".utf8)))
/// ```
public final class DemoManager: Sendable {
    /// The settings of a new manager.
    public struct Configuration: Sendable {
        /// True if the manager begins in demo.
        public var isEnabled: Bool
        /// The policy for requests that no stub matches; `passThrough` by default.
        public var unmatched: UnmatchedPolicy
        /// How much the journal keeps.
        package var journal: Journal.Limits
        /// Folders in which stubs in code find `<name>.json`.
        public var fixtures: [String]

        /// A configuration.
        public init(isEnabled: Bool = false, unmatched: UnmatchedPolicy = .passThrough, fixtures: [String] = []) {
            self.init(isEnabled: isEnabled, unmatched: unmatched, journal: Journal.Limits(), fixtures: fixtures)
        }

        /// A configuration with bounds of the journal.
        package init(
            isEnabled: Bool = false, unmatched: UnmatchedPolicy = .passThrough, journal: Journal.Limits,
            fixtures: [String] = []
        ) {
            self.isEnabled = isEnabled
            self.unmatched = unmatched
            self.journal = journal
            self.fixtures = fixtures
        }
    }

    /// The manager of the process.
    public static let shared = DemoManager()

    /// The innermost `withCondition(_:isolation:operation:)` that this task runs in.
    @TaskLocal static var conditionScope: ConditionScope?
    /// The manager of code run inside `withIsolated(_:isolation:_:)`.
    @TaskLocal static var isolated: DemoManager?

    let lock: Lock<ManagerState>
    /// The manager that a session follows.
    private let everyone: DemoManager?
    /// Different for each manager, in other processes, too.
    let identity = Int(UInt32.random(in: .min ... .max))

    /// A manager of its own, without stubs; live unless the configuration says otherwise.
    public convenience init(configuration: Configuration = Configuration()) {
        self.init(configuration, following: nil)
    }

    init(_ configuration: Configuration, following everyone: DemoManager?) {
        self.everyone = everyone
        lock = Lock(ManagerState(configuration))
        // A switch that was set is a session's own, and follows nobody's.
        if configuration.isEnabled { isEnabled = true }
    }

    /// Changes the state, and tells who listens if it did change.
    ///
    /// - Parameter matters: true if matching depends on it. The switches do not: a call's mode is bound when it begins, so
    ///   no decision under way has to be made again because somebody toggles.
    func change<Result: Sendable, Failure: Error>(
        _ what: Change, matters: Bool = true, _ body: (inout ManagerState) throws(Failure) -> (Result, didChange: Bool)
    ) throws(Failure) -> Result {
        let (result, observers) = try lock.withLock {
            (state: inout ManagerState) throws(Failure) -> (Result, [Change.Continuation]) in
            // Before the change, so that the snapshot does not keep a copy of what is about to be changed in place.
            if matters { state.invalidate() }
            let (result, didChange) = try body(&state)
            return (result, didChange ? state.listeners : [])
        }
        what.tell(observers)
        if let everyone { Change.sessions.tell(everyone.lock.withLock { $0.listeners }) }
        return result
    }
}
