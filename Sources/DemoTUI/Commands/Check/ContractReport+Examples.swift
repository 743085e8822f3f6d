import APIDocument
import DocumentStubs
import JSONText

import struct APIDocument.Operation

extension ContractReport {
    /// What is wrong with the document's own examples: of replies, of what is sent, of parameters and their defaults.
    func exampleProblems() -> [CheckProblem] {
        let samples = document.operations.flatMap { replies(of: $0) + bodies(of: $0) + parameters(of: $0) }
        let findings = samples.map { sample in
            document.findings(
                on: sample.value, against: sample.schema, direction: sample.direction, at: sample.schemaPlace,
                isThorough: true)
        }
        let found = zip(samples, findings).flatMap { sample, findings in
            findings.violations.prefix(5).map { (sample: sample, violation: $0) }
        }
        let positions = document.source.positions(of: found.map { $0.sample.place.appending($0.violation.pointer) })
        let problems = found.map { sample, violation in
            var problem = CheckProblem(
                kind: .example, file: document.source.name, pointer: violation.pointer, operation: sample.operation,
                message: "\(sample.name) breaks its schema: \(violation.message)")
            problem.position = positions[sample.place.appending(violation.pointer)]
            return problem
        }
        return problems + notes(of: findings.flatMap(\.omissions))
    }

    /// A value the document shows, and what it is to fit.
    private struct Sample {
        /// What to call it: "the example rex of getPet, 200".
        let name: String
        let operation: String
        let value: JSONValue
        let schema: Schema
        let direction: SchemaDirection
        let place: JSONPointer
        /// Where the schema stands, as a reference.
        let schemaPlace: String
    }

    private func replies(of operation: Operation) -> [Sample] {
        operation.exampleExchanges.compactMap { example in
            guard let schema = example.mediaType.schema, example.mediaType.isJSON else { return nil }
            let media = operation.pointer.appending("responses").appending("\(example.response.status)")
                .appending("content").appending(example.mediaType.name)
            return sample(
                example.name, of: "\(operation.id), \(example.response.status),", operation, example.responseBody,
                schema, .response, at: media)
        }
    }

    private func bodies(of operation: Operation) -> [Sample] {
        (operation.requestBody?.content ?? []).filter(\.isJSON).flatMap { media in
            media.examples.compactMap { example in
                guard let schema = media.schema, let value = example.value else { return nil }
                let place = operation.pointer.appending("requestBody").appending("content").appending(media.name)
                return sample(
                    example.name, of: "what is sent to \(operation.id)", operation, value, schema, .request, at: place)
            }
        }
    }

    private func parameters(of operation: Operation) -> [Sample] {
        operation.parameters.flatMap { parameter in
            let place = operation.pointer.appending("parameters")
            let shown = parameter.examples.map { ($0.name, $0.value) } + [(nil, parameter.example)]
            var samples = shown.compactMap { name, value in
                value.flatMap { sent($0, as: parameter) }.map {
                    sample(
                        name, of: "the parameter \(parameter.name) of \(operation.id)", operation, $0,
                        parameter.schema, .request, at: place)
                }
            }
            if let value = document.resolve(parameter.schema).default {
                samples.append(
                    Sample(
                        name: "the default of the parameter \(parameter.name) of \(operation.id)",
                        operation: operation.id, value: value, schema: parameter.schema, direction: .request,
                        place: place, schemaPlace: "#\(place)"))
            }
            return samples
        }
    }

    /// An example of a parameter as it is meant: `example: 2024` is a text where the parameter is one, and a text stands for what is
    /// sent, as `1,2` does for a list.
    private func sent(_ value: JSONValue, as parameter: Parameter) -> JSONValue? {
        let types = document.resolveChoices(parameter.schema).types
        if types == [.string] { return value.scalarText.map(JSONValue.string) ?? value }
        guard let text = value.stringValue, !types.isEmpty, !types.contains(.string) else { return value }
        return JSONNumber(text: text).map(JSONValue.number)
            ?? (types.contains(.array) || types.contains(.object) ? nil : value)
    }

    private func sample(
        _ name: String?, of what: String, _ operation: Operation, _ value: JSONValue, _ schema: Schema,
        _ direction: SchemaDirection, at media: JSONPointer
    ) -> Sample {
        let place = name.map { media.appending("examples").appending($0).appending("value") }
        return Sample(
            name: "the example\(name.map { " \($0)" } ?? "") of \(what)", operation: operation.id, value: value,
            schema: schema, direction: direction, place: place ?? media.appending("example"),
            schemaPlace: "#\(media.appending("schema"))")
    }
}
