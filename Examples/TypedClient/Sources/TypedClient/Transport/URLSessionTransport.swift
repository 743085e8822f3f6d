import Foundation
import HTTPTypes
import HTTPTypesFoundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The real network.
public struct URLSessionTransport: HTTPTransport {
    private let session: URLSession

    /// A transport that sends through `session`.
    public init(session: URLSession = .shared) {
        self.session = session
    }

    /// Sends the request.
    public func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
        guard var urlRequest = URLRequest(httpRequest: request) else { throw URLError(.badURL) }
        urlRequest.httpBody = body
        let (data, response) = try await session.data(for: urlRequest)
        guard let head = (response as? HTTPURLResponse)?.httpResponse else { throw URLError(.badServerResponse) }
        return (head, data)
    }
}
