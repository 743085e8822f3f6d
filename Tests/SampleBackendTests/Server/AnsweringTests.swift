import SampleBackend
import Testing
import WireFormats

@Suite struct AnsweringTests {
    @Test("HEAD answers like GET, without the body") func head() async throws {
        try await withBackend { client in
            let length = try await client.get("/me").body.count
            let head = try await client.send("HEAD", "/me")
            #expect(head.status == 200)
            #expect(head.headers["content-length"] == String(length))
            #expect(head.body.isEmpty)
        }
    }

    @Test("Latency holds every answer back") func latency() async throws {
        try await withBackend(.init(latency: .milliseconds(50))) { client in
            let began = ContinuousClock.now
            let answer = try await client.get("/nothing")
            #expect(answer.status == 404)
            #expect(ContinuousClock.now - began >= .milliseconds(50))
        }
    }
}
