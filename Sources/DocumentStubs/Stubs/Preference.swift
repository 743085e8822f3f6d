import DemoManager
import HTTPTypes
import WireFormats

/// The answer that a request prefers: `Prefer: code=404`, `Prefer: example=cat` or `Prefer: dynamic=true` (RFC 7240; the names
/// are Prism's), or `__code`, `__example` and `__dynamic` in its query.
struct Preference {
    let code: Int?
    let example: String?
    /// True for a body that is generated anew each time.
    let isDynamic: Bool

    /// Nil for a request that asks for nothing of the kind.
    init?(_ request: HTTPRequest) {
        guard let name = HTTPField.Name("Prefer") else { return nil }
        var wishes: [String: String] = [:]
        for item in Self.queryItems(request) where item.name.hasPrefix("__") {
            wishes[String(item.name.dropFirst(2))] = item.value
        }
        let text = request.headerFields[values: name].joined(separator: ",")
        for item in HeaderParameters(text, separatedBy: [",", ";"]).parameters { wishes[item.name] = item.value }
        code = wishes["code"].flatMap { Int($0) }
        example = wishes["example"]
        isDynamic = wishes["dynamic"] == "true"
        guard code != nil || example != nil || isDynamic else { return nil }
    }

    private static func queryItems(_ request: HTTPRequest) -> [(name: String, value: String)] {
        guard let path = request.path, path.utf8.contains(UInt8(ascii: "_")) else { return [] }
        return ReceivedRequest(request).queryItems
    }

    /// True if a status or an example is named. It is returned as the document has it, and nothing is remembered.
    var isExact: Bool { code != nil || example != nil }
}
