import APIDocument
import Testing
import WireFormats

@Suite(.enabled(if: SharedDocuments.areHere))
struct SharedDocumentsTests {
    @Test("Every real document with operations is read without an error", arguments: SharedDocuments.names)
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
