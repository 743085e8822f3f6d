import HTTPTypes
import WireFormats

extension DemoManager {
    /// Chooses the condition of a screen; nil ends it. It covers the operations that the screen is described with (not
    /// login or refresh), and all calls of a screen that is not described.
    ///
    /// - Parameters:
    ///   - condition: the condition of the calls.
    ///   - screen: the screen's id.
    ///   - once: if true, only the next call is affected, with all its attempts (a 401: the first attempt only); over
    ///     URLSession each request is a call. Live
    ///     calls are affected too, without switching their screen to demo.
    /// - Returns: true if the screen was live and is now demo. Tell the user.
    @discardableResult
    public func setCondition(_ condition: Condition?, forScreen screen: String, once: Bool = false) -> Bool {
        !choose(condition, once, \.ofScreens, screen) { _ in [screen] }.isEmpty
    }

    /// Chooses the condition of an operation; it overrides the screen's. nil ends it.
    ///
    /// - Parameters:
    ///   - condition: the condition of the calls.
    ///   - operation: the operation's id.
    ///   - once: if true, only the next call is affected, with all its attempts (a 401: the first attempt only); over
    ///     URLSession each request is a call. Live
    ///     calls are affected too, without switching their screens to demo.
    /// - Returns: the screens that show the operation, were live and are now demo.
    @discardableResult
    public func setCondition(_ condition: Condition?, forOperation operation: String, once: Bool = false) -> [String] {
        if condition != nil { warn(ofUnknown: operation) }
        return choose(condition, once, \.ofOperations, operation) { catalog in
            catalog.screens.values.filter { $0.operations.contains(operation) }.map(\.id)
        }
    }

    /// Adds a problem for an operation that the API's description lacks.
    private func warn(ofUnknown operation: String) {
        change(.problems, matters: false) { state in
            let known = state.catalog.operations
            guard !known.isEmpty, known[operation] == nil else { return ((), false) }
            let names = known.keys.inOrder(<)
            let list = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? " ..." : "")
            return (
                (),
                state.warn(["no operation \(operation) is described, so no call has its condition; known are \(list)"])
            )
        }
    }

    /// - Parameter screens: the screens that show it.
    /// - Returns: the screens among them that were live and became demo.
    private func choose(
        _ condition: Condition?, _ once: Bool, _ table: WritableKeyPath<Conditions, LayeredTable<ChosenCondition>>,
        _ name: String, screens: (Catalog) -> [String]
    ) -> [String] {
        let chosen = condition.map { ChosenCondition(condition: $0, isOnce: once) }
        return change([.conditions, .switches]) { state in
            // Sessions follow a new choice, even of the same condition, because each may be used once.
            let didChange = once || state.conditions[keyPath: table][name] != chosen
            state.conditions[keyPath: table][name] = chosen
            guard condition != nil, !once else { return ([], didChange) }
            let live = screens(state.catalog).filter { !state.isDemo($0) }.inOrder(<)
            for screen in live { state.switches.set(true, for: screen) }
            return (live, didChange || !live.isEmpty)
        }
    }

    /// Adopts a condition that was chosen elsewhere, without switching a screen to demo.
    ///
    /// - Parameter screen: the screen's id.
    package func adopt(_ chosen: ChosenCondition?, forScreen screen: String) {
        change(.conditions) { state in
            state.conditions.ofScreens[screen] = chosen
            return ((), true)
        }
    }

    /// Adopts a condition of an operation that was chosen elsewhere.
    package func adopt(_ chosen: ChosenCondition?, forOperation operation: String) {
        change(.conditions) { state in
            state.conditions.ofOperations[operation] = chosen
            return ((), true)
        }
    }

    /// The conditions chosen for screens, described or not.
    package var screenConditions: [String: Condition] {
        lock.withLock { $0.conditions.ofScreens.values.filter(\.value.isWaiting).mapValues(\.condition) }
    }

    /// The condition chosen for a screen; nil for none, and once a single-call condition was used.
    public func condition(forScreen screen: String) -> Condition? {
        chosenCondition(forScreen: screen)?.condition
    }

    /// The condition chosen for an operation; nil for none, and once a single-call condition was used.
    public func condition(forOperation operation: String) -> Condition? {
        chosenCondition(forOperation: operation)?.condition
    }

    /// The condition chosen for a screen; nil once a single-call condition was used.
    package func chosenCondition(forScreen screen: String) -> ChosenCondition? {
        lock.withLock { $0.conditions.ofScreens[screen] }.waiting
    }

    /// The condition chosen for an operation; nil once a single-call condition was used.
    package func chosenCondition(forOperation operation: String) -> ChosenCondition? {
        lock.withLock { $0.conditions.ofOperations[operation] }.waiting
    }

    /// Runs `operation`. Calls that begin inside it are demo calls and get `condition`, which overrides all others.
    ///
    /// ```swift
    /// try await DemoManager.withCondition(.timeout) { try await client.save(user) }
    /// ```
    ///
    /// Clients such as Alamofire make their requests on dispatch queues, outside of every Swift task. Such a request of an
    /// installed session gets the condition that is open: inside `withIsolated` that of its manager, elsewhere that of the
    /// process. While several are open, it is refused. So are equal requests that are sent at the same time under different
    /// conditions; set the `demoCondition` of such requests, and of those in detached tasks, which have no condition.
    ///
    /// - Parameters:
    ///   - condition: the condition of the calls.
    ///   - isolation: the actor that `operation` runs on; by default the caller's.
    ///   - operation: the code that begins the calls.
    /// - Throws: what `operation` throws.
    public static func withCondition<Result>(
        _ condition: Condition, isolation: isolated (any Actor)? = #isolation,
        operation: () async throws -> Result
    ) async rethrows -> Result {
        let scope = ConditionScope(condition: condition, isolation: isolated, outer: conditionScope)
        ConditionScope.open.withLock { $0.append(scope) }
        defer { ConditionScope.open.withLock { $0.removeAll { $0 === scope } } }
        return try await $conditionScope.withValue(scope, operation: operation, isolation: isolation)
    }

    /// The conditions that may apply to a request made here: the one of this task or, outside of tasks, all that are
    /// open for this manager.
    package var openConditions: [Condition] {
        if let scope = Self.conditionScope { return [scope.condition] }
        guard withUnsafeCurrentTask(body: { $0 == nil }) else { return [] }
        let scopes = ConditionScope.open.withLock { $0 }
        // A scope of the same task runs in place of the outer one; that of a child task runs beside it.
        let innermost = scopes.filter { scope in !scopes.contains { $0.outer === scope && $0.task == scope.task } }
        let own = innermost.filter { $0.isolation === self }
        return (own.isEmpty ? innermost.filter { $0.isolation == nil } : own).map(\.condition).reduce(into: []) {
            if !$0.contains($1) { $0.append($1) }
        }
    }

    /// The conditions to choose from for these operations: the built-in ones, then the names of stubs that match them.
    package func conditionNames(forOperations operations: [String]) -> [Condition] {
        let snapshot = lock.withLock { $0.snapshot() }
        let templates = operations.compactMap { snapshot.catalog.operations[$0] }
        let names = Set(
            snapshot.index.entries.values.compactMap { entry -> String? in
                guard let name = entry.stub.name, !entry.stub.isEnabled else { return nil }
                return templates.contains { entry.request.mayServe($0) } ? name : nil
            })
        let known = Set(Condition.builtIn.map(\.name))
        return Condition.builtIn + names.subtracting(known).inOrder(<).map { .named($0) }
    }
}

extension DemoManager {
    /// The reply of a condition to an operation's calls, with its stub; nil if the condition changes nothing.
    ///
    /// - Parameter isGenerated: false for a reply without its generated part, which may take seconds.
    package func answer(
        to condition: Condition, ofOperation id: String, isGenerated: Bool = true
    ) -> (reply: StubReply, stub: StubRef)? {
        let snapshot = currentSnapshot()
        guard let operation = snapshot.catalog.operations[id] else { return nil }
        let path = operation.pathTemplate.split(separator: "/").map { $0.contains("{") ? "1" : String($0) }
        let request = HTTPRequest(
            method: operation.method, scheme: "http", authority: "localhost", path: "/" + path.joined(separator: "/"))
        let call = Call(id: 0, operation: id, mode: .demo, condition: condition)
        let attempt = Attempt(request, body: nil, call: call)
        attempt.generatesReply = isGenerated
        switch snapshot.plan(attempt) {
        case .condition(_, let reply, let stub): return (reply, stub)
        case .stub(let entry, .some):
            return (entry.reply(at: 0, for: attempt), entry.ref(at: 0, for: condition))
        case .stub, .leave, .unseeded, .unknownCondition, .unmatched: return nil
        }
    }
}

extension RequestPattern {
    /// True if the pattern can match requests of `operation`, judged by method and path.
    func mayServe(_ operation: OperationDescription) -> Bool {
        guard method.matches(operation.method) else { return false }
        guard let path = url.literalPath else { return true }
        let own = path.split(separator: "/", omittingEmptySubsequences: false)
        let other = operation.pathTemplate.split(separator: "/", omittingEmptySubsequences: false)
        return own.count == other.count
            && zip(own, other).allSatisfy { $0 == $1 || $0.contains("{") || $1.contains("{") }
    }
}

/// One run of `DemoManager.withCondition(_:isolation:operation:)`.
final class ConditionScope: Sendable {
    let condition: Condition
    /// The manager of the isolation it runs in; nil applies to every manager that has no scope of its own.
    let isolation: DemoManager?
    /// The scope that encloses it.
    let outer: ConditionScope?
    /// The task it runs in.
    let task = withUnsafeCurrentTask { $0?.hashValue }

    /// All scopes that are running, in the whole process.
    static let open = Lock<[ConditionScope]>([])

    init(condition: Condition, isolation: DemoManager?, outer: ConditionScope? = nil) {
        self.condition = condition
        self.isolation = isolation
        self.outer = outer
    }
}

/// A condition that was chosen for a screen or an operation.
package struct ChosenCondition: Sendable, Equatable {
    package let condition: Condition
    /// True if it applies only to the next call.
    package var isOnce: Bool { use != nil }
    fileprivate let use: SingleUse?
    /// The number of its single use; nil if it is permanent.
    package var useNumber: Int? { use?.number }

    package init(condition: Condition, isOnce: Bool) {
        self.condition = condition
        use = isOnce ? SingleUse() : nil
    }

    /// False once its single call was answered.
    var isWaiting: Bool { use?.isTaken != true }

    package static func == (one: Self, other: Self) -> Bool {
        one.condition == other.condition && one.isOnce == other.isOnce
    }
}

/// The single use of a condition. Sessions share it, so that only one call gets the condition.
final class SingleUse: Sendable {
    private struct State {
        var isTaken = false
        /// The call whose retries get it, too.
        var call: UInt64?
    }

    private let state = Lock(State())
    let number = Int(UInt32.random(in: .min ... .max))

    var isTaken: Bool { state.withLock { $0.isTaken } }

    /// Retries of the call get the condition too, so that a retry does not hide it.
    func concerns(_ attempt: Attempt) -> Bool {
        state.withLock { !$0.isTaken || $0.call == attempt.call.id && attempt.number > 1 }
    }

    /// - Returns: false if a call took it before.
    func take(by attempt: Attempt) -> Bool {
        state.withLock { state in
            guard !state.isTaken else { return false }
            state = State(isTaken: true, call: attempt.call.id)
            return true
        }
    }

    /// Excludes retries: the attempt after a 401 has a new token.
    func spareRetries() { state.withLock { $0.call = nil } }
}

/// The chosen conditions, and the rule that selects the one of a call.
struct Conditions: Sendable {
    var ofScreens = LayeredTable<ChosenCondition>()
    var ofOperations = LayeredTable<ChosenCondition>()

    /// The outcome of taking a condition for a call.
    enum Taking {
        case taken
        case ended(SingleUse)
        case tooLate
    }

    /// The call's own condition, else its operation's, else its screen's if that covers the operation. A live call gets
    /// only a single-call condition.
    func condition(of attempt: Attempt, in catalog: Catalog) -> Condition? {
        if let own = attempt.call.condition { return own }
        guard let chosen = chosen(for: attempt, in: catalog), attempt.call.mode == .demo || chosen.isOnce else {
            return nil
        }
        return chosen.condition
    }

    private func chosen(for attempt: Attempt, in catalog: Catalog) -> ChosenCondition? {
        guard !ofScreens.isEmpty || !ofOperations.isEmpty else { return nil }
        let operation = attempt.call.operation ?? catalog.operation(of: attempt.call, attempt.facts)?.id
        if let operation, let chosen = ofOperations[operation], chosen.use?.concerns(attempt) != false {
            return chosen
        }
        guard let screen = attempt.call.screen, let chosen = ofScreens[screen], chosen.use?.concerns(attempt) != false,
            catalog.screen(screen, covers: operation)
        else { return nil }
        return chosen
    }

    /// Takes a planned condition for an attempt; ends a single-call condition. Returns `tooLate` if another call,
    /// perhaps of another session, took it after the plan was made.
    func take(_ condition: Condition, for attempt: Attempt, in catalog: Catalog) -> Taking {
        guard attempt.call.condition == nil else { return .taken }
        guard let chosen = chosen(for: attempt, in: catalog), chosen.condition == condition else { return .tooLate }
        guard let use = chosen.use, attempt.number == 1 || !use.isTaken else { return .taken }
        return use.take(by: attempt) ? .ended(use) : .tooLate
    }

    /// Adopts the conditions of everyone's manager, except those set or ended here.
    mutating func follow(_ everyones: Conditions) {
        ofScreens.follow(everyones.ofScreens)
        ofOperations.follow(everyones.ofOperations)
    }
}
