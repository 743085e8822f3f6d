import APIDocument
import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import ReplyHeads
import WireFormats

struct Transfer {
    let clients: ServerClients
    let limits: TransportLimits
    let exchange: Exchange
    let onPart: CallContext.PartHandler?

    /// Sends a request, and follows redirects. An error of a redirect names both servers.
    func run(_ first: Redirect.Hop) async throws -> APIResponse {
        var hop = first
        do {
            return try await run(&hop)
        } catch {
            guard hop.redirects > 0, !(error is CancellationError) else { throw error }
            var error = APIError(transport: error)
            let (there, here) = (hop.request.authority ?? "", first.request.authority ?? "")
            error.server = there == here ? here : "\(there) (\(here) redirects there)"
            throw error
        }
    }

    private func run(_ hop: inout Redirect.Hop) async throws -> APIResponse {
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
                var response = try await read(reply.body, of: head, isWatched: isWatched)
                if hop.redirects > 0 { response.redirectedTo = "\(scheme)://\(authority)\(hop.request.pathAlone)" }
                return response
            }
            guard next.redirects <= limits.redirects else {
                throw APIError(.connection(.invalidReply), message: "it redirects more than \(limits.redirects) times")
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
        for field in hop.request.headerFields where field.name != .cookie {
            headers.add(name: field.name.rawName, value: field.value)
        }
        // HTTP/1.1 has one field for all cookies (RFC 6265 section 5.4).
        if let cookies = hop.request.headerFields[.cookie] { headers.add(name: "Cookie", value: cookies) }
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
        self.init(status: Status(code: Int(reply.status.code), reasonPhrase: reply.status.reasonPhrase))
        for (name, value) in reply.headers {
            guard let name = HTTPField.Name(name) else { continue }
            headerFields.append(HTTPField(name: name, value: value))
        }
    }
}

extension APIError {
    init(transport error: any Error) {
        switch error {
        case is APIError, is CancellationError: self.init(wrapping: error)
        default: self = APIError(Self.kind(of: TransportFailure(error)), message: Self.message(of: error))
        }
    }

    private static func kind(of failure: TransportFailure) -> Kind {
        switch failure {
        case .connectTimeout: .timeout(.connect, simulated: false)
        case .idleTimeout: .timeout(.idle, simulated: false)
        case .totalTimeout: .timeout(.total, simulated: false)
        case .refused: .connection(.refused)
        case .reset: .connection(.reset)
        case .unreachable: .connection(.unreachable)
        case .unknownHost: .connection(.unknownHost)
        case .closedEarly, .staleConnection, .partialReply: .connection(.closedEarly)
        case .untrusted, .certificateRequired, .wrongName, .plainText, .tls: .connection(.tls)
        case .largeHead, .invalidReply: .connection(.invalidReply)
        case .proxyAuthentication, .proxyRefusal: .connection(.proxy)
        case .cancelled: .cancelled
        case .invalidRequest: .invalidRequest
        case .silence, .other: .connection(.other)
        }
    }

    private static func message(of error: any Error) -> String {
        switch error {
        case let error as HTTPClientError: message(of: error)
        case is StaleConnection: "the server had ended the connection"
        case HTTPParserError.invalidEOFState: "the response ended in the middle"
        case is HTTPParserError: "it is no valid HTTP"
        case let error as InvalidStatus: "it has the status \(error.code)"
        case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
            "its compressed body is broken"
        default: String(describing: error)
        }
    }

    private static func message(of error: HTTPClientError) -> String {
        switch error {
        case .proxyAuthenticationRequired: "it asks for a user and a password; write them into its URL"
        case .invalidProxyResponse: "it lets no connection to the server through"
        default: error.shortDescription
        }
    }
}
