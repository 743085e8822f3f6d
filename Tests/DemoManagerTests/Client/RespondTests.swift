import Foundation
import HTTPTypes
import Testing

@testable import DemoManager

@Suite struct RespondTests {
    @Test("a stubbed request is answered and recorded, an unstubbed one is the client's")
    func answers() async throws {
        let manager = demoManager(unmatched: .passThrough)
        try manager.addPath("/a", "hi")
        let response = try #require(try await manager.respond(to: .get("/a")))
        #expect(response.head.status == .ok && response.body == Array("hi".utf8))
        #expect(manager.journal.exchanges.last?.outcome?.end == .status(200))
        #expect(try await manager.respond(to: .get("/b")) == nil)
    }

    @Test("faults, errors of code stubs and refusals are thrown")
    func throwing() async throws {
        let manager = demoManager()
        try manager.addPath("/fault", "") { $0.sequence = [SequenceEntry(Reply(fault: .emptyResponse))] }
        try manager.stub(.get("/error"), result: .failure(Mine()))
        let fault = await #expect(throws: StubbedFault.self) { try await manager.respond(to: .get("/fault")) }
        #expect(fault?.fault == .emptyResponse)
        await #expect(throws: Mine.self) { try await manager.respond(to: .get("/error")) }
        let refusal = await #expect(throws: Refusal.self) { try await manager.respond(to: .get("/none")) }
        #expect(refusal?.kind == .noStub)
    }
    private struct Mine: Error {}

    @Test("cancelling ends a delayed answer at once")
    func cancelled() async throws {
        let manager = demoManager()
        try manager.addPath("/slow", "") { $0.sequence = [SequenceEntry(Reply(delay: .fixed(.seconds(60))))] }
        let task = Task { try await manager.respond(to: .get("/slow")) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(manager.journal.exchanges.last?.outcome?.end == .cancelled)
    }
}
