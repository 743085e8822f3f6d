import Foundation
import HTTPTypes

/// A request as `thenVerifyRequest` sees it.
public struct ReceivedRequest: Sendable, Hashable {
    /// The request: method, URL, headers.
    public let request: HTTPRequest
    /// Its whole body, also when it was sent as a stream; empty where it had none.
    public let body: Data

    /// A request with its body.
    public init(_ request: HTTPRequest, body: Data = Data()) {
        self.request = request
        self.body = body
    }

    init(_ request: HTTPRequest, body: [UInt8]?) {
        self.init(request, body: Data(body ?? []))
    }

    /// Its method.
    public var method: HTTPRequest.Method { request.method }
    /// Its headers.
    public var headers: HTTPFields { request.headerFields }
    /// Its absolute URL; path and query alone where the request has no authority.
    public var url: String {
        let path = request.path ?? "/"
        guard let authority = request.authority else { return path }
        return "\(request.scheme ?? "http")://\(authority)\(path)"
    }
}

/// A check of a request, with the place in source code that asked for it.
struct RequestCheck: Sendable {
    let origin: StubOrigin
    let run: @Sendable (ReceivedRequest) throws -> Void

    /// `AppTests/MeTests.swift:12`.
    var place: String { origin.description }
}
