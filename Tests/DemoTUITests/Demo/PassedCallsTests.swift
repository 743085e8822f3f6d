import AppCore
import DemoManager
import HTTPTypes
import Testing

@testable import DemoTUI

@Suite("Calls that were let through")
struct PassedCallsTests {
    private func passed() -> PassedCalls.Passed {
        let request = HTTPRequest(method: .get, scheme: "https", authority: "h", path: "/")
        let decision = DemoManager().decide(request, call: Call(id: 1, mode: .demo))
        return PassedCalls.Passed(exchange: decision.exchange, reason: .unmatched)
    }

    @Test("a call that starts again takes its exchange, once")
    func once() {
        let calls = PassedCalls()
        let context = CallContext(session: .live)
        calls.insert(context, passed())
        #expect(calls.take(context) != nil)
        #expect(calls.take(context) == nil)
    }

    @Test("calls that never start again are forgotten, the oldest first")
    func bounded() {
        let calls = PassedCalls()
        let contexts = (0...PassedCalls.limit).map { _ in CallContext(session: .live) }
        for context in contexts { calls.insert(context, passed()) }
        #expect(calls.take(contexts[0]) == nil)
        #expect(contexts.dropFirst().allSatisfy { calls.take($0) != nil })
    }
}
