import APIDocument
import DemoManager
import Foundation
import SourceTexts
import TestSupport
import Testing
import WireFormats

@testable import DocumentStubs

/// A document in demo mode, with its memory.
struct DemoAPI {
    let document: APIDocument
    let manager = DemoManager(configuration: .init(unmatched: .error))

    /// - Parameters:
    ///   - text: the document as `APIDocument(inline:)` reads it.
    ///   - prefix: the path of the server's URL.
    ///   - limits: nil for demo mode without a memory.
    init(
        _ text: String, below prefix: String = "", negotiates: Bool = false, style: ExampleStyle = .written,
        memory limits: MemoryLimits? = MemoryLimits()
    ) throws {
        document = try APIDocument(inline: text)
        document.use(style)
        try manager.add(DocumentStubs(document, below: prefix, negotiates: negotiates).stubs)
        if let limits { manager.memory = RememberedData(document, below: prefix, limits: limits) }
    }

    /// - Parameters:
    ///   - paths: what stands under `paths`, in YAML's short form.
    ///   - schemas: the lines of `components/schemas`.
    ///   - remembers: false for demo mode without a memory.
    init(_ paths: [String], schemas: [String] = [], negotiates: Bool = false, remembers: Bool = true) throws {
        let text = """
            paths:
            \(paths.map { "  " + $0 }.joined(separator: "\n"))
            components:
              schemas:
            \((schemas + ["None: {}"]).map { "    " + $0 }.joined(separator: "\n"))
            """
        try self.init(text, negotiates: negotiates, memory: remembers ? MemoryLimits() : nil)
    }

    /// The reply to a request; nil where no stub answers.
    func reply(
        _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil, headers: HTTPFields = [:],
        at host: String = "x", as session: String = "demo"
    ) -> StubReply? {
        reply(method, path, body?.bytes(.compact) ?? [], headers: headers, at: host, as: session)
    }

    /// The reply to a request with any body.
    func reply(
        _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8], headers: HTTPFields = [:],
        at host: String = "x", as session: String = "demo", under condition: Condition? = nil
    ) -> StubReply? {
        let request = HTTPRequest(method: method, scheme: "http", authority: host, path: path, headerFields: headers)
        let call = Call(id: 1, session: session, mode: .demo, condition: condition)
        guard case .stub(let reply, _) = manager.decide(request, body: body, call: call).action else { return nil }
        return reply
    }

    /// The JSON of the reply to a form, or to a body of another type.
    func form(
        _ method: HTTPRequest.Method, _ path: String, _ fields: String,
        type: String = "application/x-www-form-urlencoded"
    ) throws -> JSONValue {
        try #require(reply(method, path, Array(fields.utf8), headers: [.contentType: type])).json()
    }

    /// The JSON of a reply, which there must be; null for an empty body.
    @discardableResult func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil, headers: HTTPFields = [:],
        at host: String = "x", as session: String = "demo"
    ) throws -> JSONValue {
        try #require(reply(method, path, body, headers: headers, at: host, as: session), "\(path)").json()
    }

    /// The status of a reply; 0 where no stub answers.
    @discardableResult func status(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil) -> Int {
        reply(method, path, body)?.status.code ?? 0
    }
}

extension RememberedData {
    /// The reply to a request after all writes, for which a stub has an answer.
    @discardableResult func reply(
        to request: HTTPRequest, _ answer: JSONValue? = nil, sending sent: JSONValue? = nil, status: Int = 200,
        headers: HTTPFields = [:], from source: StubSource = .generated, as session: String = "demo"
    ) throws -> StubReply {
        let stub = StubReply(status: .init(code: status), headers: headers, body: answer?.bytes(.compact) ?? [])
        let received = ReceivedRequest(request, body: sent.map { Data($0.bytes(.compact)) } ?? Data())
        var reply = reply(stub, to: received, of: Call(id: 1, session: session, mode: .demo), from: source)
        try reply.finish()
        return reply
    }
}

extension StubReply {
    /// The value of the body; null for an empty one.
    func json() throws -> JSONValue { body.isEmpty ? .null : try JSONValue(parsing: body) }

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
}

extension APIDocument {
    /// A document in YAML, perhaps without `openapi` and `info`, or one with an operation a line.
    init(inline text: String) throws {
        let head = text.hasPrefix("paths:") ? "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n" : ""
        let yaml = text.first?.isUppercase == true ? openAPI(server: nil, text) : head + text
        try self.init(SourceText(name: "t.yaml", bytes: Array(yaml.utf8)))
    }
}

/// The responses of an operation, in YAML: one with a body of this schema, as `json` takes it.
func ok(_ schema: String, _ status: Int = 200) -> String {
    "responses: {'\(status)': {description: ok, \(json(schema))}}"
}

/// The request body of an operation, in YAML, as `json` takes it.
func sent(_ schema: String) -> String { "requestBody: {\(json(schema))}" }

/// A content of JSON, in YAML: `Pet` is a schema of the document, `[Pet]` a list of it, and `{...}` a schema itself.
func json(_ schema: String) -> String {
    func written(_ schema: String) -> String {
        switch schema.first {
        case "{": schema
        case "[": "{type: array, items: \(written(String(schema.dropFirst().dropLast())))}"
        default: "{$ref: '#/components/schemas/\(schema)'}"
        }
    }
    return "content: {application/json: {schema: \(written(schema))}}"
}

/// A generator for schemas of a document of a few lines of YAML.
func generator(schemas: String = "{}") throws -> SampleGenerator {
    SampleGenerator(document: try document(schemas: schemas))
}

/// A document with these schemas.
func document(schemas: String = "{}") throws -> APIDocument {
    try APIDocument(
        inline: """
            paths: {/things: {get: {responses: {'200': {description: OK}}}}}
            components:
              schemas:
                \(schemas.split(separator: "\n").joined(separator: "\n    "))
            """)
}

/// A schema in a line of YAML.
func yaml(_ text: String) throws -> Schema { Schema(try SourceText(name: "s.yaml", bytes: Array(text.utf8)).parse()) }

extension SampleGenerator {
    /// A valid value for a schema in YAML that describes `entity`.
    func value(_ text: String, entity: String = "thing", row: Int = 0) throws -> JSONValue {
        try sample(for: yaml(text), seed: "/test", entity: entity, row: row).value
    }

    /// The values of the first rows of objects with this one member.
    func values(_ name: String, _ schema: String, entity: String = "thing", count: Int = 25) throws -> [JSONValue] {
        let object = "{type: object, required: [\(name)], properties: {\(name): \(schema)}}"
        return try rows(0..<count, of: yaml(object), seed: "/test", entity: entity).compactMap { $0.value[name] }
    }
}
