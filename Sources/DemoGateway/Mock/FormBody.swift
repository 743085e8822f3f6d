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

    /// The fields as the object a form's schema describes, each read as the form says that it is written.
    static func object(
        _ fields: [(name: String, value: String)], _ media: MediaType, _ schema: Schema, _ reader: ParameterReader
    ) -> JSONValue {
        var reader = reader
        reader.query = fields
        let schema = reader.document.resolve(schema)
        let parameters = schema.properties.map { media.parameter($0, in: reader.document) }
        var object = JSONObject()
        for parameter in parameters where !reader.isEmpty(parameter) {
            object[parameter.name] = reader.value(of: parameter)
        }
        for field in fields where !parameters.contains(where: { reader.reads(field.name, for: $0) }) {
            object[field.name] = reader.coerced(field.value, schema.additionalProperties ?? .any)
        }
        return .object(object)
    }
}
