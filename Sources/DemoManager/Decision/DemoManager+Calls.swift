import HTTPTypes

extension DemoManager {
    /// Begins a call and sets its mode, which all its attempts keep.
    ///
    /// - Parameters:
    ///   - screen: the id of the screen it belongs to; nil follows the global switch.
    ///   - operation: the operation's id, if known.
    public func beginCall(screen: String? = nil, operation: String? = nil) -> Call {
        beginCall(screen: screen, operation: operation, id: nil)
    }

    /// Begins a call of an app that numbers its calls.
    ///
    /// - Parameters:
    ///   - screen: the id of the screen it belongs to; nil follows the global switch.
    ///   - operation: the operation's id, if known.
    ///   - id: the app's own id of the call; nil assigns one.
    ///   - session: an opaque key, kept for the journal.
    ///   - isBypassed: true to send it to the server whatever the switches say.
    package func beginCall(
        screen: String? = nil, operation: String? = nil, id: UInt64? = nil, session: String? = nil,
        isBypassed: Bool = false
    ) -> Call {
        let condition = Self.conditionScope?.condition
        return lock.withLock { state in
            // Ids assigned here have the top bit set, so that they never equal the app's own.
            let number = id ?? (1 << 63 | state.nextNumber())
            let isDemo = condition != nil || state.isDemo(screen)
            return Call(
                id: number, screen: screen, operation: operation, session: session, mode: isDemo ? .demo : .live,
                condition: condition, isBypassed: isBypassed)
        }
    }

    /// True if `decide` needs the request's body; otherwise a client need not collect it.
    public func needsBody(_ request: HTTPRequest, call: Call) -> Bool {
        let snapshot = currentSnapshot()
        guard snapshot.seeds == nil, !call.isBypassed else { return false }
        let attempt = Attempt(request, body: nil, call: call)
        guard case .stub(let entry, _) = snapshot.plan(attempt, ignoringBody: true) else { return false }
        return entry.needsBody || entry.isRemembered && memory?.needsBody(request) == true
    }

    /// The policy for demo requests that no stub matches.
    public var unmatched: UnmatchedPolicy {
        get { lock.withLock { $0.unmatched } }
        set {
            change(.switches) { state in
                let didChange = state.unmatched != newValue
                state.unmatched = newValue
                if newValue != .guard { state.stubbedLists = [] }
                return ((), didChange)
            }
        }
    }

    /// True to refuse every request that would leave the process: with demo mode off or bypassed, without a stub, or
    /// passed through by one. Tests with `.demo` and `withIsolated(_:isolation:_:)` are offline by default.
    ///
    /// It covers requests that reach this manager; a `URLSession` without `install(in:)` does not ask it.
    public var isOffline: Bool {
        get { lock.withLock { $0.isOffline } }
        set { set(\.isOffline, to: newValue) }
    }

    /// True if no demo call leaves.
    package var keepsCalls: Bool { lock.withLock { $0.isOffline || $0.unmatched == .error } }

    /// The servers that live calls go to.
    package var servers: Servers {
        get { lock.withLock { $0.servers } }
        set { set(\.servers, to: newValue) }
    }

    /// The delay of replies that have none of their own. WireMock's global `fixedDelay` and `delayDistribution`.
    public var delay: Delay {
        get { lock.withLock { $0.delay } }
        set { set(\.delay, to: newValue) }
    }

    func currentSnapshot() -> Snapshot { lock.withLock { $0.snapshot() } }
}

extension DemoManager {
    /// True if a stub or condition would answer a request, judged without its body. Changes nothing.
    ///
    /// - Parameters:
    ///   - request: the request with its absolute URL.
    ///   - call: the call it belongs to.
    package func wouldAnswer(_ request: HTTPRequest, call: Call) -> Bool {
        switch currentSnapshot().plan(Attempt(request, body: nil, call: call), ignoringBody: true) {
        case .stub, .condition: true
        case .leave, .unseeded, .unknownCondition, .unmatched: false
        }
    }

    /// Records a refusal before any stub is consulted, for a request that violates its document. Sequences and
    /// scenarios do not advance.
    ///
    /// - Parameters:
    ///   - request: the request with its absolute URL.
    ///   - body: its body.
    ///   - call: the call it belongs to.
    ///   - kind: the rule that refuses.
    ///   - message: one sentence that describes the violation.
    /// - Returns: the refusal as a decision; report its end with `finish(_:with:)`.
    package func refuse(
        _ request: HTTPRequest, body: [UInt8]? = nil, call: Call, as kind: Refusal.Kind = .invalidRequest,
        message: String
    ) -> Decision {
        let attempt = Attempt(request, body: body, call: call)
        let action = Decision.Action.refuse(attempt.refusal(kind, message))
        let id = record(action, request: request, body: body, call: call)
        return Decision(exchange: id, action: action)
    }
}
