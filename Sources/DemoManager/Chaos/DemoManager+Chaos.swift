import HTTPTypes
import WireFormats

extension DemoManager {
    /// The random failures and delays of calls; nil for none. Setting it restarts the count of each operation's calls.
    /// Stubs with `chaos: false`, seeds and calls that bypass demo mode are not affected.
    public var chaos: Chaos? {
        get { lock.withLock { $0.chaos.value } }
        set {
            change(.conditions) { state in
                state.chaos.value = newValue
                state.chaosCalls = [:]
                return ((), true)
            }
        }
    }

    /// Returns a check if a pattern covers any known operation; nil if no operations are known.
    package var operationCheck: ((String) -> Bool)? {
        let catalog = lock.withLock { $0.catalog }
        guard !catalog.operations.isEmpty else { return nil }
        return { text in
            let pattern = OperationPattern(text)
            return catalog.operations.values.contains {
                pattern.covers($0.id, $0.method, $0.pathTemplate, base: catalog.commonSegments)
            }
        }
    }

    /// Draws the failure and delay of an attempt, and counts it.
    func draw(_ chaos: Chaos, for attempt: Attempt) -> Chaos.Draw? {
        lock.withLock { state in
            let operation = state.catalog.operation(of: attempt.call, attempt.facts)
            let id = attempt.call.operation ?? operation?.id
            let method = operation?.method ?? attempt.request.method
            let key = id ?? "\(method.rawValue) \(attempt.facts.pathText)"
            // An API rarely has so many paths; the limit bounds the memory.
            if state.chaosCalls.count >= 10_000 { state.chaosCalls = [:] }
            let path = operation?.pathTemplate ?? attempt.facts.pathText
            let known =
                state.chaosCalls[key]
                ?? ChaosCalls(
                    rule: chaos.rules.firstIndex { rule in
                        rule.operations.isEmpty
                            || rule.operations.contains {
                                OperationPattern($0).covers(id, method, path, base: state.catalog.commonSegments)
                            }
                    })
            guard let rule = known.rule, chaos.rules.indices.contains(rule) else {
                state.chaosCalls[key] = known
                return nil
            }
            let number = known.count + 1
            state.chaosCalls[key] = ChaosCalls(rule: rule, count: number)
            return chaos.draw(chaos.rules[rule], for: key, number: number)
        }
    }
}

/// The calls of one operation under chaos.
struct ChaosCalls: Sendable, Equatable {
    /// The index of the rule that covers the operation; nil for none.
    let rule: Int?
    var count = 0
}

extension Snapshot {
    /// The plan with the attempt's random failure, if it has one.
    func troubled(_ usual: Plan, _ attempt: Attempt) -> Plan {
        guard var drawn = attempt.drawn else { return usual }
        switch usual {
        case .stub(let entry, _) where !entry.stub.takesChaos: return usual
        // The refusal tells the user that a stub is missing.
        case .unmatched where unmatched == .error: return usual
        default: break
        }
        let failing = drawn.condition.flatMap { plan($0, attempt, ignoringBody: false) }
        if failing == nil { drawn.condition = nil }
        attempt.chaos = drawn
        return failing ?? usual
    }
}

extension Decision.Action {
    func troubled(by chaos: Chaos.Draw) -> Self {
        guard case .stub(var reply, let stub) = self else { return self }
        reply.delay += chaos.delay
        if chaos.condition == .rateLimited, let seconds = chaos.retryAfter { reply.headers[.retryAfter] = "\(seconds)" }
        return .stub(reply, stub)
    }

    /// The reason with the part that chaos had in it.
    func reason(of call: Call?, _ chaos: Chaos.Draw?) -> String {
        guard let chaos else { return reason(of: call) }
        let place = "chaos \(chaos.name), call \(chaos.number) of \(call?.operation ?? "this operation")"
        if let condition = chaos.condition { return "C\(place.dropFirst()): \(condition.title)" }
        guard chaos.delay > .zero else { return reason(of: call) }
        return "\(reason(of: call)); \(place): \(chaos.delay.inMilliseconds) ms later"
    }
}
