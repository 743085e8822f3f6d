import APIDocument
import APIModel
import Testing
import WireFormats

@testable import DocumentStubs

@Suite struct RowHomeTests {
    private func document(owner: String) throws -> APIDocument {
        let row = "{type: object, properties: {name: {type: string}, \(owner): {type: string}}}"
        func get(_ schema: String) -> String {
            "{get: {responses: {'200': {description: ok, content: {application/json: {schema: \(schema)}}}}}}"
        }
        let text = """
            openapi: 3.0.3
            paths:
              /user/repos: \(get("{type: array, items: \(row)}"))
              /repos/{owner}/{repo}: \(get(row))
            """
        return try APIDocument(SourceText(name: "t.yaml", bytes: Array(text.utf8)))
    }

    @Test("Where rows live is read off a document once, not for each request")
    func once() throws {
        let document = try document(owner: "owner")
        let without = try self.document(owner: "note")
        let item = try #require(document.operations.last)
        func seed(_ document: APIDocument) -> String {
            RowHome(ofItem: item.path, ["repos", "alice", "site"], isRow: true, in: document).seed
        }
        #expect(seed(document) == "/repos")
        // The links of another document show that they are read no more.
        let copy = try self.document(owner: "owner")
        _ = copy.memo.value { RowLinks(without) }
        #expect(seed(copy) == "/repos/alice")
    }
}
