import Foundation
import HTTPTypes
import WireFormats

/// A request as WireMock's tools write it: by hand, or as the journal told it.
struct LoggedRequest: Sendable {
    /// The request.
    let request: HTTPRequest
    /// Its body; nil where it has none.
    let body: [UInt8]?

    /// Members that repeat others, or that stubs do not match.
    private static let others: Set<String> = [
        "browserProxyRequest", "clientIp", "formParameters", "host", "loggedDate", "loggedDateString", "port",
        "protocol",
        "scheme",
    ]
    private static let keys = others.union([
        "absoluteUrl", "body", "bodyAsBase64", "cookies", "headers", "method", "queryParameters", "queryParams", "url",
    ])

    /// - Throws: ``AdminRefusal`` 422 that names what cannot be read.
    init(_ value: JSONValue) throws(AdminRefusal) {
        let members = try value.members(of: Self.keys, at: [])
        guard let method = members["method"]?.stringValue.flatMap({ HTTPRequest.Method($0) }),
            let url = members["url"]?.stringValue
        else { throw .unprocessable("A request needs method and url.") }
        var path = url
        // A URL that has a query says it all.
        if !url.contains("?") {
            var items: [String] = []
            for key in ["queryParameters", "queryParams"] {
                guard let value = members[key] else { continue }
                items += try Self.query(value, at: [key])
            }
            if !items.isEmpty { path += "?" + items.joined(separator: "&") }
        }
        let place = members["absoluteUrl"]?.stringValue.flatMap { URLComponents(string: $0) }
        let authority = place?.host.map { host in host + (place?.port.map { ":\($0)" } ?? "") }
        var request = HTTPRequest(method: method, scheme: place?.scheme, authority: authority, path: path)
        for member in try members["headers"]?.members(at: ["headers"]).members ?? [] {
            let place = ["headers", member.key]
            guard let name = HTTPField.Name(member.key) else {
                throw .unprocessable("\(member.key) is no header.", at: place)
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
    private static func query(_ value: JSONValue, at pointer: [String]) throws(AdminRefusal) -> [String] {
        var items: [String] = []
        for member in try value.members(at: pointer).members {
            let values = try texts(member.value["values"] ?? member.value, at: pointer + [member.key])
            items += values.map { "\(PercentCode.encoded(member.key))=\(PercentCode.encoded($0))" }
        }
        return items
    }

    /// A text, or a list of them.
    private static func texts(_ value: JSONValue, at pointer: [String]) throws(AdminRefusal) -> [String] {
        try (value.arrayValue ?? [value]).map { item throws(AdminRefusal) in try item.text(at: pointer) }
    }
}
