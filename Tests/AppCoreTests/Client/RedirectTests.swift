import HTTPTypes
import LoopbackPorts
import NIOHTTP1
import Testing

@testable import AppCore

@Suite("Redirects") struct RedirectTests {
    private let secrets: HTTPFields = [
        .authorization: "Bearer s", .cookie: "a=b", .init("X-Api-Key")!: "k", .init("X-Session-Key")!: "k",
        .accept: "application/json",
    ]

    private func found(_ location: String, status: Int = 302) -> LoopbackServer.Reply {
        .init(status: status, headers: [("Location", location)])
    }

    @Test("The same origin keeps its credentials; relative targets are resolved") func sameOrigin() async throws {
        let first = found("../b?c=%2F")
        let server = try await LoopbackServer.start { $0.uri == "/a/x" ? first : .init(body: "ok") }
        let response = try await exchange(get("/a/x", at: server, headers: secrets)).get()
        #expect(response.body == Array("ok".utf8))
        #expect(server.requests[1].line == "GET /b?c=%2F ")
        #expect(server.requests[1].headers["Authorization"] == ["Bearer s"])
    }

    @Test("Another origin gets no credentials, even if only the port differs") func otherOrigin() async throws {
        let other = try await LoopbackServer.start()
        let away = found(other.url("/b"))
        let server = try await LoopbackServer.start { _ in away }
        _ = try await exchange(get(at: server, headers: secrets)).get()
        let headers = other.requests[0].headers
        for secret in secrets where secret.name != .accept { #expect(headers[secret.name.rawName].isEmpty) }
        #expect(headers["Accept"] == ["application/json"])
    }

    @Test("A loop ends after ten redirects") func loop() async throws {
        let again = found("/")
        let server = try await LoopbackServer.start { _ in again }
        let error = await exchange(get(at: server)).error
        #expect(error?.kind == .connection(.invalidReply))
        #expect(server.requests.count == 11)
    }

    @Test("Only http and https are followed", arguments: ["file:///etc/passwd", "ftp://x/", "javascript:1"])
    func scheme(location: String) async throws {
        let reply = found(location)
        let server = try await LoopbackServer.start { _ in reply }
        let error = await exchange(get(at: server)).error
        #expect(error?.kind == .connection(.invalidReply))
    }

    @Test("303 and a moved POST become GET without body; 307 repeats both", arguments: [301, 302, 303, 307, 308])
    func method(status: Int) async throws {
        let first = found("/b", status: status)
        let server = try await LoopbackServer.start { $0.uri == "/" ? first : .init(body: "ok") }
        var request = get(at: server, headers: [.contentType: "text/plain"])
        request.method = .post
        _ = try await exchange(request, body: Array("x".utf8)).get()
        #expect(server.requests[1].line == (status < 307 ? "GET /b " : "POST /b x"))
    }

    @Test("A body is not sent to another origin: the redirect is shown as it is")
    func bodyElsewhere() async throws {
        let other = try await LoopbackServer.start()
        let away = found(other.url("/"), status: 307)
        let server = try await LoopbackServer.start { _ in away }
        var request = get(at: server)
        request.method = .post
        let response = try await exchange(request, body: Array("password=x".utf8)).get()
        #expect(response.status == 307)
        #expect(other.requests.isEmpty)
    }

    @Test(
        "A redirect from https to http is refused, with any status and host; one to https is followed",
        arguments: [301, 302, 303, 307, 308])
    func downgrade(status: Int) throws {
        let request = HTTPRequest(method: .get, scheme: "https", authority: "api.test", path: "/a")
        func next(_ location: String) throws(APIError) -> Redirect.Hop? {
            let response = HTTPResponse(status: .init(code: status), headerFields: [.location: location])
            return try Redirect.next(after: response, to: Redirect.Hop(request: request, body: nil))
        }
        for location in ["http://api.test/b", "HTTP://api.test/b", "http://other.test/"] {
            let error = #expect(throws: APIError.self) { try next(location) }
            #expect(error?.kind == .connection(.invalidReply))
        }
        for location in ["/b", "//api.test/b", "https://api.test/b"] {
            #expect(try next(location)?.request.scheme == "https")
        }
    }
}
