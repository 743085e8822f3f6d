import HTTPTypes

/// One step of the chain between `APIClient` and `Transport`: may answer, change, repeat or refuse a request.
public protocol Middleware: Sendable {
    /// The rest of the chain.
    typealias Next = @Sendable (HTTPRequest, [UInt8]?, CallContext) async throws -> APIResponse

    /// Answers the request, usually by calling `next`.
    ///
    /// - Throws: `APIError`; `SessionChange` to have the call started again elsewhere; anything else counts as a broken
    ///   connection.
    func respond(to request: HTTPRequest, body: [UInt8]?, context: CallContext, next: @escaping Next) async throws
        -> APIResponse
}
