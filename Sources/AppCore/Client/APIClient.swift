import HTTPTypes
import WireFormats

/// Sends endpoints through a chain of middlewares to a transport and turns every failure into one `APIError`.
///
/// Above the transport requests carry the document's own server (`displayBase`), so that middlewares see a stable
/// absolute URL; only the transport end asks for the server to talk to. A call answered on the way never asks.
package struct APIClient: Sendable {
    /// Base URL requests carry above the transport: the document's server.
    package let displayBase: BaseURL
    /// Headers every call gets unless it brings its own of that name.
    package var commonHeaders = HTTPFields()

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
    package init(
        displayBase: BaseURL,
        baseURL: @escaping @Sendable () async throws -> BaseURL,
        middlewares: [any Middleware] = [],
        transport: any Transport
    ) {
        self.displayBase = displayBase
        self.baseURL = baseURL
        self.middlewares = middlewares
        self.transport = transport
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

/// One call to make, as a value: method, path below the server's base, query, headers and body.
///
/// An endpoint knows neither server nor session; `APIClient` adds both when it sends.
package struct Endpoint: Sendable, Hashable {
    /// Id of the document's operation, or nil for a request that belongs to none.
    package var operation: String?
    /// HTTP method.
    package var method = HTTPRequest.Method.get
    /// Path below the base URL: expanded, percent-encoded, begins with `/`, without query.
    package var path: String
    /// Query items in order, raw (not percent-encoded).
    package var query: [QueryItem] = []
    /// Headers of this call; they win over the client's common ones.
    package var headers = HTTPFields()
    /// The media type to ask for, unless a header does.
    package var mediaType = "application/json"
    /// Body bytes, or nil when the call has none.
    package var body: [UInt8]?
    /// True if a 2xx reply without a JSON body is a failure.
    package var requiresData = true
    /// True if tokens are sent with the call.
    package var requiresAuthentication = true

    /// Sets a header from text a person typed.
    ///
    /// - Throws: `.invalidRequest` naming the header when its name is no token or its value holds CR, LF or NUL
    ///   (RFC 9110 sections 5.5 and 5.6.2). `HTTPField` itself would replace such characters silently.
    package mutating func setHeader(_ name: String, to value: String) throws(APIError) {
        guard let field = HTTPField.Name(name) else {
            throw APIError(
                .invalidRequest, message: "\"\(name)\" cannot be a header name; use letters, digits and dashes.")
        }
        guard !value.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else {
            throw APIError(.invalidRequest, message: "The header \(name) holds a line break or a NUL byte; remove it.")
        }
        headers[field] = value
    }
}
