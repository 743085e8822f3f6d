import HTTPTypes
import WireFormats

extension Condition {
    /// True if it modifies the ordinary reply, which must be a success.
    var derivesFromSuccess: Bool { [.success, .empty, .malformed].contains(self) }

    /// The delay of `slow`.
    static let slowness: Duration = .seconds(3)

    /// The status of an error condition; nil for others.
    package var errorStatus: Int? { error?.status }

    /// The message of the built-in error reply with this status.
    package static func message(ofStatus status: Int) -> String? {
        builtIn.lazy.compactMap(\.error).first { $0.status == status }?.message
    }

    private var error: (status: Int, message: String)? {
        switch self {
        case .unauthorized: (401, "The access token is missing or has expired.")
        case .forbidden: (403, "You do not have permission to do this.")
        case .notFound: (404, "The resource does not exist.")
        case .invalid: (422, "The request is not valid.")
        case .rateLimited: (429, "Too many requests; try again later.")
        case .serverError: (500, "The server failed.")
        case .gatewayTimeout: (504, "The server did not answer in time.")
        case .timeout, .noNetwork, .success, .empty, .slow, .malformed, .named: nil
        }
    }

    /// The reply if no stub has this name; nil for named conditions, and for those that modify the ordinary reply.
    func builtInReply(of operation: OperationDescription?) -> StubReply? {
        switch self {
        case .timeout: return StubReply(fault: .timeout)
        case .noNetwork: return StubReply(fault: .noNetwork)
        default: break
        }
        guard let (status, message) = error else { return nil }
        // Most APIs have errors of this shape.
        let usual: JSONValue = ["error": ["code": .number(JSONNumber(status)), "message": .string(message)]]
        let described = operation?.errorReplies[status]
        var reply = StubReply(
            status: HTTPResponse.Status(code: status),
            headers: [.contentType: described?.contentType ?? "application/json"],
            body: described?.body ?? usual.bytes())
        // Longer than clients retry automatically, so that the app shows the error.
        if self == .rateLimited { reply.headers[.retryAfter] = "30" }
        return reply
    }

    /// The source of that reply's body, in a few words for people.
    func origin(of operation: OperationDescription?) -> String {
        error.flatMap { operation?.errorReplies[$0.status]?.origin } ?? "built in"
    }

    /// The success `reply`, modified by this condition.
    func derived(from reply: StubReply) -> StubReply {
        var reply = reply
        reply.webSocket = reply.webSocket?.derived(by: self)
        switch self {
        case .empty:
            if let body = EmptyList.emptied(reply.body) {
                reply.body = body
            } else if reply.webSocket == nil, !reply.body.isEmpty {
                let note = "Nothing was emptied, because the body has no single list"
                reply.note = [reply.note, note].compactMap(\.self).joined(separator: " ")
            }
        case .malformed: reply.body = Array(reply.body.prefix(reply.body.count / 2))
        default: break
        }
        return reply
    }
}

/// Empties the success body of a list: its only array becomes empty, cursors null and totals 0.
private enum EmptyList {
    /// `body` emptied; nil if it is not JSON, or has no array or several.
    static func emptied(_ body: [UInt8]) -> [UInt8]? {
        (try? JSONValue(parsing: body)).flatMap(emptied)?.bytes()
    }

    private static func emptied(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .array: return []
        case .object(let object):
            let arrays = object.members.filter { $0.value.arrayValue != nil }
            // `{"data": {"items": [...]}}`: the list may be one object deeper.
            let inner = object.members.filter {
                $0.value.objectValue?.members.contains { $0.value.arrayValue != nil } == true
            }
            let list = arrays.count == 1 ? arrays.first : arrays.isEmpty && inner.count == 1 ? inner.first : nil
            guard let list, let rows = emptied(list.value) else { return nil }
            return .object(
                JSONObject(
                    object.members.map { member in
                        JSONObject.Member(key: member.key, value: member.key == list.key ? rows : end(member))
                    }))
        default: return nil
        }
    }

    private static func end(_ member: JSONObject.Member) -> JSONValue {
        let name = member.key.lowercased().filter { $0 != "_" && $0 != "-" }
        if PageWords.cursors.contains(name) { return .null }
        if PageWords.isCount(name), member.value.numberValue != nil { return 0 }
        if PageWords.flags.contains(name), member.value.boolValue != nil { return false }
        // `pagination: {nextCursor: ..., total: ...}` stands beside the list.
        guard case .object(let object) = member.value else { return member.value }
        return .object(JSONObject(object.members.map { JSONObject.Member(key: $0.key, value: end($0)) }))
    }
}

/// Names of paging, for requests and replies that no document describes. `PagingNames` of the document's model has more.
enum PageWords {
    /// Query parameters that ask for another page.
    static let parameters: Set<String> = [
        "cursor", "page", "offset", "after", "before", "start", "skip", "pagetoken", "page_token", "nexttoken",
        "next_token", "continuationtoken", "starting_after", "page[number]", "page[offset]", "page[cursor]",
        "page[after]",
    ]
    /// Members that refer to the next page.
    static let cursors: Set<String> = [
        "next", "nextcursor", "cursor", "nextpage", "nextpagetoken", "nexttoken", "nextlink", "endcursor",
    ]
    /// Members that are true while another page follows.
    static let flags: Set<String> = ["hasmore", "hasnext", "hasnextpage"]

    /// True if a number of that name grows with the rows: `total_entries`, `recordsTotal`, `resultCount`, `numFound`.
    static func isCount(_ name: String) -> Bool {
        if name.hasSuffix("account") || name.hasSuffix("discount") { return false }
        return name.hasPrefix("total") || name.hasSuffix("total") || name.hasSuffix("count")
            || ["size", "numfound"].contains(name)
    }
}
