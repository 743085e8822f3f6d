import APIDocument
import WireFormats

import struct APIDocument.Operation

/// A declared reply that cannot be generated so that it is valid against its schema.
package struct InvalidSample: Sendable, Hashable {
    /// The id of the operation.
    package let operation: String
    /// The declared status.
    package let status: Response.Status
    /// The problem.
    package let reason: String
    /// The place in the body.
    package let pointer: JSONPointer
    /// The place of the schema in the document, as a reference.
    package let place: String
}

extension DocumentStubs {
    /// The replies without an example that cannot be generated, one for each broken part of a schema. It generates every reply once.
    package func invalidSamples() -> [InvalidSample] {
        var places: Set<String> = []
        return made.compactMap(\.unmade).filter { places.insert($0.place).inserted }
    }

    /// The checks that were left out for generated replies.
    package func omissions() -> [SchemaOmission] { made.flatMap(\.omissions) }

    private var made: [(unmade: InvalidSample?, omissions: [SchemaOmission])] {
        document.operations.flatMap { operation in
            operation.responses.compactMap { response in
                guard let media = response.json, let schema = media.schema, media.examples.isEmpty else { return nil }
                let place = JSONPointer(tokens: ["responses", "\(response.status)", "content", media.name, "schema"])
                return made(schema, operation, response.status, at: "\(operation.place)\(place)")
            }
        }
    }

    private func made(
        _ schema: Schema, _ operation: Operation, _ status: Response.Status, at place: String
    ) -> (unmade: InvalidSample?, omissions: [SchemaOmission]) {
        func unmade(_ reason: String, _ pointer: JSONPointer, at place: String) -> InvalidSample {
            InvalidSample(operation: operation.id, status: status, reason: reason, pointer: pointer, place: place)
        }
        do throws(SampleError) {
            let sample = try SampleGenerator(document: document).sample(for: schema, seed: operation.path.text)
            let findings = document.findings(on: sample.value, against: schema, at: place, isThorough: true)
            guard !sample.violations.isEmpty, let first = findings.violations.first else {
                return (nil, findings.omissions)
            }
            return (unmade(first.message, first.pointer, at: first.place), findings.omissions)
        } catch {
            return (unmade("\(error)", error.pointer, at: place), [])
        }
    }
}
