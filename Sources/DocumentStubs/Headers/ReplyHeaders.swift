import APIDocument
import APIModel
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// The header fields of a reply, as the document declares them: from examples, else generated from the schema.
///
/// Fields that frame the message are left to the server. Fields that a client acts on, such as a redirect or a cookie, need an
/// example or must be required. Fields about pages are set with the page.
struct ReplyHeaders {
    /// Everything that a generated value depends on. Most replies of a document have the same fields.
    private struct Kind: Hashable {
        let name: String
        let schema: Schema
        let isRequired: Bool
    }

    let document: APIDocument

    func fields(of response: Response, of operation: Operation) -> HTTPFields {
        var fields = HTTPFields()
        if operation.isDeprecated, let name = HTTPField.Name("Deprecation") { fields[name] = "true" }
        for header in response.headers {
            guard let name = HTTPField.Name(header.name), !Self.framing.contains(name.canonicalName),
                let text = text(of: header, name.canonicalName), HTTPField.isValidValue(text)
            else { continue }
            fields[name] = text
        }
        return fields
    }

    private func text(of header: Header, _ name: String) -> String? {
        if let example = header.example { return written(example, of: header) }
        let kind = Kind(name: name, schema: header.schema, isRequired: header.isRequired)
        let value = document.memo.value(for: kind) { self.value(of: header, name) }
        return written(value, of: header)
    }

    /// The generated value of a field; null if there is none.
    private func value(of header: Header, _ name: String) -> JSONValue {
        let schema = document.resolveChoices(header.schema)
        let isWritten =
            schema.const != nil || schema.default != nil || schema.enumValues != nil || !schema.examples.isEmpty
        if !isWritten {
            if let usual = Self.usual[name] { return header.isRequired ? .string(usual) : .null }
            if Self.isRead(name) || Self.isAboutPages(name), !header.isRequired { return .null }
        }
        return SampleGenerator(document: document).value(for: header.schema, named: name, seed: header.name) ?? .null
    }

    /// A value in the style of header fields, `simple`: items and members joined by commas.
    private func written(_ value: JSONValue, of header: Header) -> String? {
        if header.isJSON { return value.text(.compact) }
        func part(_ value: JSONValue) -> String { value.scalarText ?? value.text(.compact) }
        switch value {
        case .null: return nil
        case .array(let items): return items.map(part).joined(separator: ",")
        case .object(let object):
            return object.members.map { "\($0.key)\(header.isExploded ? "=" : ",")\(part($0.value))" }
                .joined(separator: ",")
        default: return value.scalarText
        }
    }

    /// Fields that frame a message: the server's own (RFC 9112, section 6).
    private static let framing: Set<String> = [
        "content-length", "transfer-encoding", "content-encoding", "content-type", "connection", "keep-alive",
        "proxy-connection", "te", "trailer", "upgrade",
    ]

    /// Fields that a client acts on, with values for required ones without an example.
    private static let usual = [
        "location": "/", "content-location": "/", "set-cookie": "demo=1; Path=/", "etag": "\"demo\"",
        "link": "</>; rel=\"self\"", "date": "Thu, 15 Jan 2026 12:00:00 GMT",
        "last-modified": "Thu, 15 Jan 2026 12:00:00 GMT", "expires": "Thu, 15 Jan 2026 12:00:00 GMT",
        "retry-after": "60", "www-authenticate": "Bearer", "cache-control": "no-store",
    ]

    /// True for fields that browsers and caches read.
    private static func isRead(_ name: String) -> Bool {
        ["access-control-", "sec-", "content-", "cross-origin-"].contains { name.hasPrefix($0) }
            || [
                "accept-ranges", "age", "allow", "alt-svc", "clear-site-data", "pragma", "refresh", "server",
                "strict-transport-security", "vary", "via",
            ].contains(name)
    }

    private static func isAboutPages(_ name: String) -> Bool {
        let key = HumanName.key(name)
        return PagingNames.totalHeaders.hasKey(key) || PagingNames.headerWords.contains { key.contains($0) }
    }
}
