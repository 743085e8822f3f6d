import HTTPTypes

/// One operation of the bank: where it is and how it answers.
struct Route: Sendable {
    /// The HTTP method.
    let method: HTTPRequest.Method
    /// The path; `{name}` stands for one segment, handed over as a parameter.
    let path: String
    /// Answers one request; throws ``Failure`` for an error answer.
    let answer: @Sendable (Call) async throws -> Reply
}
