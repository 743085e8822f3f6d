import APIDocument
import DocumentStubs
import SourceTexts
import WireFormats

/// A generator for schemas of a document of a few lines of YAML.
func generator(schemas: String = "{}") throws -> SampleGenerator {
    SampleGenerator(document: try document(schemas: schemas))
}

/// A document with these schemas.
func document(schemas: String = "{}") throws -> APIDocument {
    try APIDocument(
        inline: """
            paths: {/things: {get: {responses: {'200': {description: OK}}}}}
            components:
              schemas:
                \(schemas.split(separator: "\n").joined(separator: "\n    "))
            """)
}

/// A schema in a line of YAML.
func yaml(_ text: String) throws -> Schema { Schema(try SourceText(name: "s.yaml", bytes: Array(text.utf8)).parse()) }

extension SampleGenerator {
    /// A valid value for a schema in YAML that describes `entity`.
    func value(_ text: String, entity: String = "thing", row: Int = 0) throws -> JSONValue {
        try sample(for: yaml(text), seed: "/test", entity: entity, row: row).value
    }

    /// The values of the first rows of objects with this one member.
    func values(_ name: String, _ schema: String, entity: String = "thing", count: Int = 25) throws -> [JSONValue] {
        let object = "{type: object, required: [\(name)], properties: {\(name): \(schema)}}"
        return try rows(0..<count, of: yaml(object), seed: "/test", entity: entity).compactMap { $0.value[name] }
    }
}
