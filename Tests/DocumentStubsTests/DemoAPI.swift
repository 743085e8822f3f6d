import APIDocument
import DemoManager
import DocumentStubs
import HTTPTypes
import JSONText

/// A document in demo mode, with its memory.
struct DemoAPI {
    private let manager = DemoManager(configuration: .init(unmatched: .error))

    /// - Parameters:
    ///   - paths: what stands under `paths`, in YAML's short form.
    ///   - schemas: what stands under `components/schemas`.
    init(_ paths: [String], schemas: [String] = [], negotiates: Bool = false) throws {
        let text = """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths:
            \(paths.map { "  " + $0 }.joined(separator: "\n"))
            components:
              schemas:
            \((schemas + ["None: {}"]).map { "    " + $0 }.joined(separator: "\n"))
            """
        let document = try APIDocument(SourceText(name: "t.yaml", bytes: Array(text.utf8)))
        try manager.add(DocumentStubs(document, negotiates: negotiates).stubs)
        manager.memory = RememberedData(document)
    }

    /// The reply to a request; nil where no stub answers.
    func reply(
        _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil, accept: String? = nil
    ) -> StubReply? {
        var request = HTTPRequest(method: method, scheme: "http", authority: "x", path: path)
        request.headerFields[.accept] = accept
        let call = Call(id: 1, session: "demo", mode: .demo)
        guard
            case .stub(let reply, _) = manager.decide(request, body: body?.bytes(.compact) ?? [], call: call).action
        else { return nil }
        return reply
    }

    /// The JSON of a reply; null where there is none.
    func send(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil) throws -> JSONValue {
        guard let reply = reply(method, path, body), !reply.body.isEmpty else { return .null }
        return try JSONValue(parsing: reply.body)
    }
}
