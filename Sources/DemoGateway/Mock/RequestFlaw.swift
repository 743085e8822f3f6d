import APIDocument
import WireFormats

/// A part of a request that the document does not allow.
struct RequestFlaw: Hashable, Sendable {
    /// `query`, `limit`; or `body`, `items`, `0`.
    let location: [String]
    /// The requirement, in the document's terms.
    let message: String

    /// An item of problem details.
    var json: JSONValue {
        .object(
            JSONObject([
                .init(key: "location", value: .array(location.map(JSONValue.string))),
                .init(key: "message", value: .string(message)),
            ]))
    }

    /// `query limit: must be at most 10`.
    var text: String { "\(location.joined(separator: " ")): \(message)" }
}

/// The refusal of an invalid request.
struct RequestProblem: Error, Sendable {
    let status: Int
    let message: String
    var flaws: [RequestFlaw] = []
    /// The value of `WWW-Authenticate`.
    var challenge: String?

    /// The document's status for such a request: a specific one, else this one if a range or `default` covers it
    /// (OpenAPI 3.1.0, "Responses Object"). Nil without a declared error response.
    func status(describedBy operation: Operation) -> Int? {
        let fitting = [401, 413, 415].contains(status) ? [status] : [422, 400]
        if let exact = fitting.first(where: { code in operation.responses.contains { $0.status == .exact(code) } }) {
            return exact
        }
        guard let response = operation.response(for: status), response.status != operation.success?.status else {
            return nil
        }
        return status
    }
}
