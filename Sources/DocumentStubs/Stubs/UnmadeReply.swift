import APIDocument
import WireFormats

import struct APIDocument.Operation

/// A reply that the document describes and that cannot be made so that it keeps to its schema.
public struct UnmadeReply: Sendable, Hashable {
    /// The operation it is of.
    public let operation: String
    /// Its status, as the document has it.
    public let status: Response.Status
    /// What is in the way, or wrong with what is made.
    public let reason: String
    /// Where in the body.
    public let pointer: JSONPointer
    /// Where the document says what it is to be like, as a reference.
    public let place: String
}

extension DocumentStubs {
    /// The replies that somebody would see broken: those of which the document has no example and none can be made; of several that
    /// break the same part of a schema the first. Makes every reply once: for when somebody asks.
    public func unmadeReplies() -> [UnmadeReply] {
        var places: Set<String> = []
        return made.compactMap(\.unmade).filter { places.insert($0.place).inserted }
    }

    /// What could not be checked of the replies that are made.
    package func omissions() -> [SchemaOmission] { made.flatMap(\.omissions) }

    private var made: [(unmade: UnmadeReply?, omissions: [SchemaOmission])] {
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
    ) -> (unmade: UnmadeReply?, omissions: [SchemaOmission]) {
        func unmade(_ reason: String, _ pointer: JSONPointer, at place: String) -> UnmadeReply {
            UnmadeReply(operation: operation.id, status: status, reason: reason, pointer: pointer, place: place)
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
