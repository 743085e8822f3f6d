import HTTPTypes
import WireFormats

/// The `ETag` of a reply: a hash of its body, so that it changes with each write (RFC 9110, section 8.8.3).
package struct EntityTag: Sendable {
    /// The request's `If-None-Match`; nil without one.
    private let known: String?

    /// - Parameter request: a request that gets 304 if it knows the tag of the reply.
    package init(of request: HTTPRequest) {
        known = request.method.isSafe ? request.headerFields[.ifNoneMatch] : nil
    }

    /// True if a list of tags, such as `"a", W/"b"` or `*`, has this one; weak tags count like strong ones.
    package static func isOne(_ tag: String, of list: String) -> Bool {
        list.split(separator: ",").contains { item in
            let item = item.trimmingPrefix { $0 == " " }
            let own = item.hasPrefix("W/") ? item.dropFirst(2) : item[...]
            return own == "*" || own.prefix { $0 != " " } == tag
        }
    }

    /// Sets the tag of a complete reply. A client that knows it gets 304 without a body.
    func set(in reply: inout StubReply) {
        guard reply.status.kind == .successful, reply.fault == nil else { return }
        let tag = "\"\(ByteHash(reply.body).text)\""
        reply.headers[.eTag] = tag
        guard let known, Self.isOne(tag, of: known) else { return }
        (reply.status, reply.body) = (.notModified, [])
        reply.headers[.contentType] = nil
    }
}
