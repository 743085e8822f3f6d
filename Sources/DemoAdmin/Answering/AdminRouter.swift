import DemoManager
import HTTPTypes
import Hummingbird
import HummingbirdCore
import JSONText
import Logging
import NIOCore

/// Finds the route of a request and sends its answer.
struct AdminRouter: Sendable {
    /// Requests with longer bodies are refused with 413: an import of 10,000 stubs is well below it.
    static let maximumBody = 64 << 20

    private let router: RouterResponder<BasicRequestContext>
    private let logger: Logger

    init(routes: [AdminRoute], feed: DecisionFeed, gate: AdminGate, logger: Logger) {
        let router = Router()
        router.add(middleware: Gatekeeper(gate: gate))
        for route in routes {
            router.on(RouterPath("__admin/" + route.path), method: route.method) { request, context in
                let body = try await request.body.collect(upTo: Self.maximumBody)
                let parameter = context.parameters.get("id") ?? ""
                var query: [String: String] = [:]
                for (name, value) in request.uri.queryParameters { query[String(name)] = String(value) }
                let call = AdminCall(parameter: parameter, query: query, body: Array(body.readableBytesView))
                return try await route.answer(call).response
            }
        }
        router.get("__admin/demo/events") { _, _ in Response(events: feed.events()) }
        self.router = router.buildResponder()
        self.logger = logger
    }

    /// Answers one request on its connection.
    @Sendable func respond(
        to request: Request, writer: consuming ResponseWriter, on channel: any Channel
    ) async throws {
        let context = BasicRequestContext(source: .init(channel: channel, logger: logger))
        let response = try await router.respond(to: request, context: context)
        let body = request.method == .head ? ResponseBody() : response.body
        try await writer.write(response: response.head, body: body)
    }
}

/// Lets in who may call, and words every error alike.
private struct Gatekeeper: RouterMiddleware {
    let gate: AdminGate

    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            if let refusal = gate.refusal(of: request.head) { throw refusal }
            return try await next(request, context)
        } catch let refusal as AdminRefusal {
            var response = refusal.reply.response
            for field in refusal.headers { response.headers.append(field) }
            return response
        } catch is NIOTooManyBytesError {
            let message = "The body is larger than \(AdminRouter.maximumBody) bytes."
            return AdminRefusal(status: .contentTooLarge, message: message).reply.response
        } catch let error as HTTPError {
            let message =
                error.status == .notFound
                ? "There is no \(request.method) \(request.uri.path) here. Below /__admin are mappings, requests, near-misses, "
                    + "scenarios, settings, recordings, reset, health and demo." : error.body
            return AdminRefusal(status: error.status, message: message ?? error.status.reasonPhrase).reply.response
        }
    }
}

extension AdminReply {
    fileprivate var response: Response {
        guard let body else { return Response(status: status) }
        return Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: body.bytes())))
    }
}

extension Response {
    /// A stream of server-sent events.
    fileprivate init(events: AsyncStream<String>) {
        self.init(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                for await event in events { try await writer.write(ByteBuffer(string: event)) }
                try await writer.finish(nil)
            })
    }
}
