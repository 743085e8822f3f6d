import DemoManager
import Foundation
import Testing

/// The code of "Any HTTP client" for more than one attempt.
@Suite("A call with attempts of its own") struct AttemptsTests {
    @Test("All attempts keep the mode the call began in, and each has its own answer") func attempts() async throws {
        let manager = DemoManager(configuration: .init(isEnabled: true))
        try manager.stub(.get("/me"), statusCode: 503).thenRespondWith(statusCode: 200)
        let reply = try await send(.get("/me"), attempts: 3, through: manager)
        #expect(reply?.head.status == .ok)
        #expect(manager.journal.exchanges.map(\.attempt) == [1, 2])
        #expect(Set(manager.journal.exchanges.map(\.call.id)).count == 1)
        #expect(manager.journal.exchanges.allSatisfy { $0.outcome != nil })
    }

    @Test("A fault ends the call with an error") func fault() async throws {
        let manager = DemoManager(configuration: .init(isEnabled: true))
        try manager.stub(.get("/me"), result: .failure(URLError(.cannotFindHost)))
        await #expect(throws: URLError(.cannotFindHost)) {
            try await send(.get("/me"), attempts: 3, through: manager)
        }
    }

    func send(_ request: HTTPRequest, attempts: Int, through manager: DemoManager) async throws -> StubbedResponse? {
        let call = manager.beginCall(screen: "profile", operation: "getMe")
        for attempt in 1..<attempts {
            let stubbed = try await manager.respond(to: request, call: call, attempt: attempt)
            guard let stubbed, stubbed.head.status.kind == .serverError else { return stubbed }
        }
        return try await manager.respond(to: request, call: call, attempt: attempts)
    }
}
