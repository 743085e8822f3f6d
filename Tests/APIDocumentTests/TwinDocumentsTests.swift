import APIDocument
import HTTPTypes
import Testing
import WireFormats

@Suite(.enabled(if: SharedDocuments.areHere))
struct TwinDocumentsTests {
    /// Documents that are there in both languages.
    private static let twins = SharedDocuments.names.compactMap { name -> String? in
        let stem = name.hasSuffix(".yaml") ? String(name.dropLast(5)) : ""
        return SharedDocuments.names.contains(stem + ".json") ? stem : nil
    }

    @Test("A document reads to the same in JSON and in YAML", arguments: twins) func same(stem: String) throws {
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
        #expect(json.securityDetails == yaml.securityDetails)
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
