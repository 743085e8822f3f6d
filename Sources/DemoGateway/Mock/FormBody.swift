import APIDocument
import DocumentStubs
import WireFormats

/// Reads a form body by its schema.
enum FormBody {
    /// The fields as an object of the form's schema, each read by its encoding. Names with brackets denote members of
    /// objects and arrays. Of several variants, the matching one is used.
    static func object(
        _ fields: [(name: String, value: String)], _ media: MediaType, _ schema: Schema, _ reader: ParameterReader
    ) -> JSONValue? {
        reader.reading(of: schema) { object(fields, media, as: $0, reader) }
    }

    private static func object(
        _ fields: [(name: String, value: String)], _ media: MediaType, as schema: Schema, _ reader: ParameterReader
    ) -> JSONValue {
        let document = reader.document
        let known = Dictionary(schema.properties.map { ($0.name, $0.schema) }) { first, _ in first }
        let tree = FieldTree(fields) { name in known[name].flatMap(document.formShape) != nil }
        let parameters = schema.properties.map { media.parameter($0, in: document) }
        var owners: [String: [Int]] = [:]
        for (place, parameter) in parameters.enumerated() {
            for name in reader.names(of: parameter) { owners[name, default: []].append(place) }
        }
        var own = parameters.map { _ in [(name: String, value: String)]() }
        var members: [JSONObject.Member] = []
        for (name, field) in tree.members {
            if !field.members.isEmpty || owners[name] == nil {
                let schema = known[name] ?? schema.additionalProperties ?? .any
                let value = field.value(of: schema, in: document, reading: reader.coerced)
                members.append(.init(key: name, value: value))
            } else {
                for place in owners[name] ?? [] { own[place] += field.texts.map { (name, $0) } }
            }
        }
        for (parameter, fields) in zip(parameters, own) where !fields.isEmpty {
            var reader = reader
            reader.query = fields
            guard !reader.isEmpty(parameter), let value = reader.value(of: parameter) else { continue }
            members.append(.init(key: parameter.name, value: value))
        }
        return .object(JSONObject(members))
    }
}
