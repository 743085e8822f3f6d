import HTTPTypes
import WireFormats

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
    /// Any error of the chain as an `APIError`.
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
