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

    /// The tags in a list such as `"a", W/"b"`; weak tags count like strong ones. `*` means each tag.
    package static func tags(in list: String) -> [String] {
        list.split(separator: ",").map { item in
            let item = item.trimmingPrefix { $0 == " " }
            return String((item.hasPrefix("W/") ? item.dropFirst(2) : item[...]).prefix { $0 != " " })
        }
    }

    /// True if a list of tags has this one.
    package static func isOne(_ tag: String, of list: String) -> Bool {
        tags(in: list).contains { $0 == tag || $0 == "*" }
    }

    /// Sets the tag of a complete reply. A client that knows it gets 304 without a body.
    func set(in reply: inout StubReply) {
        guard reply.status.kind == .successful, reply.fault == nil, !reply.body.isEmpty else { return }
        let tag = "\"\(ByteHash(reply.body).text)\""
        reply.headers[.eTag] = tag
        guard let known, Self.isOne(tag, of: known) else { return }
        (reply.status, reply.body) = (.notModified, [])
        reply.headers[.contentType] = nil
    }
}
