import Foundation
import HTTPTypes

/// Sends a request and gives the whole reply: the one thing the client needs of the world.
public protocol HTTPTransport: Sendable {
    /// - Throws: where no reply came.
    func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data)
}
