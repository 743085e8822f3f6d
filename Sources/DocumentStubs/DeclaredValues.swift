import APIDocument
import WireFormats

extension APIDocument {
    package var declaredValues: [DeclaredValue] {
        var reader = DeclaredValueReader(self)
        return reader.read()
    }
}

/// Collects parameters and members of a document whose names suggest a secret.
private struct DeclaredValueReader {
    private static let limit = 20_000

    private let document: APIDocument
    private let generator: SampleGenerator
    private let addresses: Set<String>
    private var visited: Set<String> = []
    private var steps = 0
    private var values: [DeclaredValue] = []

    init(_ document: APIDocument) {
        self.document = document
        generator = SampleGenerator(document: document)
        addresses = Set(
            document.operations.flatMap(\.parameters).filter { $0.location == .path }.map { $0.name.lowercased() })
    }

    mutating func read() -> [DeclaredValue] {
        for case .apiKey(let name, _) in document.securitySchemes.values {
            values.append(DeclaredValue(name, .credential))
        }
        for operation in document.operations {
            for parameter in operation.parameters { add(parameter.name, parameter.schema) }
            let contents = (operation.requestBody?.content ?? []) + operation.responses.flatMap(\.content)
            for schema in contents.compactMap(\.schema) { visit(schema, depth: 0) }
        }
        return Array(Set(values))
    }

    private mutating func visit(_ schema: Schema, depth: Int) {
        if let reference = schema.reference, !visited.insert(reference).inserted { return }
        steps += 1
        guard depth < 24, steps < Self.limit else { return }
        let resolved = document.resolve(schema)
        for property in resolved.properties {
            add(property.name, property.schema)
            visit(property.schema, depth: depth + 1)
        }
        let parts = [resolved.items, resolved.additionalProperties].compactMap(\.self)
        for part in parts + resolved.oneOf + resolved.anyOf { visit(part, depth: depth + 1) }
    }

    private mutating func add(_ name: String, _ schema: Schema) {
        let resolved = document.resolveChoices(schema)
        guard SecretName(name).isSecret || resolved.format == "password" else { return }
        values.append(DeclaredValue(name, kind(name, resolved), standIn: standIn(resolved)))
    }

    private func kind(_ name: String, _ schema: Schema) -> DeclaredValue.Kind {
        if schema.format == "password" { return .credential }
        if schema.enumValues != nil || schema.const != nil { return .choice }
        if addresses.contains(name.lowercased()) { return .identifier }
        let isLimited = schema.pattern != nil || schema.format != nil || (schema.maxLength ?? .max) <= 12
        return isLimited ? .limited : .open
    }

    /// A replacement for a redacted secret; null if "REDACTED" or 0 is valid.
    private func standIn(_ schema: Schema) -> JSONValue {
        guard !schema.types.isEmpty, !document.allows("REDACTED", schema), !document.allows(0, schema) else {
            return .null
        }
        let sample = generator.value(for: schema, seed: "/redacted")
        return sample.flatMap { document.allows($0, schema) ? $0 : nil } ?? .null
    }
}
