import HTTPTypes

/// Sends endpoints through a chain of middlewares to a transport and turns every failure into one `APIError`.
///
/// Above the transport requests carry the document's own server (`displayBase`), so that middlewares see a stable
/// absolute URL; only the transport end asks for the server to talk to. A call answered on the way never asks.
public struct APIClient: Sendable {
    /// Base URL requests carry above the transport: the document's server.
    public let displayBase: BaseURL
    /// Headers every call gets unless it brings its own of that name.
    public var commonHeaders: HTTPFields

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
    public init(
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
