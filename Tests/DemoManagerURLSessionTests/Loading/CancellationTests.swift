import DemoManager
import Foundation
import LoopbackPorts
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension DemoManager {
    /// A manager whose every reply takes an hour.
    fileprivate static func slow() throws -> DemoManager { try demo(answering: Reply(delay: .fixed(.seconds(3_600)))) }

    /// Waits until a request was decided.
    fileprivate func firstDecision() async {
        let changes = changes()
        guard journal.exchanges.isEmpty else { return }
        for await _ in changes where !journal.exchanges.isEmpty { return }
    }
}

/// A request that no time-out ends before the test does.
private func patient(_ url: String = me) throws -> URLRequest { try .to(url) { $0.timeoutInterval = 7_200 } }

@Suite("Cancelling in a URLSession")
struct CancellationTests {
    @Test("A task cancelled during a delay ends, and the journal records it") func duringDelay() async throws {
        let manager = try DemoManager.slow()
        let session = manager.session()
        let request = try patient()
        let task = Task { await session.error(request) }
        await manager.firstDecision()
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        #expect(manager.lastEnd == .cancelled)
    }

    @Test("invalidateAndCancel ends waiting tasks") func invalidation() async throws {
        let manager = try DemoManager.slow()
        let listener = Listener()
        let session = manager.session(delegate: listener)
        session.dataTask(with: try patient()).resume()
        await manager.firstDecision()
        session.invalidateAndCancel()
        #expect(await listener.heard() == ["error \(URLError.Code.cancelled.rawValue)"])
        #expect(manager.lastEnd == .cancelled)
    }

    @Test("A task cancelled before it began never reaches the stubs") func beforeBeginning() async throws {
        let manager = try DemoManager.slow()
        let listener = Listener()
        let task = manager.session(delegate: listener).dataTask(with: try patient())
        task.cancel()
        #expect(await listener.heard() == ["error \(URLError.Code.cancelled.rawValue)"])
        #expect(manager.journal.exchanges.isEmpty)
    }

    @Test("A cancellation concurrent with the reply ends the task once, without hanging") func race() async throws {
        let manager = demo()
        try manager.stub(.get(me))
        let session = manager.session()
        let request = try patient()
        for round in 0..<1_000 {
            let task = Task.detached { await session.error(request) }
            // A reply takes about as long: the later the round, the later the cancellation.
            let moment = ContinuousClock.now + .microseconds(round / 2)
            while ContinuousClock.now < moment {}
            task.cancel()
            let code = await task.value?.code
            #expect(code == nil || code == .cancelled)
        }
        #expect(manager.journal.exchanges.allSatisfy { $0.outcome != nil })
    }

    @Test("A task passed to a silent server can be cancelled") func passed() async throws {
        try await LoopbackServer.run({ _ in .none }) { server in
            let manager = demo(.passThrough)
            let session = manager.session()
            let request = try patient(server.url("/me"))
            let task = Task { await session.error(request) }
            try await server.firstRequest()
            task.cancel()
            #expect(await task.value?.code == .cancelled)
            #expect(manager.lastEnd == .cancelled)
            #expect(server.requests.count == 1)
        }
    }

    #if !canImport(Darwin)
        @Test("A suspended task is answered when it is resumed, by one decision") func suspension() async throws {
            let manager = try demo(answering: Reply(body: Array("x".utf8), delay: .fixed(.milliseconds(1))))
            let listener = Listener()
            let task = manager.session(delegate: listener).dataTask(with: try patient())
            task.resume()
            task.suspend()
            task.suspend()
            task.resume()
            task.resume()
            #expect(await listener.heard() == ["response 200", "data x", "end"])
            #expect(manager.journal.exchanges.count == 1)
        }
    #endif
}
