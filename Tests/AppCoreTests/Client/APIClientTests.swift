import HTTPTypes
import NIOConcurrencyHelpers
import Testing
import WireFormats

@testable import AppCore

/// A middleware made of a closure.
struct Step: Middleware {
    let body: @Sendable (HTTPRequest, [UInt8]?, CallContext, @escaping Next) async throws -> APIResponse

    init(_ body: @escaping @Sendable (HTTPRequest, [UInt8]?, CallContext, @escaping Next) async throws -> APIResponse) {
        self.body = body
    }

    func respond(to request: HTTPRequest, body: [UInt8]?, context: CallContext, next: @escaping Next) async throws
        -> APIResponse
    {
        try await self.body(request, body, context, next)
    }
}

@Suite("The client's chain", .timeLimit(.minutes(5))) struct APIClientTests {
    @Test("Common headers are sent, and a call's own headers replace them") func headers() async throws {
        let transport = StubTransport(answer(200, "{}"))
        var client = try APIClient(transport)
        client.commonHeaders = [.accept: "application/json", .userAgent: "demo"]
        _ = try await client.send(Endpoint(path: "/x", headers: [.accept: "text/csv"]), in: .test)
        #expect(transport.sent[0].request.headerFields == [.accept: "text/csv", .userAgent: "demo"])
    }

    @Test("Path and query are encoded once and joined to the base") func url() async throws {
        let transport = StubTransport(answer(200, "{}"))
        let query = [QueryItem("q", "a&b =+ü"), QueryItem("flag", nil)]
        _ = try await APIClient(transport).send(Endpoint(path: "/a%2Fb/ü//c", query: query), in: .test)
        #expect(transport.sent[0].request.path == "/v1/a%2Fb/%C3%BC//c?q=a%26b%20%3D%2B%C3%BC&flag")
    }

    @Test("Middlewares see the document's server; only the transport sees the resolved one")
    func display() async throws {
        let transport = StubTransport(answer(200, "{}"))
        let seen = NIOLockedValueBox<[String?]>([])
        let client = APIClient(
            displayBase: try BaseURL("https://api.test/v1"), baseURL: { BaseURL(loopbackPort: 9) },
            middlewares: [
                Step { request, body, context, next in
                    seen.withLockedValue { $0.append(request.authority) }
                    return try await next(request, body, context)
                }
            ],
            transport: transport)
        _ = try await client.send(Endpoint(path: "/x"), in: .test)
        #expect(seen.withLockedValue { $0 } == ["api.test"])
        let request = transport.sent[0].request
        #expect(request.scheme == "http" && request.authority == "127.0.0.1:9" && request.path == "/x")
    }

    @Test("A call that a middleware answers does not resolve the server") func lazyBase() async throws {
        let client = APIClient(
            displayBase: try BaseURL("http://api.test"), baseURL: { throw APIError(.connection(.noServer)) },
            middlewares: [Step { _, _, _, _ in reply(200, "[1]") }], transport: StubTransport(answer(500)))
        #expect(try await client.send(Endpoint(path: "/x"), in: .test).json?.arrayValue?.count == 1)
    }

    @Test("A change of session starts the whole chain again, once, with the same id")
    func sessionChange() async throws {
        let transport = StubTransport(answer(200, "{}"))
        let seen = NIOLockedValueBox<[CallContext]>([])
        let switching = Step { request, body, context, next in
            seen.withLockedValue { $0.append(context) }
            if context.session == Session("demo") { throw SessionChange(to: Session("live")) }
            return try await next(request, body, context)
        }
        let context = CallContext(session: Session("demo"))
        _ = try await APIClient(transport, switching).send(Endpoint(path: "/x"), in: context)
        #expect(seen.withLockedValue { $0.map(\.session.key) } == ["demo", "live"])
        #expect(seen.withLockedValue { $0.allSatisfy { $0.id == context.id } })
        #expect(transport.sent.count == 1)
    }

    @Test("A second change of session ends the call") func sessionChangeTwice() async throws {
        let transport = StubTransport(answer(200, "{}"))
        let client = try APIClient(transport, Step { _, _, context, _ in throw SessionChange(to: context.session) })
        let error = await client.failure(Endpoint(path: "/x"))
        guard case .notSent? = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(transport.sent.isEmpty)
    }

    @Test("Errors contain the method and the path, without the query") func located() async throws {
        let client = try APIClient(StubTransport(answer(404)))
        let error = await client.failure(Endpoint(method: .put, path: "/x", query: [.init("a", "b")]))
        #expect(error?.method == .put)
        #expect(error?.path == "/x")
    }

    @Test(
        "A path that cannot be written is refused before anything is sent",
        arguments: ["/a\r\nHost: evil", "/a\0", "x", "/a?b", "/a#b"])
    func badPath(path: String) async throws {
        let transport = StubTransport(answer(200, "{}"))
        let client = try APIClient(transport)
        let error = await client.failure(Endpoint(path: path))
        #expect(error?.kind == .invalidRequest)
        #expect(error?.userMessage.contains("path") == true)
        #expect(transport.sent.isEmpty)
    }

    @Test("A header with a line break is refused by name", arguments: ["a\r\nX: y", "a\n", "\0"])
    func badHeader(value: String) {
        var endpoint = Endpoint(path: "/x")
        let error = #expect(throws: APIError.self) { try endpoint.setHeader("X-Note", to: value) }
        #expect(error?.message.contains("X-Note") == true)
        #expect(throws: APIError.self) { try endpoint.setHeader("X Note", to: "fine") }
    }

    @Test("Cancelling returns at once even if the transport never ends") func cancel() async throws {
        let transport = StubbornTransport()
        let client = try APIClient(transport)
        let call = Task {
            await client.failure(Endpoint(path: "/x"))
        }
        await transport.began.wait()
        call.cancel()
        #expect(await call.value?.kind == .cancelled)
        transport.release.open()
    }

    @Test("A call in a cancelled task sends nothing") func cancelledBefore() async throws {
        let transport = StubTransport(answer(200, "{}"))
        let client = try APIClient(transport)
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await client.failure(Endpoint(path: "/x"))
        }
        #expect(await call.value?.kind == .cancelled)
        #expect(transport.sent.isEmpty)
    }
}
