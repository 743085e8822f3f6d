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
        let request = HTTPRequest(
            method: .get, scheme: url.scheme?.lowercased(), authority: url.httpAuthority, path: url.httpPath,
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
        guard let host = url.host()?.lowercased(), host != document?.host()?.lowercased() else { return [:] }
        let found = addresses(host)
        // Without an address here the client would ask again, and take what it is told then.
        guard let first = found.first else {
            throw StartFailure("no server of the name \(host) was found; check the name and the network")
        }
        if let address = found.first(where: RemoteHost.isPrivate) {
            throw StartFailure("\(host) leads to the private address \(address), which is not read")
        }
        return [host: first]
    }
}
