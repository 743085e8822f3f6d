import APIDocument
import Foundation
import SourceTexts
import TestSupport
import Testing
import WireFormats

@testable import DemoManager
@testable import DemoManagerFiles

/// The JSON Schema other tools' files follow, beside a checkout of the project where it is there.
private let schemaPath = SharedCases.path("wiremock/stub-mapping.schema.json")

@Suite(.enabled(if: FileManager.default.fileExists(atPath: schemaPath))) struct MappingSchemaTests {
    private let schema: JSONValue
    private let document: APIDocument
    private let folder: Folder

    init() throws {
        schema = try SourceText(file: schemaPath).parse()
        // References lead through a document; version 3.0 reads them as draft 7 does.
        var root = try #require(schema.objectValue)
        root["openapi"] = "3.0.3"
        root["info"] = ["title": "Stub mappings", "version": "1"]
        root["paths"] = ["/": ["get": [:]]]
        document = try APIDocument(SourceText(name: "schema.json", bytes: JSONValue.object(root).bytes()))
        folder = try Folder()
        try folder.write("me.json", "{ }")
    }

    /// The errors of a mapping by the schema, with JSON pointers.
    private func errors(_ mapping: JSONValue) -> [String] {
        document.violations(of: mapping, against: Schema(schema)).map(\.description)
    }

    /// Every mapping the schema allows, as far as one of each kind goes.
    private func samples() throws -> [JSONValue] {
        let mapping = try #require(schema["definitions"]?["stub-mapping"])
        let samples = SchemaSamples(root: schema)
        return samples.values(mapping, name: "mapping").flatMap { sample -> [JSONValue] in
            // Without members it could as well be a file of none.
            guard var object = sample.objectValue, !object.isEmpty else { return [] }
            guard object["request"] != nil else {
                // Alone it would be refused for the request that is not there.
                object["request"] = ["urlPath": "/a"]
                if object["requiredScenarioState"] != nil || object["newScenarioState"] != nil {
                    return [sample, .object(object)] + [scenario(object)]
                }
                return [sample, .object(object)]
            }
            guard var request = object["request"]?.objectValue, request["pathParameters"] != nil else {
                return [sample]
            }
            request["urlPathTemplate"] = "/a/{name}"
            object["request"] = .object(request)
            return [sample, .object(object)]
        }
    }

    private func scenario(_ mapping: JSONObject) -> JSONValue {
        var mapping = mapping
        mapping["scenarioName"] = "s"
        return .object(mapping)
    }

    private func read(_ mapping: JSONValue) throws -> StubFiles.Content {
        let bodies = BodyFiles(try FixtureFolder(folder.path))
        let source = SourceText(name: "test.json", bytes: mapping.bytes())
        return MappingReader(source: source, path: "/test.json", bodies: bodies).read()
    }

    @Test("Every valid mapping is read, or refused with the unsupported key") func honoured() throws {
        var (read, refused) = (0, 0)
        var failures: [String] = []
        for sample in try samples() {
            let content = try self.read(sample)
            let errors = content.problems.filter { $0.severity == .error }
            if errors.isEmpty {
                if content.stubs.count != 1 { failures.append("\(sample.text()) gave nothing") }
                read += 1
            } else {
                let names = keys(sample, saying: false).filter { $0.count > 1 } + ["request"]
                let isNamed = names.contains { errors[0].message.contains($0) }
                if !isNamed || !content.stubs.isEmpty { failures.append("\(sample.text()): \(errors[0])") }
                refused += 1
            }
        }
        #expect(failures.prefix(5) == [])
        #expect(read > 300 && refused > 300, "\(read) read, \(refused) refused")
    }

    @Test("A mapping is written back valid, complete and unchanged") func roundTrip() throws {
        let writer = try MappingWriter(fixtures: folder.path)
        var failures: [String] = []
        for sample in try samples() {
            guard let stub = try read(sample).stubs.first else { continue }
            let written = try writer.mapping(of: stub)
            failures += errors(written).map { "\(written.text()) is not valid: \($0)" }
            if try read(written).stubs.first?.everything != stub.everything {
                failures.append("\(sample.text()) became \(written.text())")
            }
            let lost = keys(sample, saying: true).subtracting(keys(written, saying: false))
                .subtracting(Self.otherwiseSaid)
            if !lost.isEmpty { failures.append("\(lost) of \(sample.text()) is not in \(written.text())") }
        }
        #expect(failures.prefix(5) == [])
    }

    /// Keys that are written under another name, such as aliases and the three kinds of bodies.
    private static let otherwiseSaid: Set<String> = [
        "uuid", "body", "jsonBody", "base64Body", "oneOf", "delayDistribution", "type", "milliseconds",
        "basicAuthCredentials", "username", "password", "fromConfiguredStub",
    ]

    /// The names of all members, or of those that say something: not `false`, not without members or items.
    private func keys(_ value: JSONValue, saying: Bool) -> Set<String> {
        switch value {
        case .array(let items): items.reduce(into: []) { $0.formUnion(keys($1, saying: saying)) }
        case .object(let object):
            object.members.reduce(into: []) { all, member in
                let isSaid = member.value != false || member.key == "absent"
                guard !saying || isSaid && ![[:], []].contains(member.value) else { return }
                all.insert(member.key)
                all.formUnion(keys(member.value, saying: saying))
            }
        default: []
        }
    }

    @Test(
        "The schema finds every error of a mapping",
        arguments: [
            #"{"insertionIndex":1}"#, #"{"enabled":false}"#, #"{"priority":0}"#, #"{"request":{"method":"get"}}"#,
            #"{"request":{"port":0}}"#, #"{"request":{"headers":{"A":{"equalsTo":"x"}}}}"#,
            #"{"request":{"bodyPatterns":[{"equalTo":"x","contains":"y"}]}}"#, #"{"response":{"fault":"TIMEOUT"}}"#,
            #"{"response":{"headers":{"A":["x","y"]}}}"#, #"{"response":{"jsonBody":1}}"#,
            #"{"response":{"base64Body":"*"}}"#, #"{"mappings":[{"fault":"x"}]}"#, #"{"metadata":1}"#,
        ])
    func invalid(_ text: String) throws { #expect(!errors(try JSONValue(parsing: text)).isEmpty) }

    @Test("a file of several stubs is valid") func file() throws {
        let stubs = try samples().compactMap { try read($0).stubs.first }.prefix(20)
        let text = try MappingWriter().text(of: Array(stubs))
        #expect(errors(try JSONValue(parsing: text)) == [])
        #expect(mappings(text, name: "test.json").stubs.count == stubs.count)
    }
}
