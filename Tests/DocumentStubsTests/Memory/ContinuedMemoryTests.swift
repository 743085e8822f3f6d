import APIDocument
import DemoManager
import DocumentStubs
import Testing
import WireFormats

/// Writes that are remembered over a change of the document.
@Suite struct ContinuedMemoryTests {
    private let manager = DemoManager(configuration: .init(unmatched: .error))

    private func use(_ resources: [String: String], continuing other: RememberedData?) throws -> RememberedData {
        let body = "content: {application/json: {schema: {type: object, properties: "
        let paths = resources.sorted { $0.key < $1.key }.map { name, members in
            """
              /\(name):
                get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/rows/\(name)'}}}}}}
                post:
                  requestBody: {\(body)\(members)}}}}
                  responses: {'201': {description: ok, \(body)\(members)}}}}}
            """
        }
        let rows = resources.map { "  \($0): {type: array, items: {type: object, properties: \($1)}}" }
        let text = "openapi: 3.1.0\npaths:\n\(paths.joined(separator: "\n"))\nrows:\n\(rows.joined(separator: "\n"))\n"
        let document = try APIDocument(inline: text)
        let memory = other.map { RememberedData(document, continuing: $0) } ?? RememberedData(document)
        try manager.use(APIDescription(stubs: DocumentStubs(document).stubs, memory: memory))
        return memory
    }

    private func send(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil) throws -> JSONValue {
        let request = HTTPRequest(method: method, scheme: "http", authority: "x", path: path)
        let call = Call(id: 1, session: "demo", mode: .demo)
        let decision = manager.decide(request, body: body?.bytes(.compact), call: call)
        guard case .stub(let reply, _) = decision.action else { return .null }
        return try JSONValue(parsing: reply.body)
    }

    @Test("Added rows stay in a list that both documents have; other writes are forgotten")
    func writes() throws {
        let members = "{id: {type: integer}, name: {type: string}}"
        let first = try use(["pets": members, "owners": members], continuing: nil)
        _ = try send(.post, "/pets", ["name": "Rex"])
        _ = try send(.post, "/owners", ["name": "Ann"])
        let second = try use(
            ["pets": "{id: {type: integer}, name: {type: string}, kind: {type: string}}"], continuing: first)
        #expect(try send(.get, "/pets").arrayValue?.first?["name"] == "Rex")
        #expect(try send(.get, "/pets").arrayValue?.last?["kind"] != nil)
        second.forgetOthers()
        #expect(second.remembered.map(\.path) == ["/pets"])
    }
}
