/// The switches and conditions that were set on a manager itself, and not taken over from everyone's.
package struct OwnChoices: Sendable, Hashable {
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

    init(_ state: ManagerState) {
        isEnabled = state.switches.global.own
        unmatched = state.policy.own
        screens = state.switches.ofScreens.own.mapValues { $0 ?? .follow }
        conditionsOfScreens = state.conditions.ofScreens.own
        conditionsOfOperations = state.conditions.ofOperations.own
        chaos = state.chaos.own
        resets = state.resets
    }
}

extension DemoManager {
    /// The switches and conditions that were set here.
    package var ownChoices: OwnChoices { lock.withLock { OwnChoices($0) } }
}
