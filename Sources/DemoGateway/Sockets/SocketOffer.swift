import Crypto
import Foundation
import HTTPTypes

/// A client's valid request for a WebSocket (RFC 6455 section 4.2.1).
struct SocketOffer: Hashable, Sendable {
    private let key: String
    /// The subprotocols that the client speaks, preferred first.
    let subprotocols: [String]

    /// The offer of a HTTP/1.1 request without a body; nil for other requests.
    init?(_ request: HTTPRequest) {
        let fields = request.headerFields
        guard request.method == .get, fields.has("websocket", in: .upgrade), fields.has("upgrade", in: .connection),
            fields[.secWebSocketVersion] == Self.version, let key = fields[.secWebSocketKey],
            Data(base64Encoded: key)?.count == 16
        else { return nil }
        self.key = key
        subprotocols = fields.tokens(of: .secWebSocketProtocol)
    }

    /// The only version.
    static let version = "13"
    private static let seed = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// The proof that the request was understood.
    var accept: String { Data(Insecure.SHA1.hash(data: Data((key + Self.seed).utf8))).base64EncodedString() }

    /// The response to an ordinary request that a script would answer on a WebSocket.
    static func refusal(_ title: String) -> GatewayReply {
        .problem(
            426, "\(title) is answered as a WebSocket. Connect with ws:// or wss:// in its URL, by HTTP/1.1.",
            headers: [.upgrade: "websocket", .secWebSocketVersion: version], outcome: .stubbed)
    }
}

extension HTTPFields {
    /// The items of a list.
    fileprivate func tokens(of name: HTTPField.Name) -> [String] {
        self[values: name].flatMap { value in
            value.split(separator: ",").map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
        }
    }

    fileprivate func has(_ token: String, in name: HTTPField.Name) -> Bool {
        tokens(of: name).contains { $0.lowercased() == token }
    }

    /// The headers that accept an offer, in addition to those of a reply.
    func accepting(_ offer: SocketOffer, subprotocol: String?) -> HTTPFields {
        var headers = self
        headers[.secWebSocketAccept] = offer.accept
        headers[.secWebSocketProtocol] = subprotocol
        return headers
    }
}
