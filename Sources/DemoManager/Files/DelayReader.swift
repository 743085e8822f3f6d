import JSONText

/// Reads the delays of a response: `fixedDelayMilliseconds`, `delayDistribution` and `chunkedDribbleDelay`.
enum DelayReader {
    /// The longest delay in milliseconds: a day is past every deadline.
    static let longest = 24 * 3_600_000

    /// The keys of each kind of `delayDistribution`; those it needs come first.
    private static let kinds: [String: (needed: [String], optional: [String])] = [
        "uniform": (["lower", "upper"], []), "lognormal": (["median", "sigma"], ["maxValue"]),
        "fixed": (["milliseconds"], []),
    ]

    /// How long the response waits; what is wrong is noted and left out.
    ///
    /// - Parameter key: what the fixed one is called.
    static func delay(_ members: [String: Node], fixed key: String = "fixedDelayMilliseconds") -> Delay {
        var delay = Delay.none
        if let fixed = members[key] { delay.fixed = milliseconds(fixed, key) ?? .zero }
        if let node = members["delayDistribution"] { add(node, to: &delay) }
        return delay
    }

    /// How the body is paced.
    static func dribble(_ node: Node) -> Dribble? {
        let keys: Set<String> = ["numberOfChunks", "totalDuration"]
        guard let parts = node.members(of: "chunkedDribbleDelay", keys) else { return nil }
        if parts.count < keys.count { node.flaw("chunkedDribbleDelay needs numberOfChunks and totalDuration") }
        let chunks = parts["numberOfChunks"]?.integer("numberOfChunks", in: 1...1_000_000)
        let duration = parts["totalDuration"].flatMap { milliseconds($0, "totalDuration") }
        guard let chunks, let duration else { return nil }
        return Dribble(chunks: chunks, duration: duration)
    }

    private static func add(_ node: Node, to delay: inout Delay) {
        guard let (kind, keys) = kind(of: node) else { return }
        guard let parts = node.members(of: "a \(kind) delayDistribution", Set(keys.needed + keys.optional + ["type"]))
        else { return }
        guard keys.needed.allSatisfy({ parts[$0] != nil }) else {
            return node.flaw("a \(kind) delayDistribution needs \(keys.needed.joined(separator: " and "))")
        }
        func duration(_ key: String) -> Duration? { parts[key].flatMap { milliseconds($0, key) } }
        switch kind {
        case "uniform":
            guard let lower = duration("lower"), let upper = duration("upper") else { return }
            guard lower <= upper else { return node.flaw("lower of a delayDistribution must not be above upper") }
            delay.random = .uniform(lower...upper)
        case "lognormal":
            guard let median = duration("median"), let sigma = parts["sigma"]?.number("sigma") else { return }
            let maximum = parts["maxValue"]?.number("maxValue").map { Duration(milliseconds: $0) }
            delay.random = .lognormal(median: median, sigma: sigma, maximum: maximum)
        default: delay.fixed += duration("milliseconds") ?? .zero
        }
    }

    /// What its `type` says; without one, what it has.
    private static func kind(of node: Node) -> (String, (needed: [String], optional: [String]))? {
        let keys = Set(node.value.objectValue?.keys ?? [])
        let kind =
            node.value["type"].map { $0.stringValue ?? "" }
            ?? kinds.keys.sorted().first { kind in
                kinds[kind]?.needed.allSatisfy(keys.contains) == true
            }
        guard let kind, let known = kinds[kind] else {
            node.flaw("the type of a delayDistribution must be uniform, lognormal or fixed")
            return nil
        }
        return (kind, known)
    }

    private static func milliseconds(_ node: Node, _ key: String) -> Duration? {
        node.integer(key, in: 0...longest).map { .milliseconds($0) }
    }
}

extension Duration {
    /// A time in milliseconds, to the nanosecond; a day at most.
    init(milliseconds: Double) {
        self = .nanoseconds(Int64((min(milliseconds, Double(DelayReader.longest)) * 1e6).rounded()))
    }

    /// Its milliseconds where it is a whole number of them, at most a day: what a mapping can say.
    var wholeMilliseconds: Int? {
        let (seconds, attoseconds) = components
        guard attoseconds % 1_000_000_000_000_000 == 0, (0...86_400).contains(seconds), attoseconds >= 0 else {
            return nil
        }
        let milliseconds = Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
        return milliseconds <= DelayReader.longest ? milliseconds : nil
    }
}
