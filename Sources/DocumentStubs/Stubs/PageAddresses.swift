import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// Rewrites the URLs of an example's pages to the requested server, so that no client leaves the demo.
struct PageAddresses {
    private let request: ReceivedRequest
    private let path: PathTemplate

    init(_ request: ReceivedRequest, _ operation: Operation) {
        self.request = request
        path = operation.path
    }

    /// Rewrites the URLs beside the rows: that of the next page always, others if they refer to the list.
    func lead(_ body: inout JSONValue, besides rows: JSONPointer, next pagination: Pagination) {
        let shown = body[rows]
        body = body.mappingStrings(led)
        if let shown { body = body.setting(shown, at: rows) }
        guard case .cursor(_, let pointer) = pagination, let next = body[pointer]?.stringValue else { return }
        // A cursor may start with a slash.
        guard Self.isAddress(next), next.contains("://") || next.contains("?") else { return }
        body = body.setting(.string(called(next)), at: pointer)
    }

    /// Rewrites the URLs of a `Link` header (RFC 8288).
    func lead(_ headers: inout HTTPFields) {
        guard let name = HTTPField.Name("Link"), let text = headers[name], text.contains("<") else { return }
        var led = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
            let address = String(rest[rest.index(after: start)..<end])
            led += rest[...start] + self.led(address)
            rest = rest[end...]
        }
        headers[name] = led + rest
    }

    /// A URL of the list in the form of the request; any other text unchanged.
    private func led(_ text: String) -> String {
        guard Self.isAddress(text), path.segments.last?.literal != nil else { return text }
        let whole = text.prefix { $0 != "?" && $0 != "#" }
        let segments = PathTemplate.segments(of: whole.pathOfAddress)
        return PathTemplate.fits(segments.suffix(path.segments.count), path.written[...]) ? called(text) : text
    }

    /// The request's URL with the query of this one; a path stays a path.
    private func called(_ address: String) -> String {
        let base = address.contains("://") ? request.url : request.request.path ?? "/"
        return "\(base.prefix { $0 != "?" && $0 != "#" })\(address.drop { $0 != "?" && $0 != "#" })"
    }

    private static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("/") || text.hasPrefix("http://") || text.hasPrefix("https://")
    }
}

extension Substring {
    /// The path of a URL or path.
    var pathOfAddress: Substring { firstRange(of: "://").map { self[$0.upperBound...].drop { $0 != "/" } } ?? self }
}
