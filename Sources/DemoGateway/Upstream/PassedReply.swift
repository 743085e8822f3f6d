import HTTPTypes
import NIOHTTP1

/// The head of an upstream's reply, as forwarded to the client.
struct PassedReply: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    /// The length of the body; nil if unknown.
    let length: Int?

    /// - Parameter upstream: redirects to its addresses are rewritten to the gateway's.
    init(_ head: HTTPResponseHead, from upstream: UpstreamServer?) {
        status = HTTPResponse.Status(code: Int(head.status.code), reasonPhrase: head.status.reasonPhrase)
        var fields = HTTPFields()
        for (name, value) in head.headers {
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        let isFramed = fields[.transferEncoding] != nil
        fields = fields.withoutHopByHop()
        length = isFramed ? nil : fields[.contentLength].flatMap { Int($0) }
        if let upstream, let location = fields[.location], location.hasPrefix(upstream.origin) {
            let rest = location.dropFirst(upstream.origin.count)
            if rest.isEmpty || "/?#".contains(rest.first ?? "/") {
                fields[.location] = rest.hasPrefix("/") ? String(rest) : "/" + rest
            }
        }
        headers = fields
    }
}

/// The received part of a passed reply, for the journal.
struct SeenReply: Sendable {
    let status: Int
    let headers: HTTPFields
    var body: [UInt8] = []
    /// True if `body` is only the beginning.
    var isCut = false
}
