import APIDocument
import Foundation
import JSONText

/// Reads the fields of a form, sent as a query is or in parts.
enum FormBody {
    /// The fields of `a=1&b=2`, decoded.
    static func fields(_ text: some StringProtocol) -> [(name: String, value: String)] {
        text.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    private static func decoded(_ text: some StringProtocol) -> String {
        let spaced = String(text).replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
    }

    /// The fields of a body in parts (RFC 7578); nil for one that has no boundary or is not made of parts.
    static func parts(_ body: [UInt8], contentType: String) -> [(name: String, value: String)]? {
        guard let mark = contentType.range(of: "boundary=", options: .caseInsensitive) else { return nil }
        let boundary = contentType[mark.upperBound...].prefix { $0 != ";" }.trimmingCharacters(in: ["\"", " "])
        guard !boundary.isEmpty else { return nil }
        let text = String(decoding: body, as: UTF8.self)
        let parts = text.components(separatedBy: "--" + boundary)
        guard parts.count > 1 else { return nil }
        return parts.dropFirst().compactMap { part in
            guard !part.hasPrefix("--"), let gap = part.range(of: "\r\n\r\n"),
                let name = part[..<gap.lowerBound].firstMatch(of: /(?i)form-data;[^\r\n]*?\bname="([^"\r\n]*)"/)?.1
            else { return nil }
            var value = part[gap.upperBound...]
            if value.hasSuffix("\r\n") { value = value.dropLast() }
            return (String(name), String(value))
        }
    }

    /// The fields as the object a schema describes.
    static func object(
        _ fields: [(name: String, value: String)], _ schema: Schema, in document: APIDocument, _ reader: ParameterReader
    ) -> JSONValue {
        let schema = document.resolve(schema)
        var object = JSONObject()
        for field in fields {
            let property =
                schema.properties.first { $0.name == field.name }?.schema ?? schema.additionalProperties ?? .any
            let resolved = document.resolve(property)
            switch resolved.type {
            case .array:
                let item = reader.coerced(field.value, resolved.items ?? .any)
                object[field.name] = .array((object[field.name]?.arrayValue ?? []) + [item])
            case .object:
                do { object[field.name] = try JSONValue(parsing: field.value) } catch {
                    object[field.name] = .string(field.value)
                }
            default: object[field.name] = reader.coerced(field.value, property)
            }
        }
        return .object(object)
    }
}
