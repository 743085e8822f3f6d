import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// Leads the addresses of an example's pages to the called server. Otherwise, whoever follows one leaves the demo.
struct PageAddresses {
    private let request: ReceivedRequest
    private let path: PathTemplate

    init(_ request: ReceivedRequest, _ operation: Operation) {
        self.request = request
        path = operation.path
    }

    /// Leads the addresses beside the rows: that of the next page in any case, others if they lead to the list.
    func lead(_ body: inout JSONValue, besides rows: JSONPointer, next pagination: Pagination) {
        let shown = body[rows]
        body = body.mappingStrings(led)
        if let shown { body = body.setting(shown, at: rows) }
        guard case .cursor(_, let pointer) = pagination, let next = body[pointer]?.stringValue else { return }
        // A cursor may begin as a path does.
        guard Self.isAddress(next), next.contains("://") || next.contains("?") else { return }
        body = body.setting(.string(called(next)), at: pointer)
    }

    /// Leads the addresses of a `Link` header (RFC 8288).
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

    /// An address of the list, as it was called; any other text unchanged.
    private func led(_ text: String) -> String {
        guard Self.isAddress(text), path.segments.last?.literal != nil else { return text }
        let whole = text.prefix { $0 != "?" && $0 != "#" }
        let segments = PathTemplate.segments(of: whole.pathOfAddress)
        return PathTemplate.fits(segments.suffix(path.segments.count), path.written[...]) ? called(text) : text
    }

    /// The address of the list as it was called, with the query of this one; a path stays one.
    private func called(_ address: String) -> String {
        let base = address.contains("://") ? request.url : request.request.path ?? "/"
        return "\(base.prefix { $0 != "?" && $0 != "#" })\(address.drop { $0 != "?" && $0 != "#" })"
    }

    private static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("/") || text.hasPrefix("http://") || text.hasPrefix("https://")
    }
}

extension Substring {
    /// An address without what stands before its path.
    var pathOfAddress: Substring { firstRange(of: "://").map { self[$0.upperBound...].drop { $0 != "/" } } ?? self }
}
