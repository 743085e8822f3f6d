import DemoManager
import HTTPTypes
import Synchronization
import Testing
import WireFormats

@testable import AppCore
@testable import DemoTUI

@Suite("Passed calls") struct PassedCallsTests {
    private func passed() -> PassedCalls.Passed {
        let request = HTTPRequest(method: .get, scheme: "https", authority: "h", path: "/")
        let decision = DemoManager().decide(request, call: Call(id: 1, mode: .demo))
        return PassedCalls.Passed(exchange: decision.exchange, reason: .unmatched)
    }

    @Test("A call that starts again takes its exchange, once") func once() {
        let calls = PassedCalls()
        let context = CallContext(session: .live)
        calls.insert(context, passed())
        #expect(calls.take(context) != nil)
        #expect(calls.take(context) == nil)
    }

    @Test("Calls that never start again are forgotten, the oldest first") func bounded() {
        let calls = PassedCalls()
        let contexts = (0...PassedCalls.limit).map { _ in CallContext(session: .live) }
        for context in contexts { calls.insert(context, passed()) }
        #expect(calls.take(contexts[0]) == nil)
        #expect(contexts.dropFirst().allSatisfy { calls.take($0) != nil })
    }
}

@Suite("Paths in lists") struct ShownPathTests {
    @Test(
        "Only the server's path is omitted",
        arguments: [
            ("POST /api/v1/tickets", "POST /tickets"), ("/api/v1/tickets?a=1", "/tickets?a=1"),
            ("GET /api/v1x/tickets", "GET /api/v1x/tickets"), ("GET /other", "GET /other"), ("/api/v1", "/api/v1"),
        ])
    func text(text: String, shown: String) {
        #expect(ShownPath.text(text, below: "/api/v1") == shown)
        #expect(ShownPath.text(text, below: "") == text)
    }
}

/// Answers everything with 200 and keeps what it was given.
final class Wire: Transport {
    private let sent = Mutex<[(request: HTTPRequest, body: [UInt8]?, session: Session)]>([])
    var all: [(request: HTTPRequest, body: [UInt8]?, session: Session)] { sent.withLock { $0 } }

    func send(_ request: HTTPRequest, body: [UInt8]?, context: CallContext) async throws(APIError) -> APIResponse {
        sent.withLock { $0.append((request, body, context.session)) }
        return APIResponse(head: HTTPResponse(status: .ok), body: Array("{}".utf8), duration: .zero)
    }
}

@Suite("Stubs that forward to another server") struct ProxyTests {
    /// Sends one call of the demo session whose stub forwards to `base`; the API is `api.example`, really at `real.example`,
    /// and starts when it is asked for.
    private func call(
        _ base: String, policy: UnmatchedPolicy = .guard, body: String = "{}", on wire: Wire
    ) async throws -> (manager: DemoManager, isStarted: Bool) {
        let isStarted = Mutex(false)
        let manager = DemoManager(configuration: .init(unmatched: policy))
        manager.isEnabled = true
        var reply = Reply()
        reply.proxyBase = try ProxyBase(base)
        try manager.add(Stub(request: RequestPattern(url: .path("/v1/me")), replies: [reply]))
        let display = try BaseURL("https://api.example/v1")
        let auth = AuthMiddleware(
            base: display, schemes: ["": AuthScheme()], requirements: { _ in nil }, credentials: { _, _ in nil })
        await auth.preload(Tokens(access: "demo token", refresh: nil), for: .demo)
        await auth.preload(Tokens(access: "live token", refresh: nil), for: .live)
        let client = APIClient(
            displayBase: display,
            baseURL: {
                isStarted.withLock { $0 = true }
                return try BaseURL("http://real.example:3000")
            },
            middlewares: [auth, DemoMiddleware(manager: manager)], transport: wire)
        _ = try await client.send(
            Endpoint(method: .put, path: "/me", body: Array(body.utf8)), in: CallContext(session: .demo))
        return (manager, isStarted.withLock { $0 })
    }

    @Test("A call is sent to the other server with its body, and without session tokens") func foreign() async throws {
        let wire = Wire()
        let (manager, isStarted) = try await call("http://other.example/x/", on: wire)
        #expect(!isStarted)
        #expect(wire.all.count == 1)
        let sent = try #require(wire.all.first)
        #expect(sent.request.authority == "other.example" && sent.request.path == "/x/v1/me")
        #expect(sent.request.method == .put && sent.body == Array("{}".utf8))
        #expect(sent.request.headerFields[.authorization] == nil && sent.session == .demo)
        #expect(manager.journal.exchanges.map(\.outcome?.end) == [.status(200)])
    }

    @Test("A call forwarded to the API itself reaches the real server, in the live session") func own() async throws {
        let wire = Wire()
        let (manager, isStarted) = try await call("https://api.example:443", on: wire)
        let sent = try #require(wire.all.first)
        #expect(wire.all.count == 1 && sent.session == .live)
        #expect(sent.request.authority == "real.example:3000" && sent.request.path == "/me")
        #expect(sent.request.headerFields[.authorization] == "Bearer live token")
        #expect(manager.journal.exchanges.count == 1 && isStarted)
    }

    @Test("A forwarding stub is refused under error") func forbidden() async throws {
        let wire = Wire()
        let error = await #expect(throws: APIError.self) {
            _ = try await call("http://other.example", policy: .error, on: wire)
        }
        #expect(error?.userMessage.contains("/v1/me to http://other.example") == true, "\(String(describing: error))")
        #expect(wire.all.isEmpty)
    }

    @Test("A secret in the body is not sent to another server", arguments: ["{\"password\":\"x\"}", "refresh_token=x"])
    func secret(_ body: String) async throws {
        let wire = Wire()
        let error = await #expect(throws: APIError.self) {
            _ = try await call("http://other.example", body: body, on: wire)
        }
        #expect(error?.userMessage.contains("http://other.example") == true, "\(String(describing: error))")
        #expect(wire.all.isEmpty)
        _ = try await call("https://api.example", body: body, on: wire)
        #expect(wire.all.count == 1)
    }

    @Test("The journal shows the forwarded URL") func journal() async throws {
        let (manager, _) = try await call("http://other.example/x", on: Wire())
        let journal = DemoJournal(manager: manager, address: ServerAddress())
        let exchange = try #require(manager.journal.exchanges.last)
        #expect(journal.url(of: exchange.id) == "http://other.example/x/v1/me")
        #expect(ExchangeRow(exchange).decision == "forwarded")
    }
}
