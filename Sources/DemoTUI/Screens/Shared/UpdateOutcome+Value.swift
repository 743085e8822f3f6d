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

    /// What the server answered.
    var response: APIResponse {
        switch self {
        case .stored(_, let response), .accepted(_, let response), .deleted(let response): response
        }
    }
}
