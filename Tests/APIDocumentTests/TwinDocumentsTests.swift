import APIDocument
import Foundation
import SourceTexts
import Testing
import WireFormats

@Suite(.enabled(if: SharedDocuments.areHere)) struct TwinDocumentsTests {
    /// Documents that are there in both languages.
    private static let twins = SharedDocuments.names.compactMap { name -> String? in
        let stem = name.hasSuffix(".yaml") ? String(name.dropLast(5)) : ""
        return SharedDocuments.names.contains(stem + ".json") ? stem : nil
    }

    @Test("A document has the same result in JSON and in YAML", arguments: twins) func same(stem: String) throws {
        let documents = [".json", ".yaml"].map { ending in
            Result { try DocumentLoader().load(path: SharedDocuments.path(stem + ending)).document }
        }
        guard case (.success(let json), .success(let yaml)) = (documents[0], documents[1]) else {
            #expect((try? documents[0].get()) == nil && (try? documents[1].get()) == nil, "both are refused")
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
            // What is written where differs between the twins; what is written does not.
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

@Suite(.enabled(if: SharedDocuments.areHere)) struct SharedDocumentsTests {
    @Test("Every published document with operations is read without an error", arguments: SharedDocuments.names)
    func reads(name: String) throws {
        let source = try SourceText(file: SharedDocuments.path(name))
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

/// Documents other people wrote, beside the checkout; tests that use them are skipped where they are absent.
enum SharedDocuments {
    static let folder: URL = {
        var folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        return folder.deletingLastPathComponent().appending(path: "shared/cases/openapi")
    }()

    static var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
            .filter { !$0.hasPrefix(".") }.sorted()
    }

    static var areHere: Bool { !names.isEmpty }

    static func path(_ name: String) -> String { folder.appending(path: name).path }
}
