import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import ReplyHeads
import WireFormats

/// One exchange with AsyncHTTPClient, redirects included.
struct Transfer {
    let clients: ServerClients
    let limits: TransportLimits
    let exchange: Exchange
    /// Receives the parts of a stream.
    let onPart: CallContext.PartHandler?

    /// Runs until the end of the last reply.
    func run(_ first: Redirect.Hop) async throws -> APIResponse {
        var hop = first
        var redirects = 0
        while true {
            guard let scheme = hop.request.scheme, let authority = hop.request.authority, let path = hop.request.path
            else {
                throw APIError(.invalidRequest, message: "The request has no absolute URL.")
            }
            guard let route = clients.route(scheme: scheme, authority: authority) else { throw CancellationError() }
            exchange.asked(by: route.way)
            let request = HTTPClientRequest(hop, path: path, by: route)
            let reply = try await route.client.execute(request, deadline: .distantFuture)
            let head = HTTPResponse(reply)
            let isWatched =
                onPart != nil && MediaTypeName(head.headerFields[.contentType]).isStream
                && head.status.kind == .successful
            exchange.received(head, isWatched: isWatched)
            guard let next = try Redirect.next(after: head, to: hop) else {
                return try await read(reply.body, of: head, isWatched: isWatched)
            }
            redirects += 1
            guard redirects <= limits.redirects else {
                throw APIError(
                    .connection(.invalidReply), message: "it redirects more than \(limits.redirects) times")
            }
            hop = next
        }
    }

    private func read(
        _ body: HTTPClientResponse.Body, of head: HTTPResponse, isWatched: Bool
    ) async throws -> APIResponse {
        do {
            for try await buffer in body {
                guard exchange.received(buffer.readableBytesView) else { break }
                if isWatched { onPart?(head.headerFields, Array(buffer.readableBytesView)[...]) }
            }
        } catch NIOHTTPDecompression.DecompressionError.limit {
            exchange.truncated()
        }
        guard let response = exchange.response else {
            throw APIError(.connection(.closedEarly))
        }
        return response
    }
}

extension HTTPClientRequest {
    fileprivate init(_ hop: Redirect.Hop, path: String, by route: ServerClients.Route) {
        self.init(url: route.base + path)
        tlsConfiguration = route.tls
        method = HTTPMethod(rawValue: hop.request.method.rawValue)
        for field in hop.request.headerFields {
            headers.add(name: field.name.rawName, value: field.value)
        }
        // A `Host` header of the request is kept.
        if let host = route.host, !headers.contains(name: "Host") { headers.add(name: "Host", value: host) }
        if !headers.contains(name: "Accept-Encoding") {
            headers.add(name: "Accept-Encoding", value: "gzip, deflate")
        }
        if let bytes = hop.body { body = .bytes(bytes) }
    }
}

extension HTTPResponse {
    fileprivate init(_ reply: HTTPClientResponse) {
        self.init(
            status: Status(code: Int(reply.status.code), reasonPhrase: reply.status.reasonPhrase))
        for (name, value) in reply.headers {
            guard let name = HTTPField.Name(name) else { continue }
            headerFields.append(HTTPField(name: name, value: value))
        }
    }
}
