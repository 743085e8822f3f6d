import DemoManager
import DemoManagerURLSession
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Stubs in a URLSession")
struct StubTests {
    @Test("A stub answers with its status, headers and whole body, and nothing leaves")
    func reply() async throws {
        try await LoopbackServer.run { server in
            let manager = demo()
            let id = try manager.add(
                Stub(
                    request: RequestPattern(method: .one(.get), url: .path("/me")),
                    sequence: [
                        SequenceEntry(
                            Reply(status: 418, headers: [.contentType: "text/plain"], body: Array("tea".utf8)))
                    ],
                    origin: .made(by: "test")))
            let got = try await manager.session().get(server.url("/me?a=1"))
            #expect(got.status == 418)
            #expect(got.text == "tea")
            #expect(got.headers["Content-Type"] == "text/plain")
            #expect(server.requests.isEmpty)
            #expect(manager.journal.exchanges.last?.stub?.id == id)
            #expect(manager.lastEnd == .status(418))
        }
    }
}
