import APIDocument
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

    @Test("A document has the same result in JSON and in YAML", arguments: twins) func same(stem: String) throws {
        let documents = [".json", ".yaml"].map { ending in
            Result { try DocumentLoader().load(path: SharedCases.document(stem + ending)).document }
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
