import DemoManager
import Testing

@Suite("Event streams")
struct EventStreamTests {
    @Test("An event reaches the client before the server sends the next one") func events() async throws {
        let upstream = try await TestServer.start { _ in
            .init(
                raw: "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "9\r\ndata: 1\n\n\r\n", keepsAlive: true)
        }
        try await withGateway(upstream: upstream) { _, manager in
            manager.isEnabled = false
        } _: { gateway in
            let client = try await RawClient(port: gateway.port)
            client.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let reply = await client.text { $0.contains("data: 1\n\n") }
            #expect(reply.contains("Content-Type: text/event-stream\r\n") && reply.contains("data: 1\n\n"))
            await client.close()
        }
    }
}
