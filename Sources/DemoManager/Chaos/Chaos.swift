import HTTPTypes
import WireFormats

/// Failures and delays at random, the same ones for the same seed. Each is drawn for the number of the call among those of
/// its operation, so that calls of other operations change nothing.
public struct Chaos: Sendable, Hashable {
    /// A name for people: `flaky`.
    public var name: String
    /// Chooses among all possible runs.
    public var seed: UInt64
    /// The first rule that covers an operation is the one for its calls.
    package var rules: [Rule]

    package init(name: String, seed: UInt64 = 1, rules: [Rule]) {
        (self.name, self.seed, self.rules) = (name, seed, rules)
    }

    /// The trouble of some operations.
    package struct Rule: Sendable, Hashable {
        /// Ids, or a method and a path such as `GET /users/{id}`, `* /admin/**`; empty for every operation.
        package var operations: [String]
        /// The wait of every call.
        package var delay: Duration
        /// At most this is added to the wait, at random.
        package var jitter: Duration
        /// At most one of them happens to a call. The probabilities add up to at most 1.
        package var effects: [Effect]
        /// The `Retry-After` of a call that is rate limited, in seconds; nil for the usual one.
        package var retryAfter: Int?

        package init(
            operations: [String] = [], delay: Duration = .zero, jitter: Duration = .zero, effects: [Effect] = [],
            retryAfter: Int? = nil
        ) {
            (self.operations, self.delay, self.jitter) = (operations, delay, jitter)
            (self.effects, self.retryAfter) = (effects, retryAfter)
        }
    }

    /// A condition that happens with a probability from 0 to 1.
    package struct Effect: Sendable, Hashable {
        /// The condition.
        package var condition: Condition
        /// From 0 for never to 1 for always.
        package var probability: Double

        /// A condition with its probability.
        package init(_ condition: Condition, _ probability: Double) {
            (self.condition, self.probability) = (condition, probability)
        }
    }

    /// The chaos of one call.
    package struct Draw: Sendable, Equatable {
        /// The name of the chaos.
        package let name: String
        /// Which call of its operation it is, from 1.
        package let number: Int
        /// The wait before the reply, or before the request leaves.
        package let delay: Duration
        /// The condition that answers; nil where the call is only late.
        package internal(set) var condition: Condition?
        /// Seconds of `Retry-After`, if not the usual ones.
        let retryAfter: Int?
    }

    /// The profiles that need no file.
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
    /// The chaos of a call.
    ///
    /// - Parameters:
    ///   - key: the operation.
    ///   - number: which of its calls, from 1.
    func draw(_ rule: Rule, for key: String, number: Int) -> Draw {
        var random = SeededGenerator(seed: seed, key: key, number: number)
        var share = random.share
        let late = rule.delay + rule.jitter * random.share
        let effect = rule.effects.first { effect in
            share -= effect.probability
            return share < 0
        }
        // Slowness is no reply of its own: the usual one comes late, also from a server.
        let isSlow = effect?.condition == .slow
        return Draw(
            name: name, number: number, delay: late + (isSlow ? Condition.slowness : .zero),
            condition: isSlow ? nil : effect?.condition, retryAfter: rule.retryAfter)
    }
}

extension SeededGenerator {
    /// The numbers of one call of an operation.
    fileprivate init(seed: UInt64, key: String, number: Int) {
        // Swift's own hashes differ from run to run.
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

    /// True for an operation, or for a request that belongs to none.
    ///
    /// - Parameters:
    ///   - id: the operation's; nil for none.
    ///   - path: its template, or the path that was sent.
    ///   - base: how many first segments all operations have in common, which patterns may leave out.
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
