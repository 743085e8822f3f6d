import DemoManager
import SourceTexts
import WireFormats

extension DemoManager {
    /// Reads chaos from a file and starts it. If the file has errors, nothing changes.
    ///
    /// - Parameters:
    ///   - file: the path of a file in YAML or JSON.
    ///   - seed: a seed that replaces the file's; nil for none.
    /// - Throws: the first error, with its file and line.
    package func loadChaos(file: String, seed: UInt64? = nil) throws(Problem) {
        let source = try SourceText(file: file)
        let root = Node(value: try source.parse(), pointer: .root, flaws: Flaws())
        let name = file.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? "chaos"
        guard var chaos = read(root, name: name) else {
            throw root.flaws.problems(of: source).first ?? Problem("it cannot be read", file: source.name)
        }
        if let seed { chaos.seed = seed }
        self.chaos = chaos
    }

    package func read(_ root: Node, name: String) -> Chaos? {
        ChaosReader(knows: operationCheck).read(root, name: name)
    }
}

/// Reads chaos from a file or the admin API.
///
/// ```yaml
/// name: shop
/// seed: 7
/// rules:
///   - operations: [listOrders, "POST /orders"]
///     delayMilliseconds: 100
///     jitterMilliseconds: 400
///     effects: {serverError: 0.1, rateLimited: 0.05}
///     retryAfterSeconds: 5
/// ```
struct ChaosReader {
    /// True for a pattern that covers a known operation; nil if no operations are known.
    let knows: ((String) -> Bool)?

    /// - Parameter name: the default name.
    /// - Returns: the chaos; nil if there are errors, which are added to the flaws.
    func read(_ root: Node, name: String) -> Chaos? {
        guard let members = root.members(of: "chaos", ["name", "seed", "rules"]) else { return nil }
        var chaos = Chaos(name: members["name"]?.text("name") ?? name, rules: [])
        if let seed = members["seed"] { chaos.seed = UInt64(seed.integer("seed", in: 0...Int.max) ?? 0) }
        if members["rules"] == nil { root.flaw("chaos needs rules, a list") }
        chaos.rules = (members["rules"]?.items("rules") ?? []).map(rule)
        return root.flaws.errorCount == 0 ? chaos : nil
    }

    private func rule(_ node: Node) -> Chaos.Rule {
        let known: Set = ["operations", "delayMilliseconds", "jitterMilliseconds", "effects", "retryAfterSeconds"]
        let members = node.members(of: "a rule", known) ?? [:]
        func milliseconds(_ key: String) -> Duration {
            .milliseconds(members[key]?.integer(key, in: 0...600_000) ?? 0)
        }
        var rule = Chaos.Rule(delay: milliseconds("delayMilliseconds"), jitter: milliseconds("jitterMilliseconds"))
        rule.retryAfter = members["retryAfterSeconds"]?.integer("retryAfterSeconds", in: 0...86_400)
        rule.operations = (members["operations"]?.items("operations") ?? []).compactMap { node in
            guard let text = node.text("an operation") else { return nil }
            if knows?(text) == false { node.flaw("there is no operation \"\(text)\"") }
            return text
        }
        if rule.operations.isEmpty, let operations = members["operations"], operations.value.arrayValue != nil {
            operations.flaw("operations names none; leave it out for all")
        }
        rule.effects = (members["effects"]?.named("effects") ?? []).compactMap(effect)
        let sum = rule.effects.reduce(0) { $0 + $1.probability }
        if sum > 1 + 1e-9, let effects = members["effects"] {
            effects.flaw("the probabilities add up to more than 1; at most one effect happens to a call")
        }
        return rule
    }

    private func effect(_ name: String, _ node: Node) -> Chaos.Effect? {
        guard let condition = Condition.builtIn.first(where: { $0.name == name }) else {
            let names = Condition.builtIn.map(\.name).joined(separator: ", ")
            node.flaw("\"\(name)\" is not an effect; known are \(names)")
            return nil
        }
        guard let probability = node.value.numberValue?.double, (0...1).contains(probability) else {
            node.flaw("the probability of \(name) must be a number from 0 to 1")
            return nil
        }
        return Chaos.Effect(condition, probability)
    }
}

extension Chaos {
    /// The chaos in the format that ``ChaosReader`` reads.
    package var json: JSONValue {
        let rules = rules.map { rule in
            let effects = rule.effects.map { effect in
                JSONObject.Member(
                    key: effect.condition.name, value: .number(JSONNumber(effect.probability) ?? JSONNumber(0)))
            }
            func milliseconds(_ delay: Duration) -> JSONValue? { delay > .zero ? .number(delay.inMilliseconds) : nil }
            return JSONValue.object([
                "operations": rule.operations.isEmpty ? nil : .array(rule.operations.map { .string($0) }),
                "delayMilliseconds": milliseconds(rule.delay), "jitterMilliseconds": milliseconds(rule.jitter),
                "effects": effects.isEmpty ? nil : .object(JSONObject(effects)),
                "retryAfterSeconds": rule.retryAfter.map { .number($0) },
            ])
        }
        return ["name": .string(name), "seed": .number(Int(clamping: seed)), "rules": .array(rules)]
    }
}
