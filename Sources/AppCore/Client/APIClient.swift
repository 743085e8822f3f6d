import HTTPTypes
import WireFormats

/// Sends endpoints through a chain of middlewares to a transport and turns every failure into one `APIError`.
///
/// Middlewares see absolute URLs of the document's own server (`displayBase`); only the last step asks for the server
/// to talk to. A call answered by a middleware never asks.
package struct APIClient: Sendable {
    /// The base URL of requests above the transport: the document's server.
    package let displayBase: BaseURL
    /// Headers of every call, unless the endpoint has its own of that name.
    package var commonHeaders = HTTPFields()

    let baseURL: @Sendable () async throws -> BaseURL
    let middlewares: [any Middleware]
    let transport: any Transport

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - displayBase: the server shown to middlewares.
    ///   - baseURL: returns the server for each exchange that reaches the transport; may start one.
    ///   - middlewares: outermost first, for example retry, then authentication.
    ///   - transport: the end of the chain.
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
    /// - Throws: `APIError`, or `SessionChange` to restart the call in another session. Other errors count as a broken
    ///   connection.
    func respond(to request: HTTPRequest, body: [UInt8]?, context: CallContext, next: @escaping Next) async throws
        -> APIResponse
}

/// The end of the chain: sends a request to a server and returns the reply.
package protocol Transport: Sendable {
    /// Sends a request with an absolute URL (scheme, authority and path are set).
    ///
    /// - Returns: the reply, whatever its status.
    /// - Throws: the reason for an incomplete reply; received bytes are in the error's `response`.
    func send(_ request: HTTPRequest, body: [UInt8]?, context: CallContext) async throws(APIError) -> APIResponse
}

/// One call to make, as a value: method, path below the server's base, query, headers and body.
///
/// An endpoint has neither server nor session; `APIClient` adds both when it sends.
package struct Endpoint: Sendable, Hashable {
    /// The id of the document's operation; nil for any other request.
    package var operation: String?
    /// HTTP method.
    package var method = HTTPRequest.Method.get
    /// The path below the base URL: expanded, percent-encoded, without query; it starts with `/`.
    package var path: String
    /// Query items in order, not percent-encoded.
    package var query: [QueryItem] = []
    /// Headers of this call, which replace the client's common ones.
    package var headers = HTTPFields()
    /// The accepted media type, unless a header sets it.
    package var mediaType = "application/json"
    /// The body; nil without one.
    package var body: [UInt8]?
    /// True if a 2xx reply without a JSON body is a failure.
    package var requiresData = true
    /// True if tokens are sent with the call.
    package var requiresAuthentication = true

    /// Sets a header from user input.
    ///
    /// - Throws: `.invalidRequest` with the header's name if that is not a token or the value has CR, LF or NUL
    ///   (RFC 9110 sections 5.5 and 5.6.2). `HTTPField` itself would silently replace such characters.
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
