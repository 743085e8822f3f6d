import DemoManager
import Foundation
import Testing

/// The code of "Any HTTP client" for more than one attempt.
@Suite("A call with attempts of its own")
struct AttemptsTests {
    @Test("All attempts keep the mode the call began in, and each has its own answer")
    func attempts() async throws {
        let manager = DemoManager()
        manager.isEnabled = true
        try manager.stub(.get("/me"), statusCode: 503).thenRespondWith(statusCode: 200)
        let reply = try await send(.get("/me"), attempts: 3, through: manager)
        #expect(reply?.status == .ok)
        #expect(manager.journal.exchanges.map(\.attempt) == [1, 2])
        #expect(Set(manager.journal.exchanges.map(\.call.id)).count == 1)
        #expect(manager.journal.exchanges.allSatisfy { $0.outcome != nil })
    }

    @Test("A fault ends the call with an error")
    func fault() async throws {
        let manager = DemoManager()
        manager.isEnabled = true
        try manager.stub(.get("/me"), result: .failure(URLError(.cannotFindHost)))
        await #expect(throws: URLError(.cannotFindHost)) {
            try await send(.get("/me"), attempts: 3, through: manager)
        }
    }

    func send(_ request: HTTPRequest, attempts: Int, through manager: DemoManager) async throws -> StubReply? {
        let call = manager.beginCall(screen: "profile", operation: "getMe")
        for attempt in 1...attempts {
            let decision = manager.decide(request, call: call, attempt: attempt)
            switch decision.action {
            case .passThrough: return nil
            case .refuse(let refusal): throw refusal
            case .stub(let reply, _):
                try await Task.sleep(for: reply.delay)
                if let fault = reply.fault {
                    manager.finish(decision.exchange, with: .failure(fault.title, duration: reply.delay))
                    throw reply.error ?? URLError(fault == .timeout ? .timedOut : .networkConnectionLost)
                }
                let outcome = ExchangeOutcome.reply(
                    status: reply.status.code, headers: reply.headers, body: reply.body, duration: reply.delay)
                manager.finish(decision.exchange, with: outcome)
                if reply.status.kind != .serverError || attempt == attempts { return reply }
            }
        }
        return nil
    }
}
