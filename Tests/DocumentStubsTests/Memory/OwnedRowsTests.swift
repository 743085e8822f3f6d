import APIDocument
import DemoManager
import DocumentStubs
import Foundation
import HTTPTypes
import JSONText
import Testing

/// Rows of a list that open below the name of their owner: `/user/repos` and `/repos/{owner}/{repo}`.
@Suite struct OwnedRowsTests {
    private static let document = """
        openapi: 3.0.3
        info: {title: Forge, version: '1'}
        paths:
          /user/repos:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Repo'}}}}}}}
            post: {requestBody: {content: \(repo)}, responses: {'201': {description: made, content: \(repo)}}}
          /repos/{owner}/{repo}:
            parameters: [{name: owner, in: path, required: true, schema: {type: string}}, {name: repo, in: path, required: true, schema: {type: string}}]
            get: {responses: {'200': {description: ok, content: \(repo)}}}
            patch: {requestBody: {content: \(repo)}, responses: {'200': {description: ok, content: \(repo)}}}
            delete: {responses: {'204': {description: gone}}}
          /years/{year}/{month}:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {month: {type: string}, rain: {type: integer}}}}}}}}
            patch: {requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {'200': {description: ok}}}
        components:
          schemas:
            Repo:
              type: object
              required: [id, name, owner]
              properties: {id: {type: integer}, name: {type: string}, note: {type: string}, owner: {type: object, required: [login], properties: {login: {type: string}, id: {type: integer}}}}
        """
    private static let repo = "{application/json: {schema: {$ref: '#/components/schemas/Repo'}}}"

    private let manager = DemoManager(configuration: .init(unmatched: .error))

    init() throws {
        let document = try APIDocument(SourceText(name: "t.yaml", bytes: Array(Self.document.utf8)))
        try manager.add(DocumentStubs(document).stubs)
        manager.memory = RememberedData(document)
    }

    private func send(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil) -> JSONValue? {
        let request = HTTPRequest(method: method, scheme: "http", authority: "x", path: path)
        let call = Call(id: 1, session: "demo", mode: .demo)
        let decision = manager.decide(request, body: body?.bytes(.compact) ?? [], call: call)
        guard case .stub(let reply, _) = decision.action else { return nil }
        return try? JSONValue(parsing: reply.body)
    }

    private func path(_ row: JSONValue) -> String {
        let parts = [row["owner"]?["login"], row["name"]].map { $0?.scalarText ?? "" }
        return "/repos/"
            + parts.map { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }.joined(separator: "/")
    }

    @Test(
        "A row opens as what the list shows; what is changed and deleted there is so in the list, and what is added opens"
    )
    func rows() throws {
        let rows = try #require(send(.get, "/user/repos")?.arrayValue)
        let row = try #require(rows.dropFirst().first)
        #expect(send(.get, path(row)) == row)
        _ = send(.patch, path(row), ["note": "changed"])
        #expect(send(.get, "/user/repos")?.arrayValue?[1]["note"] == "changed")
        _ = send(.delete, path(rows[0]))
        #expect(send(.get, "/user/repos")?.arrayValue?[0]["name"] == row["name"])
        let added = try #require(send(.post, "/user/repos", ["name": "mine", "note": "n"]))
        #expect(added["name"] == "mine")
        #expect(send(.get, path(added)) == added)
    }

    @Test("What no list shows is told apart by its whole path")
    func unlisted() {
        _ = send(.patch, "/years/2025/may", ["rain": 7])
        #expect(send(.get, "/years/2025/may")?["rain"] == 7)
        #expect(send(.get, "/years/2026/may")?["rain"] != 7)
    }
}
