import DemoGateway
import DemoManager
import LoopbackPorts
import Testing

/// A request on a connection of its own, and the reply that it must get.
struct MockExchange: Sendable {
    let message: String
    let status: Int?
    let texts: [String]
    let absent: [String]
    let end: String

    /// - Parameters:
    ///   - request: method and target: `GET /things?limit=1`.
    ///   - headers: header fields, as `Name: value`.
    ///   - texts: the reply contains each of these, in head or body.
    ///   - absent: the reply contains none of these.
    ///   - end: the reply's last characters.
    init(
        _ request: String, _ headers: String..., host: String = "localhost", body: String? = nil, status: Int = 200,
        says texts: String..., lacks absent: [String] = [], ends end: String = ""
    ) {
        let length = body.map { ["Content-Length: \($0.utf8.count)"] } ?? []
        let lines = ["\(request) HTTP/1.1", "Host: \(host)"] + headers + length + ["Connection: close", "", ""]
        message = lines.joined(separator: "\r\n") + (body ?? "")
        (self.status, self.texts, self.absent, self.end) = (status, texts, absent, end)
    }

    /// Sends bytes as they are.
    init(raw: String, status: Int? = nil, says texts: String..., lacks absent: [String] = [], ends end: String = "") {
        (message, self.status, self.texts, self.absent, self.end) = (raw, status, texts, absent, end)
    }
}

extension TestGateway {
    /// Sends the requests one after the other and compares the replies.
    func expect(_ exchanges: MockExchange..., at place: SourceLocation = #_sourceLocation) async throws {
        try await expect(exchanges, at: place)
    }

    func expect(_ exchanges: [MockExchange], at place: SourceLocation = #_sourceLocation) async throws {
        for each in exchanges {
            let reply = try await exchange(each.message)
            let isRight =
                (each.status == nil || reply.hasPrefix("HTTP/1.1 \(each.status ?? 0) "))
                && each.texts.allSatisfy { reply.contains($0) } && !each.absent.contains { reply.contains($0) }
                && reply.hasSuffix(each.end)
            #expect(isRight, "\(each): \(reply.prefix(2_000))", sourceLocation: place)
        }
    }
}

/// Compares a mock server of a document, with its checks, with a table of exchanges.
func expectReplies(
    of document: String, below prefix: String = "", sourceLocation: SourceLocation = #_sourceLocation,
    _ exchanges: MockExchange...
) async throws {
    try await withMock(document, below: prefix) { try await $0.expect(exchanges, at: sourceLocation) }
}

/// A stub in code.
struct TestStub: Sendable {
    let method: HTTPRequest.Method
    let path: String
    let reply: Reply

    static func get(_ path: String, _ reply: Reply = Reply()) -> TestStub {
        .init(method: .get, path: path, reply: reply)
    }
    static func get(_ path: String, _ body: String) -> TestStub { .get(path, Reply(body: Array(body.utf8))) }
    static func head(_ path: String, _ body: String) -> TestStub {
        .init(method: .head, path: path, reply: Reply(body: Array(body.utf8)))
    }
    static func post(_ path: String, _ reply: Reply = Reply()) -> TestStub {
        .init(method: .post, path: path, reply: reply)
    }
}

/// Runs `body` with a gateway that answers from stubs.
func withStubs(
    _ stubs: TestStub..., configure: (inout GatewayConfiguration) throws -> Void = { _ in },
    _ body: (TestGateway) async throws -> Void
) async throws {
    try await withGateway { configuration, manager in
        for stub in stubs { try manager.add(stub.method, stub.path, stub.reply) }
        try configure(&configuration)
    } _: {
        try await body($0)
    }
}

/// Runs `body` with a gateway in front of a server, with demo off.
func withServer(
    _ answer: @escaping LoopbackServer.Answer = { _ in .init(body: "live") },
    configure: (inout GatewayConfiguration) throws -> Void = { _ in },
    _ body: (TestGateway, LoopbackServer) async throws -> Void
) async throws {
    let upstream = try await LoopbackServer.start(answer)
    try await withGateway(upstream: upstream) { configuration, manager in
        manager.isEnabled = false
        try configure(&configuration)
    } _: {
        try await body($0, upstream)
    }
}
