import HTTPTypes

/// The end of the chain: carries one request to a server and brings the reply back.
public protocol Transport: Sendable {
    /// Sends a request with absolute URL (scheme, authority and path are set).
    ///
    /// - Returns: the reply whatever its status.
    /// - Throws: why no complete reply came; partial bytes stand in the error's `response`.
    func send(_ request: HTTPRequest, body: [UInt8]?, context: CallContext) async throws(APIError) -> APIResponse
}
