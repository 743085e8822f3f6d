import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import WireFormats

/// Turns requests into replies: finds the route, delays the reply by the latency, words every error alike.
struct Answering: Sendable {
    private let router: RouterResponder<BasicRequestContext>
    /// The delay of every reply, to show a slow server.
    private let latency: Duration

    /// Registers the routes, and 405 for the methods a known path does not have.
    init(routes: [Route], latency: Duration) {
        let router = Router(options: .autoGenerateHeadEndpoints)
        router.add(middleware: ErrorReplies())
        for route in routes {
            router.on(RouterPath(route.path), method: route.method, use: route.answer)
        }
        for (path, routes) in Dictionary(grouping: routes, by: \.path) {
            let allowed = routes.map(\.method) + (routes.contains { $0.method == .get } ? [.head] : [])
            let names = allowed.map(\.rawValue).sorted().joined(separator: ", ")
            let refusal = Failure(
                status: .methodNotAllowed, message: "This address answers \(names) only.", headers: [.allow: names]
            )
            for method in Self.methods where !allowed.contains(method) {
                router.on(RouterPath(path), method: method) { _, _ -> Response in throw refusal }
            }
        }
        self.router = router.buildResponder()
        self.latency = latency
    }

    private static let methods: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ]

    /// Answers one request on its connection.
    @Sendable func respond(
        to request: Request, writer: consuming ResponseWriter, on channel: any Channel
    ) async throws {
        if latency > .zero { try? await Task.sleep(for: latency) }
        let context = BasicRequestContext(source: .init(channel: channel, logger: .silent))
        var response = try await router.respond(to: request, context: context)
        response.headers[.date] = HTTPDate.text(Timestamp.now.seconds)
        response.headers[.cacheControl] = "no-store"
        let body = request.method == .head ? ResponseBody() : response.body
        try await writer.write(response: response.head, body: body)
    }
}

/// Words every error alike, also those of the router.
private struct ErrorReplies: RouterMiddleware {
    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error where error is HTTPParserError || error is Failure {
            throw error
        } catch is NIOTooManyBytesError {
            throw Failure(
                status: .contentTooLarge, message: "The body is larger than \(Request.maximumBody) bytes.")
        } catch let error as HTTPError {
            let message = error.status == .notFound ? "There is nothing at this address." : error.body
            throw Failure(status: error.status, message: message ?? error.status.reasonPhrase)
        } catch {
            throw Failure(status: .internalServerError, message: "The server failed: \(error)")
        }
    }
}
