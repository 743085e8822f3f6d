import APIDocument
import DemoManager
import DocumentStubs
import HTTPTypes
import WireFormats

/// A document in demo mode, with its memory.
struct DemoAPI {
    private let manager = DemoManager(configuration: .init(unmatched: .error))

    /// - Parameters:
    ///   - paths: what stands under `paths`, in YAML's short form.
    ///   - schemas: the lines of `components/schemas`.
    ///   - remembers: false for demo mode without a memory.
    init(_ paths: [String], schemas: [String] = [], negotiates: Bool = false, remembers: Bool = true) throws {
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
        if remembers { manager.memory = RememberedData(document) }
    }

    /// Adds a stub that somebody wrote.
    func add(_ stub: Stub) throws { try manager.add(stub) }

    /// The reply to a request; nil where no stub answers.
    func reply(
        _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil, accept: String? = nil
    ) -> StubReply? {
        var request = HTTPRequest(method: method, scheme: "http", authority: "x", path: path)
        request.headerFields[.accept] = accept
        return reply(request, body?.bytes(.compact) ?? [])
    }

    private func reply(_ request: HTTPRequest, _ body: [UInt8]) -> StubReply? {
        let call = Call(id: 1, session: "demo", mode: .demo)
        guard case .stub(let reply, _) = manager.decide(request, body: body, call: call).action else { return nil }
        return reply
    }

    /// The JSON of the reply to a form, or to a body of another type; null where there is none.
    func form(
        _ method: HTTPRequest.Method, _ path: String, _ fields: String,
        type: String = "application/x-www-form-urlencoded"
    ) throws -> JSONValue {
        var request = HTTPRequest(method: method, scheme: "http", authority: "x", path: path)
        request.headerFields[.contentType] = type
        guard let reply = reply(request, Array(fields.utf8)), !reply.body.isEmpty else { return .null }
        return try JSONValue(parsing: reply.body)
    }

    /// The JSON of a reply; null where there is none.
    func send(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil) throws -> JSONValue {
        guard let reply = reply(method, path, body), !reply.body.isEmpty else { return .null }
        return try JSONValue(parsing: reply.body)
    }
}
