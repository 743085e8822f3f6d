import DemoManager
import Foundation
import HTTPTypes

/// Answers a generated client's calls by stubs where demo mode says so.
struct DemoMiddleware: ClientMiddleware {
    let demo: DemoManager

    func intercept(
        _ request: HTTPRequest, body: HTTPBody?, baseURL: URL, operationID: String,
        next: @Sendable (HTTPRequest, HTTPBody?, URL) async throws -> (HTTPResponse, HTTPBody?)
    ) async throws -> (HTTPResponse, HTTPBody?) {
        // A middleware's request has the operation's path alone; stubs are about absolute URLs.
        var absolute = HTTPRequest(method: request.method, url: baseURL, headerFields: request.headerFields)
        let base = (absolute.path ?? "").hasSuffix("/") ? (absolute.path ?? "").dropLast() : (absolute.path ?? "")[...]
        absolute.path = base + (request.path ?? "/")

        var body = body
        var bytes: [UInt8]?
        // Only a stub that looks at the body needs it; a stream is read once, so that what was read goes on as bytes.
        if let stream = body, demo.needsBody(absolute, call: demo.beginCall(operation: operationID)) {
            let collected = try await [UInt8](collecting: stream, upTo: 10 << 20)
            body = HTTPBody(collected)
            bytes = collected
        }
        if let stubbed = try await demo.respond(to: absolute, body: bytes, operation: operationID) {
            return (stubbed.head, HTTPBody(stubbed.body))
        }
        return try await next(request, body, baseURL)
    }
}
