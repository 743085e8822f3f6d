extension Decision {
    /// Why, in words: `stub profile (stubs/profile.yaml#/mappings/0)`.
    public var reason: String { action.reason }
}

extension Decision.Action {
    /// Why, in words.
    public var reason: String {
        switch self {
        case .stub(_, let stub): stub.reason
        case .passThrough(.live): "demo is off"
        case .passThrough(.bypassed): "the call asked for the server"
        case .passThrough(.unmatched): "no stub matches, and the policy lets it pass"
        case .passThrough(.stub(let stub)): "\(stub.reason) passes it through"
        case .passThrough(.proxy(let base, _, let stub)): "\(stub.reason) forwards it to \(base)"
        case .refuse(let refusal): refusal.message
        }
    }
}

extension StubRef {
    /// Who answered, in words.
    public var reason: String {
        let step = position.map { ", reply \($0 + 1)" } ?? ""
        return switch kind {
        case .stub: "stub \(name)\(step) (\(origin))"
        case .seed: "seed \(name)\(step)"
        case .condition(let condition) where id == nil: "condition \(condition.name), built in"
        case .condition(let condition): "condition \(condition.name): stub \(name)\(step) (\(origin))"
        }
    }
}
