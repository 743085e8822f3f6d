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

    package init(
        displayBase: BaseURL, baseURL: @escaping @Sendable () async throws -> BaseURL,
        middlewares: [any Middleware] = [], transport: any Transport
    ) {
        (self.displayBase, self.baseURL) = (displayBase, baseURL)
        (self.middlewares, self.transport) = (middlewares, transport)
    }
}

/// One step of the chain between `APIClient` and `Transport`: may answer, change, repeat or refuse a request.
package protocol Middleware: Sendable {
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
    package var method = HTTPRequest.Method.get
    /// The path below the base URL: expanded, percent-encoded, without query; it starts with `/`.
    package var path: String
    /// Query items in order, not percent-encoded.
    package var query: [QueryItem] = []
    /// Headers of this call, which replace the client's common ones.
    package var headers = HTTPFields()
    /// The accepted media type, unless a header sets it.
    package var mediaType = "application/json"
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

extension APIClient {
    /// Makes one call.
    ///
    /// Cancelling the task returns at once with `.cancelled`, whatever a middleware or the transport is doing.
    ///
    /// - Returns: a 2xx reply that is not an error report; with a JSON body if the endpoint requires data.
    /// - Throws: the failure, with method and path.
    package func send(_ endpoint: Endpoint, in context: CallContext) async throws(APIError) -> APIResponse {
        do {
            let request = try HTTPRequest(endpoint, at: displayBase, commonHeaders: commonHeaders)
            var context = context
            context.operation = context.operation ?? endpoint.operation
            context.requiresAuthentication = endpoint.requiresAuthentication
            let call = context
            // The work includes parsing, so that neither blocks the caller's actor.
            return try await Abandonable<APIResponse>().run {
                let response = try await perform(request, body: endpoint.body, context: call)
                return try response.checked(requiresData: endpoint.requiresData)
            }
        } catch {
            throw APIError(wrapping: error).located(endpoint)
        }
    }

    private func perform(_ request: HTTPRequest, body: [UInt8]?, context: CallContext) async throws -> APIResponse {
        let chain = chain(from: 0)
        do {
            return try await chain(request, body, context)
        } catch let change as SessionChange {
            var restarted = context
            restarted.session = change.session
            return try await chain(request, body, restarted)
        }
    }

    private func chain(from index: Int) -> Middleware.Next {
        guard index < middlewares.count else { return deliver }
        let middleware = middlewares[index]
        let next = chain(from: index + 1)
        return { request, body, context in
            try await middleware.respond(to: request, body: body, context: context, next: next)
        }
    }

    @Sendable
    private func deliver(_ request: HTTPRequest, body: [UInt8]?, context: CallContext) async throws -> APIResponse {
        // A request for another server must not start the API's own.
        let isOurs = request.scheme == displayBase.scheme && request.authority == displayBase.authority
        let request = isOurs ? request.moved(from: displayBase, to: try await baseURL()) : request
        do {
            return try await transport.send(request, body: body, context: context)
        } catch {
            var error = error
            error.server = error.server ?? request.authority
            throw error
        }
    }
}

extension APIError {
    init(wrapping error: any Error) {
        switch error {
        case let error as APIError:
            self = error
        case is CancellationError:
            self = APIError(.cancelled)
        case is SessionChange:
            self = APIError(.notSent(reason: "The call was moved between live and other sessions twice. Try again."))
        default:
            self = APIError(.connection(.other), message: String(describing: error))
        }
    }

    /// The error with the call's method and path, unless it has its own.
    func located(_ endpoint: Endpoint) -> APIError {
        guard method == nil else { return self }
        var located = self
        located.method = endpoint.method
        located.path = endpoint.path
        return located
    }
}

/// Waits for work only as long as the caller wants to.
///
/// `run` returns at the first of these: the end of the work, `fail`, or cancellation of the calling task. Later results
/// are dropped. In the last two cases the work is cancelled but not awaited, so that a slow library does not block the
/// caller.
struct Abandonable<Value: Sendable>: Sendable {
    private let results = AsyncThrowingStream<Value, any Error>.makeStream()

    /// Runs the work; call it once. A cancelled task does nothing.
    func run(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try Task.checkCancellation()
        let task = Task {
            do {
                results.continuation.yield(try await work())
            } catch {
                results.continuation.finish(throwing: error)
            }
        }
        defer { task.cancel() }
        for try await value in results.stream { return value }
        throw CancellationError()
    }

    /// Ends the wait with an error, unless it has ended already.
    func fail(_ error: any Error) { results.continuation.finish(throwing: error) }
}
