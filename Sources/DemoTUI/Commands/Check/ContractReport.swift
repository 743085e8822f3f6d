import APIDocument
import AppCore
import DemoManager
import DemoManagerFiles
import DocumentStubs
import HTTPTypes
import SourceTexts
import WireFormats

import struct APIDocument.Operation

/// Finds disagreements of stubs, fixtures and examples with their document.
struct ContractReport: Sendable {
    let document: APIDocument
    private let prefix: String
    private let router: OperationRouter
    private let signInPaths: Set<String>
    /// Bodies of the document's own examples, by operation and status; their flaws are reported for the document.
    private let examples: [String: [JSONValue]]

    /// - Parameters:
    ///   - prefix: the path of the called URL, which the document's paths are below.
    ///   - described: the path of the document's own server, which stubs may use instead.
    init(_ document: APIDocument, below prefix: String, describedBelow described: String) {
        self.document = document
        self.prefix = prefix
        router = OperationRouter(document, below: prefix, describedBelow: described)
        signInPaths = document.signInPaths
        examples = Dictionary(
            document.operations.flatMap { operation in
                operation.exampleExchanges.map { ("\(operation.id) \($0.response.status)", [$0.responseBody]) }
            }, uniquingKeysWith: +)
    }

    // MARK: Stubs

    func problems(of stubs: [Stub]) -> [CheckProblem] {
        stubs.flatMap { stub -> [CheckProblem] in
            guard let path = path(of: stub), case .one(let method) = stub.request.method else { return [] }
            guard let operation = router.operation(method, written: path) else {
                return isSignIn(path) ? [] : [orphan(stub)]
            }
            return stub.sequence.enumerated().flatMap { place, entry in
                problems(of: entry.reply, number: place, of: stub, for: operation)
            }
        }
    }

    /// The stubs of the document's operations for screens that it does not have: they never answer. `id@/path` is a screen
    /// of several documents.
    func problems(of stubs: [Stub], among catalog: ScreenCatalog) -> [CheckProblem] {
        stubs.filter { !operations(of: [$0]).isEmpty }.flatMap { stub in
            (stub.screens ?? []).filter { !$0.contains("@") }.sorted().filter { catalog[$0] == nil }.map { screen in
                let near = NearNames(of: screen, in: catalog.screens.map(\.id)).question
                return CheckProblem(
                    kind: .stub, file: stub.origin.path ?? "\(stub.origin)", position: stub.origin.position(),
                    message: "there is no screen \"\(screen)\".\(near) List them: demo-tui screens DOCUMENT")
            }
        }
    }

    func operations(of stubs: [Stub]) -> Set<String> {
        Set(
            stubs.compactMap { stub in
                guard let path = path(of: stub), case .one(let method) = stub.request.method else { return nil }
                return router.operation(method, written: path)?.id
            })
    }

    private func orphan(_ stub: Stub) -> CheckProblem {
        let message = "the document has no operation for \(stub.request); delete the stub, or correct its path"
        return CheckProblem(
            kind: .stub, file: stub.origin.path ?? "\(stub.origin)", position: stub.origin.position(), message: message)
    }

    private func findings(
        on reply: Reply, of stub: Stub, for operation: Operation
    ) -> (flaws: [SchemaViolation], omissions: [SchemaOmission]) {
        // Stubs for malformed bodies are intended. The status of a WebSocket is for requests that are not for one.
        guard reply.fault == nil, !reply.passesThrough, reply.proxyBase == nil, reply.maker == nil,
            reply.webSocket == nil, stub.name != Condition.malformed.name
        else { return ([], []) }
        return document.findings(
            of: operation, status: reply.status, headers: reply.headers, contentType: reply.headers[.contentType],
            body: reply.body)
    }

    private func problems(of reply: Reply, number: Int, of stub: Stub, for operation: Operation) -> [CheckProblem] {
        let (flaws, omissions) = findings(on: reply, of: stub, for: operation)
        guard !flaws.isEmpty else { return notes(of: omissions) }
        let isExample = isExample(reply, of: operation)
        let reported = flaws.filter {
            !isExample || !$0.place.contains("/schema") && !$0.place.hasPrefix("#/components")
        }
        return notes(of: omissions)
            + located(reported, reply, number, stub).map { flaw, file, position, kind in
                CheckProblem(
                    kind: kind, file: file, position: position, pointer: flaw.pointer, operation: operation.id,
                    message: "the reply of \(stub.title), \(reply.status): \(flaw.message)")
            }
    }

    /// The unchecked parts of the document, as notes at their places.
    func notes(of omissions: [SchemaOmission]) -> [CheckProblem] {
        zip(omissions, document.located(omissions.map(\.place))).map { omission, found in
            CheckProblem(
                kind: .document, severity: .note, file: document.source.name, position: found.position,
                filePointer: found.pointer?.description,
                message: found.pointer == nil ? "\(omission.message), \(omission.place)" : omission.message)
        }
    }

    private func located(_ flaws: [SchemaViolation], _ reply: Reply, _ number: Int, _ stub: Stub)
        -> [(SchemaViolation, String, TextPosition?, CheckProblem.Kind)]
    {
        if let file = reply.bodyFile {
            let positions = positions(in: file, of: flaws.map(\.pointer))
            return flaws.map { ($0, file, positions[$0.pointer], .fixture) }
        }
        guard case .file(let path, _, let pointer) = stub.origin else {
            return flaws.map { ($0, "\(stub.origin)", nil, .stub) }
        }
        // Our own keys may be beside the request or in the metadata: the nearest existing location is reported.
        let isSequence = stub.sequence.count > 1
        let body =
            isSequence ? ["metadata", "demo-tui", "sequence", "\(number)", "jsonBody"] : ["response", "jsonBody"]
        let places = flaws.map { flaw in
            flaw.pointer.tokens.isEmpty ? pointer : pointer.appending(JSONPointer(tokens: body)).appending(flaw.pointer)
        }
        let positions = positions(in: path, of: places)
        return zip(flaws, places).map { ($0, path, positions[$1], .stub) }
    }

    private func positions(in file: String, of pointers: [JSONPointer]) -> [JSONPointer: TextPosition] {
        (try? SourceText(file: file).positions(of: pointers)) ?? [:]
    }

    private func isExample(_ reply: Reply, of operation: Operation) -> Bool {
        guard let response = operation.response(for: reply.status),
            let known = examples["\(operation.id) \(response.status)"]
        else { return false }
        return (try? JSONValue(parsing: reply.body)).map { body in known.contains { $0.isEquivalent(to: body) } }
            ?? false
    }

    /// True for token endpoints, which are not operations and may have a stub.
    private func isSignIn(_ path: String) -> Bool {
        var path = path[...]
        while path.hasSuffix("/") { path.removeLast() }
        return signInPaths.contains { path == $0 || path == prefix + $0 }
    }

    private func path(of stub: Stub) -> String? {
        switch stub.request.url {
        case .path(let text): text
        case .url(let text): String(text.prefix { $0 != "?" })
        case .template(let template): template.text
        case .any, .urlMatching, .pathMatching, .containing: nil
        }
    }
}

extension ContractReport {
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

    private struct Sample {
        /// "the example rex of getPet, 200".
        let name: String
        let operation: String
        let value: JSONValue
        let schema: Schema
        let direction: SchemaDirection
        let place: JSONPointer
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

    /// The example of a parameter in its declared type: `2024` is a string for a string parameter. A string is the
    /// serialized value, such as `1,2` for an array.
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

    /// Notes for operations without a valid demo reply, and for replies that could not be checked. The document may
    /// still be right.
    func sampleNotes() -> [CheckProblem] {
        let stubs = DocumentStubs(document)
        let unmade = stubs.invalidSamples()
        let notes = zip(unmade, document.located(unmade.map(\.place))).map { reply, found in
            CheckProblem(
                kind: .document, severity: .note, file: document.source.name, position: found.position,
                pointer: reply.pointer, filePointer: found.pointer?.description, operation: reply.operation,
                message: "no reply of \(reply.operation), \(reply.status), can be made that keeps to \(reply.place): "
                    + "\(reply.reason); give it an example")
        }
        return notes + self.notes(of: stubs.omissions())
    }
}

extension APIDocument {
    /// The pointers of schema places with their positions in the document's text.
    func located(_ places: [String]) -> [(pointer: JSONPointer?, position: TextPosition?)] {
        guard !places.isEmpty else { return [] }
        let pointers = places.map { pointer(of: $0) }
        let positions = source.positions(of: pointers.compactMap(\.self))
        return pointers.map { pointer in (pointer, pointer.flatMap { positions[$0] }) }
    }
}
