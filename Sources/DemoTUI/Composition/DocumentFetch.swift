import APIDocument
import AppCore
import Foundation
import HTTPTypes

/// Fetches documents and the files they refer to from http and https.
struct DocumentFetch: Sendable {
    /// The document's own address: a person named it, so its redirects are followed. What a document refers to may not lead
    /// elsewhere.
    let document: URL?
    /// Looks up the addresses of a host.
    var addresses: @Sendable (String) -> [String] = RemoteHost.addresses

    /// How long and how large a document may be on its way.
    var limits = TransportLimits(total: .seconds(60), body: 100 << 20)

    /// The bytes behind a URL.
    func bytes(_ url: URL) async throws -> [UInt8] {
        var limits = limits
        if url != document { limits.redirects = 0 }
        let transport = AsyncHTTPTransport(limits: limits, addresses: try publicAddress(of: url))
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

    /// Where another host is, which a reference leads to: found out once, so that the name cannot lead elsewhere afterwards.
    private func publicAddress(of url: URL) throws(StartFailure) -> [String: String] {
        guard let host = url.host(), host != document?.host() else { return [:] }
        let found = addresses(host)
        if let address = found.first(where: RemoteHost.isPrivate) {
            throw StartFailure("\(host) leads to the private address \(address), which is not read")
        }
        return found.first.map { [host: $0] } ?? [:]
    }
}
