import Foundation
import HTTPTypes
import WireFormats

/// A request in WireMock's format, handwritten or from the journal.
struct LoggedRequest: Sendable {
    let request: HTTPRequest
    /// Nil without a body.
    let body: [UInt8]?

    /// Members that are ignored, because they repeat others or are not matched by stubs.
    private static let others: Set<String> = [
        "browserProxyRequest", "clientIp", "formParameters", "host", "loggedDate", "loggedDateString", "port",
        "protocol",
        "scheme",
    ]
    private static let keys = others.union([
        "absoluteUrl", "body", "bodyAsBase64", "cookies", "headers", "method", "queryParameters", "queryParams", "url",
    ])

    /// - Throws: ``AdminRefusal`` 422 with the invalid member.
    init(_ value: JSONValue) throws(AdminRefusal) {
        let members = try value.members(of: Self.keys, at: [])
        guard let method = members["method"]?.stringValue.flatMap({ HTTPRequest.Method($0) }),
            let url = members["url"]?.stringValue
        else { throw .unprocessable("A request needs method and url.") }
        var path = url
        // The URL's query takes precedence.
        if !url.contains("?") {
            var items: [(name: String, value: String)] = []
            for key in ["queryParameters", "queryParams"] {
                guard let value = members[key] else { continue }
                items += try Self.query(value, at: [key])
            }
            if !items.isEmpty { path += "?" + FormItem.text(items) }
        }
        let place = members["absoluteUrl"]?.stringValue.flatMap { URLComponents(string: $0) }
        let authority = place?.host.map { host in host + (place?.port.map { ":\($0)" } ?? "") }
        var request = HTTPRequest(method: method, scheme: place?.scheme, authority: authority, path: path)
        for member in try members["headers"]?.members(at: ["headers"]).members ?? [] {
            let place = ["headers", member.key]
            guard let name = HTTPField.Name(member.key) else {
                throw .unprocessable("\(member.key) is not the name of a header.", at: place)
            }
            for value in try Self.texts(member.value, at: place) {
                request.headerFields.append(HTTPField(name: name, value: value))
            }
        }
        var cookies: [String] = []
        for member in try members["cookies"]?.members(at: ["cookies"]).members ?? [] {
            cookies.append("\(member.key)=\(try member.value.text(at: ["cookies", member.key]))")
        }
        if request.headerFields[.cookie] == nil, !cookies.isEmpty {
            request.headerFields[.cookie] = cookies.joined(separator: "; ")
        }
        self.request = request
        body = try Self.body(members)
    }

    private static func body(_ members: JSONObject) throws(AdminRefusal) -> [UInt8]? {
        let text = try members["body"]?.text(at: ["body"])
        guard let coded = try members["bodyAsBase64"]?.text(at: ["bodyAsBase64"]) else {
            return text.map { Array($0.utf8) }
        }
        guard let data = Data(base64Encoded: coded) else {
            throw .unprocessable("bodyAsBase64 must be Base64.", at: ["bodyAsBase64"])
        }
        return Array(data)
    }

    /// `{"page": "2"}`, `{"page": ["2", "3"]}` or `{"page": {"key": "page", "values": ["2"]}}`.
    private static func query(_ value: JSONValue, at pointer: [String]) throws(AdminRefusal) -> [(
        name: String, value: String
    )] {
        var items: [(name: String, value: String)] = []
        for member in try value.members(at: pointer).members {
            let values = try texts(member.value["values"] ?? member.value, at: pointer + [member.key])
            items += values.map { (member.key, $0) }
        }
        return items
    }

    /// A string, or an array of strings.
    private static func texts(_ value: JSONValue, at pointer: [String]) throws(AdminRefusal) -> [String] {
        try (value.arrayValue ?? [value]).map { item throws(AdminRefusal) in try item.text(at: pointer) }
    }
}
