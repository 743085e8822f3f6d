import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import WireFormats

/// Turns requests into replies: finds the route, delays the reply by the latency, words every error alike.
struct Answering: Sendable {
    /// Requests with longer bodies are refused with 413; nothing in the bank is near it.
    static let maximumBody = 1_048_576

    private let router: RouterResponder<BasicRequestContext>
    private let latency: Latency
    private let logger: Logger

    /// Registers the routes, and 405 for the methods a known path does not have.
    init(routes: [Route], latency: Latency, logger: Logger) {
        let router = Router(options: .autoGenerateHeadEndpoints)
        router.add(middleware: ErrorReplies())
        for route in routes {
            router.on(RouterPath(route.path), method: route.method) { request, context in
                try await Self.response(of: route, to: request, context)
            }
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
        self.logger = logger
    }

    private static let methods: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ]

    /// Answers one request on its connection.
    @Sendable func respond(
        to request: Request, writer: consuming ResponseWriter, on channel: any Channel
    ) async throws {
        logger.trace("\(request.method) \(request.uri.path)")
        let response = try await answer(to: request, on: channel)
        logger.debug("\(request.method) \(request.uri.path) \(response.status.code)")
        let body = request.method == .head ? ResponseBody() : response.body
        try await writer.write(response: response.head, body: body)
    }

    private func answer(to request: Request, on channel: any Channel) async throws -> Response {
        await latency.hold()
        let context = BasicRequestContext(source: .init(channel: channel, logger: logger))
        var response = try await router.respond(to: request, context: context)
        response.headers[.date] = HTTPDate.text(Timestamp.now.seconds)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private static func response(
        of route: Route, to request: Request, _ context: BasicRequestContext
    ) async throws -> Response {
        let body = try await request.body.collect(upTo: maximumBody)
        let parameters = context.parameters.map { (String($0.key), String($0.value)) }
        let call = Call(
            parameters: Dictionary(parameters, uniquingKeysWith: { $1 }),
            query: FormFields(request.uri.query ?? ""), headers: request.headers, body: Array(body.readableBytesView))
        return try await route.answer(call).response
    }
}

/// Answers every error, also those of the router, which would answer them in other words.
private struct ErrorReplies: RouterMiddleware {
    /// - Throws: only what the server itself must see: a request that breaks off in the middle of its body.
    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        let failure: Failure
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            throw error
        } catch let error as Failure {
            failure = error
        } catch is NIOTooManyBytesError {
            let message = "The body is larger than \(Answering.maximumBody) bytes."
            failure = Failure(status: .contentTooLarge, message: message)
        } catch let error as HTTPError {
            let message = error.status == .notFound ? "There is nothing at this address." : error.body
            failure = Failure(status: error.status, message: message ?? error.status.reasonPhrase)
        } catch {
            context.logger.error("\(error)")
            failure = Failure(status: .internalServerError, message: "The server failed. Its log says why.")
        }
        return failure.reply.response
    }
}

extension Reply {
    /// The answer as the server sends it.
    fileprivate var response: Response {
        guard let body else { return Response(status: status, headers: headers) }
        var headers = headers
        headers[.contentType] = "application/json; charset=utf-8"
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body.bytes())))
    }
}

/// Delays every reply, to show a slow server. A stopping server cancels the delays.
actor Latency {
    private let duration: Duration
    private var waiting: [Int: Task<Void, any Error>] = [:]
    private var count = 0
    private var isOver = false

    init(_ duration: Duration) {
        self.duration = duration
    }

    /// Returns after the latency, or as soon as it ends.
    func hold() async {
        guard duration > .zero, !isOver else { return }
        count += 1
        let number = count
        let duration = self.duration
        let sleep = Task { try await Task.sleep(for: duration) }
        waiting[number] = sleep
        // Cancelled or slept to its end: either way the hold is over.
        _ = await sleep.result
        waiting[number] = nil
    }

    /// Ends every hold, now and later.
    func end() {
        isOver = true
        for sleep in waiting.values { sleep.cancel() }
    }
}
