import DemoManager
import Testing

@Suite("Event streams")
struct EventStreamTests {
    @Test("An event reaches the client before the server sends the next one") func events() async throws {
        try await withServer({ _ in
            .init(
                raw: "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "9\r\ndata: 1\n\n\r\n", keepsAlive: true)
        }) { gateway, _ in
            let request = "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let reply = try await gateway.exchange(request) { $0.contains("data: 1\n\n") }
            #expect(reply.contains("Content-Type: text/event-stream\r\n") && reply.contains("data: 1\n\n"))
        }
    }
}
