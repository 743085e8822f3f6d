import HTTPTypes

/// Sends endpoints through a chain of middlewares to a transport and turns every failure into one `APIError`.
///
/// Above the transport requests carry the document's own server (`displayBase`), so that middlewares see a stable
/// absolute URL; only the transport end asks for the server to talk to. A call answered on the way never asks.
package struct APIClient: Sendable {
    /// Base URL requests carry above the transport: the document's server.
    package let displayBase: BaseURL
    /// Headers every call gets unless it brings its own of that name.
    package var commonHeaders: HTTPFields

    let baseURL: @Sendable () async throws -> BaseURL
    let middlewares: [any Middleware]
    let transport: any Transport

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - displayBase: server shown to middlewares.
    ///   - baseURL: server to talk to, asked for by each exchange that reaches the transport; may start one.
    ///   - middlewares: outermost first, for instance retry, auth, and what the composition root adds.
    ///   - transport: end of the chain.
    ///   - commonHeaders: `Accept: application/json, */*;q=0.5` unless given.
    package init(
        displayBase: BaseURL,
        baseURL: @escaping @Sendable () async throws -> BaseURL,
        middlewares: [any Middleware] = [],
        transport: any Transport,
        commonHeaders: HTTPFields = [.accept: "application/json, */*;q=0.5"]
    ) {
        self.displayBase = displayBase
        self.baseURL = baseURL
        self.middlewares = middlewares
        self.transport = transport
        self.commonHeaders = commonHeaders
    }
}

/// One step of the chain between `APIClient` and `Transport`: may answer, change, repeat or refuse a request.
package protocol Middleware: Sendable {
    /// The rest of the chain.
    typealias Next = @Sendable (HTTPRequest, [UInt8]?, CallContext) async throws -> APIResponse

    /// Answers the request, usually by calling `next`.
    ///
    /// - Throws: `APIError`; `SessionChange` to have the call started again elsewhere; anything else counts as a broken
    ///   connection.
    func respond(to request: HTTPRequest, body: [UInt8]?, context: CallContext, next: @escaping Next) async throws
        -> APIResponse
}

/// The end of the chain: carries one request to a server and brings the reply back.
package protocol Transport: Sendable {
    /// Sends a request with absolute URL (scheme, authority and path are set).
    ///
    /// - Returns: the reply whatever its status.
    /// - Throws: why no complete reply came; partial bytes stand in the error's `response`.
    func send(_ request: HTTPRequest, body: [UInt8]?, context: CallContext) async throws(APIError) -> APIResponse
}
