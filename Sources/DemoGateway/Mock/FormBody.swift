import APIDocument
import DocumentStubs
import Foundation
import JSONText

/// Reads the fields of a form, sent as a query is or in parts.
enum FormBody {
    /// The fields of `a=1&b=2`, decoded.
    static func fields(_ text: some StringProtocol) -> [(name: String, value: String)] {
        FormField.fields(ofQuery: text).map { ($0.name, $0.value) }
    }

    /// The fields of a body in parts (RFC 7578); nil for one that has no boundary or is not made of parts.
    static func parts(_ body: [UInt8], contentType: String) -> [(name: String, value: String)]? {
        FormField.parts(of: Data(body), contentType: contentType)?.map { ($0.name, $0.value) }
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
