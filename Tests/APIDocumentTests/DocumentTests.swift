import APIDocument
import Foundation
import SourceTexts
import TestSupport
import Testing
import WireFormats

@Suite(.enabled(if: !SharedCases.allDocuments.isEmpty)) struct TwinDocumentsTests {
    /// Documents that are there in both languages.
    private static let twins = SharedCases.allDocuments.compactMap { name -> String? in
        let stem = name.hasSuffix(".yaml") ? String(name.dropLast(5)) : ""
        return SharedCases.allDocuments.contains(stem + ".json") ? stem : nil
    }

    @Test("A document has the same result in JSON and in YAML", arguments: twins) func same(stem: String) async throws {
        func opened(_ ending: String) async -> APIDocument? {
            try? await DocumentLoader().load(.path(SharedCases.document(stem + ending))).document
        }
        let documents = (json: await opened(".json"), yaml: await opened(".yaml"))
        guard let json = documents.json, let yaml = documents.yaml else {
            #expect(documents.json == nil && documents.yaml == nil, "both are refused")
            return
        }
        #expect(summary(json) == summary(yaml))
        #expect(json.problems.map(\.message) == yaml.problems.map(\.message))
        #expect(json.securitySchemes == yaml.securitySchemes)
        #expect(Set(json.flows) == Set(yaml.flows))
        #expect(json.servers == yaml.servers)
        #expect(json.tags.map(\.name) == yaml.tags.map(\.name))
    }

    private func summary(_ document: APIDocument) -> [String] {
        document.operations.map { operation in
            let parameters = operation.parameters.map { "\($0.name) \($0.location) \($0.schema.json.text())" }
            // The twins have the same content at different places.
            let responses = operation.responses.sorted { "\($0.status)" < "\($1.status)" }
            let bodies = (operation.requestBody?.content ?? []) + responses.flatMap(\.content)
            let content = bodies.map { media in
                let schema = media.schema.map { document.resolveChoices($0).json.text() } ?? ""
                return "\(media.name) \(schema) \(media.examples.map { $0.value?.text() ?? "" })"
            }
            return
                "\(operation.id) \(operation.method) \(operation.path) \(parameters) \(content) \(operation.security ?? [])"
        }
    }
}

@Suite(.enabled(if: !SharedCases.allDocuments.isEmpty)) struct SharedDocumentsTests {
    @Test("Every published document with operations is read without an error", arguments: SharedCases.allDocuments)
    func reads(name: String) throws {
        let source = try SourceText(file: SharedCases.document(name))
        guard !name.contains("webhooks") else {
            let problem = #expect(throws: Problem.self) { try APIDocument(source) }
            #expect(problem?.message.contains("webhooks only") == true)
            return
        }
        let document = try APIDocument(source)
        #expect(!document.operations.isEmpty)
        #expect(document.problems.filter { $0.severity == .error } == [])
    }
}

@Suite struct DocumentLimitsTests {
    /// A document around a schema text.
    private func json(_ schema: String) -> SourceText {
        let text = ##"""
            {"openapi":"3.1.0","paths":{"/a":{"get":{"responses":{"200":{"content":{"application/json":{"schema":\##(schema)}}}}}}},
            "components":{"schemas":{"S":\##(schema)}}}
            """##
        return SourceText(name: "t.json", bytes: Array(text.utf8))
    }

    /// Runs on a thread with as little stack as a secondary thread may have.
    private func onSmallStack<T: Sendable>(_ work: @escaping @Sendable () -> T) async -> T {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: work()) }
            thread.stackSize = 512 * 1024
            thread.start()
        }
    }

    @Test(
        "A document with the maximum depth is read on a small stack",
        arguments: [
            #"{"items":"#, #"{"allOf":["#, #"{"properties":{"p":"#, #"{"oneOf":["#, #"{"additionalProperties":"#,
            #"{"if":"#, #"{"examples":["#,
        ])
    func depth(opening: String) async {
        let closing = String(opening.filter { "{[".contains($0) }.reversed().map { $0 == "{" ? "}" : "]" })
        let count = 490 / opening.count { "{[".contains($0) }
        let schema = String(repeating: opening, count: count) + "true" + String(repeating: closing, count: count)
        let source = json(schema)
        let problems = await onSmallStack { () -> Int? in
            guard let document = try? APIDocument(source) else { return nil }
            let schema = document.operations[0].success?.json?.schema ?? .any
            _ = document.resolveChoices(schema)
            _ = document.variants(of: schema)
            _ = document.violations(of: [["p": [[:]]]], against: schema)
            return document.problems.count
        }
        #expect(problems != nil)
    }

    @Test("Deeper documents are refused with the place, in JSON and YAML") func tooDeep() throws {
        let deep = String(repeating: #"{"items":"#, count: 600)
        let problem = #expect(throws: Problem.self) { try APIDocument(json(deep)) }
        #expect(problem?.message.contains("nested deeper") == true && problem?.position != nil)
        let yaml = "paths:\n" + (1...600).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
        let second = #expect(throws: Problem.self) {
            try APIDocument(SourceText(name: "t.yaml", bytes: Array(yaml.utf8)))
        }
        #expect(second?.message.contains("nested deeper") == true)
    }

    @Test("An alias bomb in a file of the document is named; the rest is read") func bomb() async throws {
        var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...12 {
            bomb += "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", "))]\n"
        }
        let folder = try Folder([
            "openapi.yaml":
                "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/a: {get: {}, parameters: [{$ref: bomb.yaml}]}}",
            "bomb.yaml": bomb,
        ])
        let document = try await DocumentLoader().load(.path(folder.path)).document
        #expect(
            document.problems.contains {
                $0.file.hasSuffix("bomb.yaml") && $0.position != nil && $0.message.contains("aliases")
            })
        #expect(document.operations.count == 1)
    }

    @Test("Schemas that multiply by reference are resolved, shown and checked in bounded work") func doubling() throws {
        let schemas = (0..<60).map { index in
            let next = "{\"$ref\":\"#/components/schemas/S\(index + 1)\"}"
            return
                "\"S\(index)\":{\"allOf\":[\(next),{\"properties\":{\"p\(index)\":\(next)}}],\"oneOf\":[\(next),\(next)]}"
        }.joined(separator: ",")
        let text = ##"{"openapi":"3.1.0","paths":{"/a":{"get":{}}},"components":{"schemas":{\##(schemas)}}}"##
        let document = try APIDocument(SourceText(name: "t.json", bytes: Array(text.utf8)))
        let schema = try #require(document.schema(named: "S0"))
        #expect(document.resolve(schema).properties.count == 60)
        _ = document.resolveChoices(schema)
        _ = document.violations(of: ["p0": ["p1": [:]]], against: schema)
    }

    @Test("A large document is read, and its problems are limited") func large() throws {
        let paths = (0..<20_000).map { "\"/p\($0)\":{\"get\":{\"responses\":{\"20\":{}}}}" }.joined(separator: ",")
        let source = SourceText(name: "t.json", bytes: Array("{\"openapi\":\"3.1.0\",\"paths\":{\(paths)}}".utf8))
        let document = try APIDocument(source)
        #expect(document.operations.count == 20_000)
        #expect((100...1_000).contains(document.problems.count))
        #expect(document.problems.last?.message.contains("more is wrong") == true)
    }
}
