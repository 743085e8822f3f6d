import HTTPTypes
import WireFormats

/// Random failures and delays, reproducible by their seed. Each is drawn from the call's number within its operation,
/// so that calls of other operations do not affect it.
public struct Chaos: Sendable, Hashable {
    /// The name, for people: `flaky`.
    public var name: String
    /// Selects one of the possible runs: equal seeds fail the same calls.
    public var seed: UInt64
    /// The rules. The first one that covers an operation applies to its calls.
    package var rules: [Rule]

    package init(name: String, seed: UInt64 = 1, rules: [Rule]) {
        (self.name, self.seed, self.rules) = (name, seed, rules)
    }

    /// The failures and delays of some operations.
    package struct Rule: Sendable, Hashable {
        /// Operation ids, or a method and a path: `GET /users/{id}`, `* /admin/**`. Empty covers every operation.
        package var operations: [String]
        /// The delay of every call.
        package var delay: Duration
        /// The maximum of a random time that is added to the delay.
        package var jitter: Duration
        /// The possible failures; a call gets at most one. The probabilities add up to at most 1.
        package var effects: [Effect]
        /// The `Retry-After` of a rate-limited call, in seconds; nil for the default.
        package var retryAfter: Int?

        package init(
            operations: [String] = [], delay: Duration = .zero, jitter: Duration = .zero, effects: [Effect] = [],
            retryAfter: Int? = nil
        ) {
            (self.operations, self.delay, self.jitter) = (operations, delay, jitter)
            (self.effects, self.retryAfter) = (effects, retryAfter)
        }
    }

    /// A condition with its probability.
    package struct Effect: Sendable, Hashable {
        package var condition: Condition
        /// The probability, from 0 for never to 1 for always.
        package var probability: Double

        package init(_ condition: Condition, _ probability: Double) {
            (self.condition, self.probability) = (condition, probability)
        }
    }

    /// The random failure and delay of one call.
    package struct Draw: Sendable, Equatable {
        package let name: String
        /// The number of the call within its operation, from 1.
        package let number: Int
        /// The delay before the reply, or before the request is sent.
        package let delay: Duration
        /// The condition that answers; nil if the call is only delayed.
        package internal(set) var condition: Condition?
        /// The `Retry-After` in seconds; nil for the default.
        let retryAfter: Int?
    }

    /// The built-in profiles.
    package static let profiles: [Chaos] = [
        Chaos(
            name: "flaky",
            rules: [
                Rule(
                    jitter: .milliseconds(400),
                    effects: [
                        Effect(.serverError, 0.1), Effect(.gatewayTimeout, 0.04), Effect(.noNetwork, 0.04),
                        Effect(.malformed, 0.02),
                    ])
            ]),
        Chaos(
            name: "slow-mobile",
            rules: [
                Rule(
                    delay: .milliseconds(400), jitter: .milliseconds(1_600),
                    effects: [Effect(.noNetwork, 0.03), Effect(.timeout, 0.01)])
            ]),
        Chaos(name: "rate-limited", rules: [Rule(effects: [Effect(.rateLimited, 0.5)], retryAfter: 5)]),
        Chaos(
            name: "outage",
            rules: [
                Rule(effects: [Effect(.noNetwork, 0.5), Effect(.serverError, 0.3), Effect(.gatewayTimeout, 0.2)])
            ]),
    ]
}

extension Chaos {
    /// Draws the failure and delay of a call.
    ///
    /// - Parameters:
    ///   - key: the operation.
    ///   - number: the number of the call within the operation, from 1.
    func draw(_ rule: Rule, for key: String, number: Int) -> Draw {
        var random = SeededGenerator(seed: seed, key: key, number: number)
        var share = random.share
        let late = rule.delay + rule.jitter * random.share
        let effect = rule.effects.first { effect in
            share -= effect.probability
            return share < 0
        }
        // `slow` has no reply of its own: it delays the ordinary reply, even that of a server.
        let isSlow = effect?.condition == .slow
        return Draw(
            name: name, number: number, delay: late + (isSlow ? Condition.slowness : .zero),
            condition: isSlow ? nil : effect?.condition, retryAfter: rule.retryAfter)
    }
}

extension SeededGenerator {
    /// The random numbers of one call of an operation.
    fileprivate init(seed: UInt64, key: String, number: Int) {
        // Swift's own hashes differ between runs.
        let operation = SeededGenerator.mix(ByteHash(key.utf8).value ^ SeededGenerator.mix(seed))
        self.init(seed: operation &+ UInt64(truncatingIfNeeded: number))
    }

    /// From 0 to less than 1.
    fileprivate var share: Double { mutating get { Double(next() >> 11) / Double(1 << 53) } }
}

/// A pattern of operations: an id, or a method and a path.
struct OperationPattern {
    private let text: String
    private let method: String?
    private let segments: [Substring]

    init(_ text: String) {
        self.text = text
        let parts = text.split(separator: " ", maxSplits: 1)
        let isPath = parts.count == 2 && parts[1].hasPrefix("/")
        method = isPath ? parts[0].uppercased() : nil
        segments = isPath ? Self.segments(parts[1]) : []
    }

    /// True if the pattern covers an operation, or a request that belongs to none.
    ///
    /// - Parameters:
    ///   - id: the operation's id; nil for none.
    ///   - path: the operation's path template, or the requested path.
    ///   - base: the number of first segments that all operations share, and that patterns may omit.
    func covers(_ id: String?, _ method: HTTPRequest.Method?, _ path: some StringProtocol, base: Int) -> Bool {
        guard let wanted = self.method else { return text == "*" || text == id }
        guard let method, wanted == "*" || wanted == method.rawValue else { return false }
        let segments = Self.segments(path)
        return (0...min(base, segments.count)).contains { matches(segments.dropFirst($0)) }
    }

    private func matches(_ path: ArraySlice<Substring>) -> Bool {
        let isOpen = segments.last == "**"
        let fixed = isOpen ? segments.dropLast() : segments[...]
        guard isOpen ? path.count >= fixed.count : path.count == fixed.count else { return false }
        return zip(fixed, path).allSatisfy { $0 == $1 || $0 == "*" || $0.hasPrefix("{") }
    }

    private static func segments(_ path: some StringProtocol) -> [Substring] {
        String(path.prefix { $0 != "?" }).split(separator: "/", omittingEmptySubsequences: true)
    }
}

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
