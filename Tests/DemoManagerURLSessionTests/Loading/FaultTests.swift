import DemoManager
import DemoManagerURLSession
import Foundation
import LoopbackPorts
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Failures in a URLSession") struct FaultTests {
    @Test("A time-out specified as an error is delivered at once") func timeout() async throws {
        let manager = demo()
        try manager.stub(.get(me), result: .failure(URLError(.timedOut)))
        let error = await manager.session().error(try .to(me))
        #expect(error?.code == .timedOut)
        // The fault waits as long as the request may take, at most 2 seconds.
        let duration = try #require(manager.journal.exchanges.last?.outcome?.duration)
        #expect(duration < .seconds(2))
    }

    @Test(
        "Each fault becomes URLSession's error for it",
        arguments: [
            (Fault.noNetwork, URLError.Code.notConnectedToInternet), (.connectionReset, .networkConnectionLost),
            (.emptyResponse, .networkConnectionLost), (.malformedChunk, .cannotParseResponse),
            (.randomDataThenClose, .badServerResponse), (.timeout, .timedOut),
        ])
    func fault(_ fault: Fault, _ code: URLError.Code) async throws {
        let manager = demo()
        try manager.stub(matching: RequestPattern(), Reply(fault: fault)) { $0.name = "broken" }
        let error = await manager.session().error(try .to(me) { $0.timeoutInterval = 0.1 })
        #expect(error?.code == code)
        #expect(error?.localizedDescription.contains("stub broken") == true)
        #expect(manager.lastEnd == .failure(fault.title))
    }

    @Test("A reply later than the request's time-out is a time-out") func tooLate() async throws {
        let manager = try demo(answering: Reply(delay: .fixed(.seconds(3_600))))
        let ofRequest = await manager.session().error(try .to(me) { $0.timeoutInterval = 0.1 })
        #expect(ofRequest?.code == .timedOut)
        let session = manager.session { $0.timeoutIntervalForRequest = 0.1 }
        #expect(await session.error(try .to(me))?.code == .timedOut)
        #expect(manager.lastEnd == .failure("time-out"))
    }

    @Test("An error specified in code is thrown unchanged") func ownError() async throws {
        struct Broken: Error, Equatable { var number: Int }
        let manager = demo()
        try manager.stub(.get(me), result: .failure(Broken(number: 7)))
        await #expect(throws: Broken(number: 7)) { try await manager.session().get(me) }
    }

    @Test("A refused request has a reason, and is not sent", arguments: UnmatchedPolicy.allCases)
    func refusal(policy: UnmatchedPolicy) async throws {
        try await LoopbackServer.run { server in
            let manager = demo(policy)
            let error = await manager.session().error(try .to(server.url("/me"), "PUT", body: "x"))
            guard policy != .passThrough, policy != .capture else {
                #expect(error == nil)
                return #expect(server.requests.count == 1)
            }
            #expect(error?.demoRefusal?.kind == (policy == .error ? .noStub : .guardedWrite))
            #expect(error?.localizedDescription == error?.demoRefusal?.message)
            #expect(error?.localizedDescription.contains("PUT \(server.url("/me"))") == true)
            #expect(server.requests.isEmpty)
            #expect(manager.lastEnd == error.map { .failure($0.localizedDescription) })
        }
    }

    @Test("A check that throws refuses the request, and sees its body, even of a stream")
    func verification() async throws {
        struct Wrong: Error {}
        let manager = demo()
        try manager.stub(.post(me)).thenVerifyRequest { request in
            guard request.body == Data("right".utf8) else { throw Wrong() }
        }
        let session = manager.session()
        #expect(try await session.get(.to(me, "POST", body: "right")).status == 200)
        let refused = await session.error(try .to(me, "POST", body: "wrong"))
        #expect(refused?.demoRefusal?.kind == .verification)
        let streamed = try URLRequest.to(me, "POST") { $0.httpBodyStream = InputStream(data: Data("right".utf8)) }
        #expect(try await session.get(streamed).status == 200)
        #expect(Got(try await session.upload(for: .to(me, "POST"), from: Data("right".utf8))).status == 200)
    }
}

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

@Suite("Cancelling in a URLSession") struct CancellationTests {
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
