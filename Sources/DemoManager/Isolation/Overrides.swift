/// The switches and conditions that were set on a manager itself, and not taken over from everyone's.
package struct Overrides: Sendable, Hashable {
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
    /// True if switches or conditions were set here.
    package var hasOverrides: Bool {
        lock.withLock { state in
            state.switches.global.own != nil || !state.switches.ofScreens.own.isEmpty || state.policy.own != nil
                || !state.conditions.ofScreens.own.isEmpty || !state.conditions.ofOperations.own.isEmpty
        }
    }

    /// The switches and conditions that were set here.
    package var overrides: Overrides { lock.withLock { Overrides($0, identity: identity) } }
}

extension ChosenCondition? {
    /// Nil also for one that its call had already.
    fileprivate var waiting: ChosenCondition? { flatMap { $0.isWaiting ? $0 : nil } }
}
