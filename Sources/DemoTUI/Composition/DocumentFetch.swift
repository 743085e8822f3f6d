import APIDocument
import AppCore
import Foundation
import HTTPTypes

/// Fetches documents and the files they refer to from http and https.
struct DocumentFetch: Sendable {
    /// The document's own address: a person named it, so its redirects are followed. What a document refers to may not lead
    /// elsewhere.
    let document: URL?

    private static let limits = TransportLimits(total: .seconds(60), body: 100 << 20)
    private static var strictLimits: TransportLimits {
        var limits = Self.limits
        limits.redirects = 0
        return limits
    }

    /// The bytes behind a URL.
    func bytes(_ url: URL) async throws -> [UInt8] {
        let transport = AsyncHTTPTransport(limits: url == document ? Self.limits : Self.strictLimits)
        let path = url.path(percentEncoded: true)
        let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        let port = url.port.map { ":\($0)" } ?? ""
        let request = HTTPRequest(
            method: .get, scheme: url.scheme?.lowercased(), authority: "\(url.host(percentEncoded: true) ?? "")\(port)",
            path: (path.isEmpty ? "/" : path) + query,
            headerFields: [.accept: "application/yaml, application/json, text/yaml;q=0.9, */*;q=0.5"])
        let result: Result<APIResponse, APIError>
        do throws(APIError) {
            result = .success(try await transport.send(request, body: nil, context: CallContext(session: .live)))
        } catch {
            result = .failure(error)
        }
        await transport.shutdown()
        let response = try result.mapError { StartFailure($0.userMessage) }.get()
        guard response.status == 200 else { throw StartFailure("the server answered \(response.status)") }
        return response.body
    }
}
