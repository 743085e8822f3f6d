import Foundation
import HTTPTypes

// The shape of swift-openapi-runtime's middlewares and bodies, for an example of that shape to compile here: this project
// does not depend on the runtime. Where the runtime is, these two are imported from it.

/// Between a generated client and its transport.
protocol ClientMiddleware: Sendable {
    func intercept(
        _ request: HTTPRequest, body: HTTPBody?, baseURL: URL, operationID: String,
        next: @Sendable (HTTPRequest, HTTPBody?, URL) async throws -> (HTTPResponse, HTTPBody?)
    ) async throws -> (HTTPResponse, HTTPBody?)
}

/// A body that may be readable once only.
final class HTTPBody: Sendable {
    private let read: @Sendable () async throws -> [UInt8]

    init(reading read: @escaping @Sendable () async throws -> [UInt8]) {
        self.read = read
    }

    convenience init(_ bytes: [UInt8]) {
        self.init { bytes }
    }

    fileprivate func bytes() async throws -> [UInt8] { try await read() }
}

extension [UInt8] {
    init(collecting body: HTTPBody, upTo maxBytes: Int) async throws {
        self = try await body.bytes()
        guard count <= maxBytes else { throw TooManyBytes() }
    }

    private struct TooManyBytes: Error {}
}
