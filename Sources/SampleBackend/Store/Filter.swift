import GRDB

/// Conditions that all must hold, as SQL with arguments.
struct Filter: Sendable {
    private var conditions: [String] = []
    /// The arguments, in the order of the conditions.
    private(set) var arguments = StatementArguments()

    /// Adds a condition with its arguments.
    mutating func add(_ condition: String, _ values: StatementArguments) {
        conditions.append(condition)
        arguments += values
    }

    /// `WHERE ...`, or nothing when there are no conditions.
    var clause: String { conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ") }
}
