import APIDocument
import APIModel
import DocumentStubs
import SourceTexts
import TestSupport
import Testing
import WireFormats

@Suite("Samples for published documents", .enabled(if: !SharedCases.documents.isEmpty))
struct SharedDocumentSamplesTests {
    @Test("Every successful body is valid against its schema", arguments: SharedCases.documents)
    func bodiesAreValid(name: String) throws {
        let document = try APIDocument(SourceText(file: SharedCases.document(name)))
        let generator = SampleGenerator(document: document)
        for operation in document.operations {
            guard let schema = operation.success?.json?.schema else { continue }
            let sample = try generator.sample(for: schema, seed: operation.path.text)
            #expect(sample.violations.isEmpty, "\(operation.id)")
        }
    }

    @Test(
        "Rows differ in id, name and e-mail",
        arguments: ["petstore-3.0.4.yaml", "museum.yaml", "readme-3.1-train-travel.json"])
    func rowsDiffer(name: String) throws {
        let document = try APIDocument(SourceText(file: SharedCases.document(name)))
        let generator = SampleGenerator(document: document)
        for operation in document.operations {
            guard let schema = operation.success?.json?.schema, let pointer = document.list(of: operation)?.rows else {
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
