import HTTPTypes
import WireFormats

/// A request in its parts for matching, each computed when first used. Used by one decision on one thread.
package final class RequestFacts {
    private let kept: KeptRequest
    package var request: HTTPRequest { kept.request }
    package let method: HTTPRequest.Method
    /// Path and query in the form of `SentURL`; `/` where there is none.
    let target: [UInt8]
    /// The end of the path in `target`.
    let pathEnd: Int
    /// The body; nil if empty or not collected, see `DemoManager.needsBody`.
    package let body: MatchValue?
    /// The state of matching, created when first used.
    var notes: MatchNotes {
        if let made { return made }
        let notes = MatchNotes()
        made = notes
        return notes
    }
    private let place: Call.Asked?
    /// The request as the client sent it; nil if that is the request itself. A stub's URL may match either.
    private(set) lazy var asked: RequestFacts? = place.map { place in
        var own = request
        own.authority = place.authority ?? own.authority
        own.path = place.path
        return RequestFacts(own, body: nil)
    }
    /// Nil until used: most requests are matched without expressions.
    private var made: MatchNotes?
    var warnings: [String] { made?.warnings ?? [] }
    /// Clears the warnings before it is matched again. Stopped expressions stay known.
    func forgetWarnings() { made?.warnings = [] }

    /// - Parameter place: where the client sent it, if that is not where the request says.
    package convenience init(_ request: HTTPRequest, body: [UInt8]?, asked place: Call.Asked? = nil) {
        self.init(KeptRequest(request), body: body, asked: place)
    }

    init(_ kept: KeptRequest, body: [UInt8]?, asked place: Call.Asked? = nil) {
        self.kept = kept
        self.place = place
        let request = kept.request
        method = request.method
        target = SentURL.escaped(Self.bytes(of: request))
        pathEnd = target.firstIndex(of: UInt8(ascii: "?")) ?? target.count
        self.body = body.flatMap { $0.isEmpty ? nil : MatchValue($0) }
    }

    /// Path and query as sent.
    private static func bytes(of request: HTTPRequest) -> [UInt8] {
        var bytes = Array((request.path ?? "/").utf8)
        if let fragment = bytes.firstIndex(of: UInt8(ascii: "#")) { bytes.removeSubrange(fragment...) }
        return bytes
    }

    /// The path of `target`.
    package var path: ArraySlice<UInt8> { target[..<pathEnd] }
    /// The path as sent.
    private(set) lazy var pathText = String(
        decoding: Self.bytes(of: request).prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
    /// Path and query as sent.
    package private(set) lazy var targetText = String(decoding: Self.bytes(of: request), as: UTF8.self)
    /// Scheme, authority, path and query.
    private(set) lazy var absoluteURL: [UInt8] = {
        guard let authority = request.authority else { return target }
        return Array("\(request.scheme ?? "http")://\(authority)".utf8) + target
    }()
    package private(set) lazy var authority = Authority(request.authority, scheme: request.scheme)

    /// The decoded query items.
    package private(set) lazy var query: [FormItem] =
        target.count > pathEnd ? FormItem.items(target[(pathEnd + 1)...]) : []
    /// The decoded fields of a form-encoded body.
    private(set) lazy var form: [FormItem] = {
        let type = request.headerFields[.contentType] ?? "application/x-www-form-urlencoded"
        guard let body, type.lowercased().hasPrefix("application/x-www-form-urlencoded") else { return [] }
        return FormItem.items(body.bytes[...])
    }()
    /// The items of the `Cookie` headers.
    package private(set) lazy var cookies: [FormItem] = request.headerFields[values: .cookie].flatMap { header in
        header.utf8.split(separator: UInt8(ascii: ";")).map { part in
            let item = part.drop { $0 == UInt8(ascii: " ") }
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            return FormItem(name: Array(name), value: Array(item.dropFirst(name.count + 1)))
        }
    }
}

/// One value to match, with its text and JSON, each decoded once.
package final class MatchValue {
    package let bytes: [UInt8]
    package private(set) lazy var text = String(decoding: bytes, as: UTF8.self)
    /// The value as JSON; nil if it is not JSON.
    package private(set) lazy var json = try? JSONValue(parsing: bytes)

    /// True for a query name without `=`.
    let isBare: Bool

    init(_ bytes: [UInt8], isBare: Bool = false) {
        self.bytes = bytes
        self.isBare = isBare
    }

    convenience init(_ text: String) {
        self.init(Array(text.utf8))
    }
}

/// Host and port of a request.
package struct Authority {
    package private(set) var host: String?
    package private(set) var port: Int?

    package init(_ text: String?, scheme: String?) {
        guard let text else { return }
        let place = text.split(separator: "@", maxSplits: 1).last ?? Substring(text)
        // The last colon outside the brackets of an IPv6 address.
        let colon = place.lastIndex(of: ":").flatMap { place[$0...].contains("]") ? nil : $0 }
        host = place[..<(colon ?? place.endIndex)].lowercased()
        let digits = colon.map { place[place.index(after: $0)...] }
        port = digits.flatMap { Int($0) } ?? (scheme == "https" ? 443 : 80)
    }
}

/// A URL in the parts that are compared. A text that begins with `/` is path and query on any host.
struct AbsoluteURL {
    private(set) var scheme: String?
    private(set) var host: String?
    private(set) var port: Int?
    private(set) var authority: String?
    /// Path and query, escaped.
    let target: String

    init?(_ text: String) {
        let text = text.prefix { $0 != "#" }
        guard !text.isEmpty, !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            return nil
        }
        if text.hasPrefix("/") {
            target = SentURL.escaped(text, keepingBraces: true)
            return
        }
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
        let scheme = text[..<colon].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let rest = text[colon...].dropFirst(3)
        let place = rest.prefix { $0 != "/" && $0 != "?" }
        let parsed = Authority(String(place), scheme: scheme)
        guard let host = parsed.host, !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x80 }) else {
            return nil
        }
        let path = rest[place.endIndex...]
        self.scheme = scheme
        self.host = host
        port = parsed.port
        authority = String(place)
        target = SentURL.escaped(path.hasPrefix("/") ? path : "/" + path, keepingBraces: true)
    }

    /// The message about a text that is not a URL.
    static func problem(_ text: String) -> String {
        "\"\(text)\" is not a URL; begin with http://, https:// or /, and write hosts in ASCII (xn--...)"
    }
}
