import Foundation
import Testing

@testable import DemoManager

@Suite struct MessageTests {
    private struct Unwilling: Error {}

    @Test("Messages of refusals contain no secrets") func secrets() throws {
        let manager = demoManager()
        let url = "/a?token=s3cr3t"
        #expect(!manager.decide(.get(url)).text.contains("s3cr3t"))
        try manager.stub(.get("/b?token=s3cr3t"), .json([:])).thenVerifyRequest { _ in throw Unwilling() }
        let refused = manager.decide(.get("/b?token=s3cr3t"))
        #expect(refused.refusal == .verification)
        #expect(!refused.text.contains("s3cr3t"))
        let invalid = #expect(throws: InvalidText.self) { try ProxyBase("https://u:s3cr3t@h") }
        #expect(invalid?.description.contains("s3cr3t") == false)
    }

    @Test("Refusals and faults have localized descriptions") func localized() async throws {
        let manager = demoManager()
        let refusal = Refusal(kind: .noStub, method: "GET", path: "/a", message: "no stub")
        #expect((refusal as any Error).localizedDescription == "no stub")
        try manager.stub(.get("/a"), Reply(fault: .noNetwork))
        let fault = await #expect(throws: StubbedFault.self) { try await manager.respond(to: .get("/a")) }
        #expect(fault?.localizedDescription.hasPrefix("no network") == true)
    }
}
