import DemoManager

extension DemoStatus.Policy {
    /// The policies with the one in force.
    /// - Parameter reasons: why some cannot be chosen in this run.
    static func all(current: UnmatchedPolicy, reasons: [UnmatchedPolicy: String]) -> [Self] {
        UnmatchedPolicy.allCases.map { policy in
            Self(
                id: policy.rawValue, title: policy.title, summary: policy.summary, reason: reasons[policy],
                isCurrent: policy == current)
        }
    }
}

extension UnmatchedPolicy {
    fileprivate var title: String {
        switch self {
        case .error: "refuse"
        case .guard: "let reads through"
        case .passThrough: "let all through"
        case .capture: "let through, record"
        }
    }

    fileprivate var summary: String {
        switch self {
        case .error: "nothing leaves"
        case .guard: "what changes nothing goes to the server; writes are refused"
        case .passThrough: "everything without a stub goes to the server"
        case .capture: "and what the server answers becomes a stub"
        }
    }
}
