import AppCore
import JSONText

extension UpdateOutcome {
    /// What the screen shows now: the stored resource, or what was sent; nil after a deletion.
    var value: JSONValue? {
        switch self {
        case .stored(let value, _), .accepted(let value, _): value
        case .deleted: nil
        }
    }
}
