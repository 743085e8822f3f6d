import APIDocument
import DemoManager
import DemoManagerFiles
import Foundation
import SourceTexts
import TestSupport
import Testing

@testable import DocumentStubs

@Suite("Stubs that a user can edit") struct EditableStubsTests {
    /// The first page is a stub, other pages and filters stay the document's.
    @Test("A list's first page is a stub; other pages, sizes and filters are not") func pages() throws {
        let document = try Self.document("GET /pets?page:integer=1&per_page:integer=10&kind&note listPets -> [Pet]")
        let stub = try #require(EditableStubs(document).stubs[0].stubs.first)
        let names = Dictionary(
            uniqueKeysWithValues: stub.request.queryParameters.map { ($0.name, $0.matcher.description) })
        #expect(names["page"] == "absent or \"0\" or \"1\"")
        #expect(names["per_page"] == "absent or \"10\"")
        #expect(names["kind"] == "absent")
        #expect(names["note"] == nil)
        try Self.answersAlike(
            document,
            ["/pets", "/pets?page=1", "/pets?page=2", "/pets?per_page=3", "/pets?kind=cat", "/pets?note=x&page=6"])
    }

    @Test("A list with the URL of its next page is also a stub, with a placeholder host in the URL")
    func nextAddress() throws {
        let document = try Self.document("GET /pets?page:integer listPets -> {next: uri nullable, results!: [Pet]}")
        let reply = try #require(EditableStubs(document).stubs[0].stubs.first?.sequence.first?.reply)
        let body = try JSONValue(parsing: reply.body)
        #expect(body["results"]?.arrayValue?.isEmpty == false)
        #expect(body["next"] == "http://localhost/pets?page=2")
        try Self.answersAlike(document, ["/pets", "/pets?page=2", "/pets?page=3"])
    }

    @Test("One row is a stub, every other row comes from the document; of two paths the plainer one answers")
    func rows() throws {
        let document = try Self.document(
            """
            GET /pets listPets -> [Pet] example=[{id: 7, name: Rex}, {id: 8, name: Bo}]
            GET /pets/mine myPet -> Pet
            GET /pets/{petId:} getPet -> Pet -> 404 example={error: gone}
            DELETE /pets/{petId:} deletePet -> 204
            GET /pets/{petId:}/visits listVisits -> [{id: integer}]
            """)
        let all = EditableStubs(document).stubs
        let stubs = all[2].stubs
        #expect(stubs[0].request.pathParameters.map(\.matcher.description) == ["\"7\""])
        #expect(stubs[1].name == "notFound" && !stubs[1].isEnabled)
        try Self.answersAlike(
            document, ["/pets", "/pets/7", "/pets/8", "/pets/9", "/pets/mine", "/pets/7/visits", "/pets/9/visits"])
        #expect(all[3].stubs.first?.request.pathParameters.isEmpty == true)
    }

    // Of twins one is enough.
    @Test(
        "Every sample document answers alike with and without stub files",
        arguments: SharedCases.documents.filter { $0.hasSuffix(".yaml") })
    func shared(name: String) throws {
        // Some hold nothing to answer; that they are refused is another test's.
        guard let document = try? APIDocument(SourceText(file: SharedCases.document(name))) else { return }
        var found = PathValues(document)
        let paths = document.operations.filter { $0.method == .get }.prefix(12).flatMap { operation -> [String] in
            let values = found.values(of: operation, body: [])
            let others = values.mapValues { _ in "5" }
            return [values, others].compactMap { operation.path.expanded($0) }.flatMap { [$0, $0 + "?page=2&limit=3"] }
        }
        try Self.answersAlike(document, paths)
    }

    @Test("Writes are answered and remembered alike with and without stub files") func writes() throws {
        let document = try Self.document(
            """
            GET /pets -> [Pet]
            POST /pets Pet -> Pet
            GET /pets/{petId:} -> Pet
            PUT /pets/{petId:} Pet -> Pet
            """)
        let (plain, edited) = try Self.managers(document)
        for manager in [plain, edited] { manager.memory = RememberedData(document) }
        func answers(_ method: HTTPRequest.Method, _ path: String, _ body: String = "") -> Set<String?> {
            let request = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path)
            return Set([plain, edited].map { Self.answer($0, request, body)?.json })
        }
        let made = answers(.post, "/pets", "{\"name\": \"Rex\"}")
        #expect(made.count == 1 && made.first??.contains("kind") == false && made.first??.contains("Rex") == true)
        #expect(answers(.put, "/pets/1", "{\"id\": 1, \"name\": \"Bo\"}") == ["{\"id\":1,\"name\":\"Bo\"}"])
        #expect(answers(.get, "/pets/1") == ["{\"id\":1,\"name\":\"Bo\"}"] && answers(.get, "/pets").count == 1)
    }

    /// Asks for these paths with the document's stubs alone, and with the editable ones, written and read again.
    private static func answersAlike(_ document: APIDocument, _ paths: [String]) throws {
        let (plain, edited) = try managers(document)
        for path in paths {
            for fields in [[:], [HTTPField.Name("Prefer")!: "code=404"]] as [HTTPFields] {
                let request = HTTPRequest(
                    method: .get, scheme: "http", authority: "localhost", path: path, headerFields: fields)
                let (one, other) = (Self.answer(plain, request), Self.answer(edited, request))
                // Addresses in a file are paths: who wrote it does not know which server is called.
                let (led, read) = (one?.json.atNoServer, other?.json.atNoServer)
                #expect(one?.status == other?.status && led == read, "\(path) \(fields)")
            }
        }
    }

    /// A manager with the document's stubs alone, and one with the editable ones besides, written and read again.
    private static func managers(_ document: APIDocument) throws -> (plain: DemoManager, edited: DemoManager) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("editable-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (index, entry) in EditableStubs(document).stubs.enumerated() {
            let text = try MappingWriter().text(of: entry.stubs)
            try Data(text.utf8).write(to: folder.appendingPathComponent("\(index).json"))
        }
        let (plain, edited) = (DemoManager(), DemoManager())
        for manager in [plain, edited] {
            _ = try manager.add(DocumentStubs(document).stubs)
            manager.isEnabled = true
        }
        edited.loadStubs(folder: folder.path, fixtures: folder.path)
        #expect(edited.problems.isEmpty, "\(edited.problems.map(\.description))")
        return (plain, edited)
    }

    private static func answer(_ manager: DemoManager, _ request: HTTPRequest, _ body: String = "") -> (
        status: Int, json: String
    )? {
        let decision = manager.decide(request, body: Array(body.utf8), call: Call(id: 1, mode: .demo))
        guard case .stub(let reply, _) = decision.action else { return nil }
        return (reply.status.code, String(decoding: reply.body, as: UTF8.self))
    }

    private static func document(_ operations: String) throws -> APIDocument {
        try APIDocument(inline: operations + "\nPet = {id!: integer, name!: string, kind: {enum: [cat, dog]}}")
    }
}

extension String {
    fileprivate var atNoServer: String { replacing("http://localhost", with: "") }
}
