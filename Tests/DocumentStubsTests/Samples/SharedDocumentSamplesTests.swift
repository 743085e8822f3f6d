import APIDocument
import APIModel
import DemoManager
import DocumentStubs
import Testing

@Suite("Samples for published documents", .enabled(if: SampleDocuments.areHere))
struct SharedDocumentSamplesTests {
    @Test("Every successful body is valid against its schema", arguments: SampleDocuments.names)
    func bodiesAreValid(name: String) throws {
        let document = try SampleDocuments.document(name)
        let generator = SampleGenerator(document: document)
        for operation in document.operations {
            guard let schema = operation.successSchema else { continue }
            let sample = try generator.sample(for: schema, seed: operation.path.text)
            #expect(sample.violations.isEmpty, "\(operation.id)")
        }
    }

    @Test(
        "Rows differ in id, name and e-mail",
        arguments: ["petstore-3.0.4.yaml", "museum.yaml", "readme-3.1-train-travel.json"])
    func rowsDiffer(name: String) throws {
        let document = try SampleDocuments.document(name)
        let generator = SampleGenerator(document: document)
        for operation in document.operations {
            guard let schema = operation.successSchema, let pointer = document.list(of: operation)?.rows else {
                continue
            }
            let listing = SampleListing(at: pointer, rows: 0..<25, total: 60)
            let body = try generator.sample(for: schema, seed: operation.path.text, listing: listing).value
            let rows = try #require(body[pointer]?.arrayValue)
            #expect(rows.count == 25)
            for member in ["id", "name", "email", "eventId"] {
                let values = rows.compactMap { $0[member] }
                #expect(Set(values).count == values.count, "\(operation.id) \(member)")
            }
        }
    }
}

@Suite(.enabled(if: SampleDocuments.areHere))
struct TwinStubsTests {
    private static let twins = SampleDocuments.names.compactMap { name -> String? in
        let stem = name.hasSuffix(".yaml") ? String(name.dropLast(5)) : ""
        return SampleDocuments.names.contains(stem + ".json") ? stem : nil
    }

    @Test("A document gives the same stubs and answers in JSON and in YAML", arguments: twins)
    func same(stem: String) throws { #expect(try answers(stem + ".json") == answers(stem + ".yaml")) }

    /// The first reply of every operation.
    private func answers(_ name: String) throws -> [String] {
        // One of the twins is refused: so must the other be, which the documents' own tests see to.
        guard let document = try? SampleDocuments.document(name) else { return ["refused"] }
        let manager = DemoManager(configuration: .init(unmatched: .error))
        let stubs = DocumentStubs(document).stubs
        try manager.add(stubs)
        let calls = document.operations.map { operation -> String in
            let path = operation.path.parameterNames.reduce(operation.path.text) { $0.replacing("{\($1)}", with: "7") }
            let decision = manager.decide(.get(path), call: Call(id: 1, mode: .demo))
            guard case .stub(let reply, _) = decision.action else { return "\(path): none" }
            return "\(path): \(reply.status.code) \(String(decoding: reply.body, as: UTF8.self))"
        }
        return stubs.compactMap(\.name).sorted() + calls
    }
}
