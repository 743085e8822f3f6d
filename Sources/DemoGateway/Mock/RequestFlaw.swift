import APIDocument
import WireFormats

/// Something in a request that the document does not allow.
struct RequestFlaw: Hashable, Sendable {
    /// Where: `query`, `limit`; or `body`, `items`, `0`.
    let location: [String]
    /// What is wrong, in the document's own terms.
    let message: String

    /// As problem details list it.
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

/// Why a request is not as the document has it: with the status for it.
struct RequestProblem: Error, Sendable {
    let status: Int
    let message: String
    var flaws: [RequestFlaw] = []
    /// The value of `WWW-Authenticate`.
    var challenge: String?

    /// The status the document answers such a request with: one that says so, else this one where a range or `default` stands
    /// for it (OpenAPI 3.1.0, "Responses Object"). Nil where it describes none; what describes calls that go well is none.
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
