import DemoManager
import Foundation
import Testing

/// Where one reply ends and the next begins (RFC 9112 section 6.3).
@Suite("One request after the other on a connection")
struct KeptConnectionTests {
    private static func request(_ path: String, _ headers: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n"
    }

    @Test("The connection stays, and the second request gets its own answer")
    func second() async throws {
        try await withGateway { _, manager in
            try manager.add(.get, "/first", Reply(body: Array("one".utf8)))
            try manager.add(.get, "/second", Reply(body: Array("two".utf8)))
        } _: { gateway in
            let client = try await RawClient(port: gateway.port)
            client.send(Self.request("/first"))
            let first = await client.text { $0.hasSuffix("one") }
            #expect(!first.contains("Connection:"))
            client.send(Self.request("/second", "Connection: close\r\n"))
            let both = await client.text()
            #expect(both.hasPrefix(first + "HTTP/1.1 200 ") && both.hasSuffix("two"))
            await client.close()
        }
    }

    @Test("A refusal ends no connection")
    func refused() async throws {
        try await withGateway { _, manager in
            try manager.add(.get, "/me", Reply(body: Array("me".utf8)))
        } _: { gateway in
            let client = try await RawClient(port: gateway.port)
            client.send(Self.request("/nope"))
            let refusal = await client.text { $0.hasSuffix("}") }
            #expect(refusal.hasPrefix("HTTP/1.1 404 "))
            client.send(Self.request("/me", "Connection: close\r\n"))
            let both = await client.text()
            #expect(both.hasPrefix(refusal + "HTTP/1.1 200 ") && both.hasSuffix("me"))
            await client.close()
        }
    }

    @Test(
        "A reply that has no body sends none, whatever its stub says: the next reply follows its head",
        arguments: [204, 304])
    func bodiless(status: Int) async throws {
        try await withGateway { _, manager in
            let reply = Reply(status: status, headers: [.contentLength: "6"], body: Array("hidden".utf8))
            try manager.add(.get, "/none", reply)
            try manager.add(.get, "/me", Reply(body: Array("me".utf8)))
        } _: { gateway in
            let text = try await gateway.exchange(
                Self.request("/none") + Self.request("/me", "Connection: close\r\n"))
            let parts = text.components(separatedBy: "\r\n\r\n")
            try #require(parts.count == 3)
            #expect(parts[0].hasPrefix("HTTP/1.1 \(status) ") && !parts[0].contains("Content-Length"))
            #expect(parts[1].hasPrefix("HTTP/1.1 200 ") && parts[2] == "me")
        }
    }
}
