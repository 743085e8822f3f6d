import Foundation
import Testing

@testable import DemoManager

@Suite struct RespondTests {
    @Test("A stubbed request is answered and recorded; others return nil") func answers() async throws {
        let manager = demoManager(unmatched: .passThrough)
        try manager.addPath("/a", "hi")
        let response = try #require(try await manager.respond(to: .get("/a")))
        #expect(response.head.status == .ok && response.body == Array("hi".utf8))
        #expect(manager.journal.exchanges.last?.outcome?.end == .status(200))
        #expect(try await manager.respond(to: .get("/b")) == nil)
    }

    @Test("faults, errors of code stubs and refusals are thrown, with their messages") func throwing() async throws {
        let manager = demoManager()
        try manager.addPath("/fault", "") { $0.sequence = [SequenceEntry(Reply(fault: .noNetwork))] }
        try manager.stub(.get("/error"), result: .failure(Mine()))
        let fault = await #expect(throws: StubbedFault.self) { try await manager.respond(to: .get("/fault")) }
        #expect(fault?.fault == .noNetwork && fault?.localizedDescription.hasPrefix("no network") == true)
        await #expect(throws: Mine.self) { try await manager.respond(to: .get("/error")) }
        let refusal = await #expect(throws: Refusal.self) { try await manager.respond(to: .get("/none")) }
        #expect(refusal?.kind == .noStub && refusal?.localizedDescription == refusal?.message)
    }
    private struct Mine: Error {}

    @Test("A forwarding stub: respond(to:) refuses, answer(to:) returns the request to send")
    func forwarded() async throws {
        let manager = demoManager(unmatched: .guard)
        let base = try ProxyBase("http://other.example/v1")
        try manager.addPath("/a", "") { $0.sequence = [SequenceEntry(Reply(proxyBase: base))] }
        let refusal = await #expect(throws: Refusal.self) {
            try await manager.respond(to: .get("https://api.example/a?x=1"))
        }
        #expect(refusal?.kind == .forwarded && refusal?.message.contains("answer(to:)") == true)
        #expect(manager.journal.exchanges.last?.outcome != nil)
        let sent = try await manager.answer(to: .get("https://api.example/a?x=1")).sent
        #expect(sent?.authority == "other.example" && sent?.path == "/v1/a?x=1")
    }

    @Test("answer(to:) returns a stub's response, and a request without a stub unchanged") func answer() async throws {
        let manager = demoManager(unmatched: .guard)
        try manager.addPath("/a", "hi")
        guard case .stubbed(let response) = try await manager.answer(to: .get("/a")) else { throw Mine() }
        #expect(response.body == Array("hi".utf8))
        #expect(try await manager.answer(to: .get("https://api.example/b")).sent == .get("https://api.example/b"))
    }

    @Test("cancelling ends a delayed answer, or the wait before a request is forwarded", arguments: [false, true])
    func cancelled(isForwarded: Bool) async throws {
        let manager = demoManager(unmatched: .guard)
        let base = isForwarded ? try ProxyBase("http://other.example") : nil
        try manager.addPath("/a", "") {
            $0.sequence = [SequenceEntry(Reply(delay: .fixed(.seconds(60)), proxyBase: base))]
        }
        let task = Task {
            if isForwarded {
                _ = try await manager.answer(to: .get("/a"))
            } else {
                _ = try await manager.respond(to: .get("/a"))
            }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(manager.journal.exchanges.last?.outcome?.end == .cancelled)
    }

    @Test("Messages of refusals contain no secrets") func secrets() throws {
        let manager = demoManager()
        let url = "/a?token=s3cr3t"
        #expect(!manager.decide(.get(url)).text.contains("s3cr3t"))
        try manager.stub(.get("/b?token=s3cr3t"), .json([:])).thenVerifyRequest { _ in throw Mine() }
        let refused = manager.decide(.get("/b?token=s3cr3t"))
        #expect(refused.refusal == .verification)
        #expect(!refused.text.contains("s3cr3t"))
        let invalid = #expect(throws: InvalidText.self) { try ProxyBase("https://u:s3cr3t@h") }
        #expect(invalid?.description.contains("s3cr3t") == false)
    }
}
