import DemoManager
import Foundation
import HTTPTypes

/// Answers by stubs where demo mode says so, and hands everything else on. The only file that knows of a demo mode.
public struct DemoTransport: HTTPTransport {
    private let next: any HTTPTransport

    /// A transport in front of `next`.
    public init(next: any HTTPTransport) {
        self.next = next
    }

    /// Answers the request, or sends it on.
    public func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
        // `current` is the app's manager, and a test's own one while a test runs.
        if let stubbed = try await DemoManager.current.respond(to: request, body: body.map { [UInt8]($0) }) {
            return (stubbed.head, Data(stubbed.body))
        }
        return try await next.send(request, body: body)
    }
}
