import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import WireFormats

/// Routes requests and sends their replies.
struct AdminRouter: Sendable {
    /// The maximum size of a body, above which requests get 413; an import of 10,000 stubs is well below it.
    static let maximumBody = 64 << 20

    private let router: RouterResponder<BasicRequestContext>

    init(routes: [AdminRoute], feed: DecisionFeed, choices: ChoicesFeed, gate: AdminGate) {
        let router = Router()
        router.add(
            middleware: Gatekeeper(gate: gate, places: routes.map(\.place) + [DecisionFeed.place, ChoicesFeed.place]))
        for route in routes {
            let answer: @Sendable (Request, BasicRequestContext) async throws -> Response = { request, context in
                let body = try await request.body.collect(upTo: Self.maximumBody)
                let parameter = PercentCode.decoded(context.parameters.get("id") ?? "")
                var query: [String: String] = [:]
                for (name, value) in request.uri.queryParameters { query[String(name)] = String(value) }
                let call = AdminCall(parameter: parameter, query: query, body: Array(body.readableBytesView))
                return try await route.answer(call).response
            }
            let path = RouterPath("__admin/" + route.path)
            router.on(path, method: route.method, use: answer)
            // The body is omitted when the response is written.
            if route.method == .get { router.on(path, method: .head, use: answer) }
        }
        router.get("__admin/demo/events") { _, _ in
            Response { write in for await event in feed.events() { try await write(event) } }
        }
        router.get(RouterPath("__admin/" + ChoicesFeed.place.path)) { _, _ in Response(choices.write) }
        self.router = router.buildResponder()
    }

    @Sendable func respond(
        to request: Request, writer: consuming ResponseWriter, on channel: any Channel
    ) async throws {
        let context = BasicRequestContext(source: .init(channel: channel, logger: .silent))
        let response = try await router.respond(to: request, context: context)
        let body = request.method == .head ? ResponseBody() : response.body
        try await writer.write(response: response.head, body: body)
    }
}

/// Checks access, and gives every error the same format.
private struct Gatekeeper: RouterMiddleware {
    let gate: AdminGate
    /// All routes, to distinguish a wrong method from a wrong path.
    let places: [AdminRoute.Place]

    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            if let refusal = gate.refusal(of: request.head) { throw refusal }
            // The router ignores an empty id, so that DELETE of one item would become DELETE of all.
            if request.method == .delete, request.uri.path.hasSuffix("/") {
                throw AdminRefusal.notFound(
                    "DELETE \(request.uri.path) names nothing; leave the last / away to mean all.")
            }
            return try await next(request, context)
        } catch let refusal as AdminRefusal {
            return refusal.response
        } catch is NIOTooManyBytesError {
            let message = "The body is larger than \(AdminRouter.maximumBody) bytes."
            return AdminRefusal(status: .contentTooLarge, message: message).response
        } catch let error as HTTPError {
            if error.status == .notFound, let refusal = wrongMethod(request) { return refusal.response }
            let message =
                error.status == .notFound
                ? "There is no \(request.method) \(request.uri.path) here. Below /__admin are mappings, requests, near-misses, "
                    + "scenarios, settings, recordings, reset, health and demo." : error.body
            return AdminRefusal(status: error.status, message: message ?? error.status.reasonPhrase).response
        }
    }
}

extension Gatekeeper {
    /// 405 for a path with other methods. A POST to the path of an id is an unknown operation.
    private func wrongMethod(_ request: Request) -> AdminRefusal? {
        let matching = places.filter {
            $0.isAt(request.uri.path) && !(request.method == .post && $0.path.hasSuffix("{id}"))
        }
        // A literal path takes precedence over an id.
        let named = matching.filter { !$0.path.contains("{") }
        let methods = Set((named.isEmpty ? matching : named).map(\.method.rawValue)).sorted()
        guard !methods.isEmpty else { return nil }
        var refusal = AdminRefusal(
            status: .methodNotAllowed,
            message:
                "\(request.uri.path) is called with \(methods.joined(separator: " or ")), not with \(request.method).")
        refusal.headers[.allow] = methods.joined(separator: ", ")
        return refusal
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

extension AdminRefusal {
    fileprivate var response: Response {
        var response = reply.response
        response.headers.append(contentsOf: headers)
        return response
    }
}

extension Response {
    /// A stream of server-sent events.
    fileprivate init(
        _ events: @escaping @Sendable (_ write: (String) async throws -> Void) async throws -> Void
    ) {
        self.init(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                try await events { try await writer.write(ByteBuffer(string: $0)) }
                try await writer.finish(nil)
            })
    }
}

/// One operation of the admin API.
struct AdminRoute: Sendable {
    let method: HTTPRequest.Method
    /// The path below `/__admin`; `{id}` is one segment, passed as the call's parameter.
    let path: String
    /// Throws ``AdminRefusal`` for an invalid request.
    let answer: @Sendable (AdminCall) async throws -> AdminReply

    init(
        _ method: HTTPRequest.Method, _ path: String,
        _ answer: @escaping @Sendable (AdminCall) async throws(AdminRefusal) -> AdminReply
    ) {
        self.method = method
        self.path = path
        self.answer = answer
    }

    var place: Place { Place(method: method, path: path) }

    /// A method at a path below `/__admin`, in which `{id}` matches one segment.
    struct Place: Sendable, Hashable {
        let method: HTTPRequest.Method
        let path: String

        /// True if a request's path matches.
        func isAt(_ called: String) -> Bool {
            let (own, other) = (("__admin/" + path).split(separator: "/"), called.split(separator: "/"))
            return own.count == other.count && zip(own, other).allSatisfy { $0 == "{id}" || $0 == $1 }
        }
    }
}
