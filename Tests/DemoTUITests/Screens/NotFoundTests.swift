import DemoManager
import Testing

@testable import AppCore
@testable import DemoTUI

@Suite("What a live 404 says")
struct NotFoundTests {
    private func message(isOne: Bool) -> FailureMessage {
        let error = APIError(.status, status: 404, message: "No such card.")
        return FailureMessage(.failed(error), mode: .live, isOne: isOne)
    }

    @Test("one thing that is not there is not found; that says nothing of the backend")
    func one() {
        #expect(message(isOne: true).title == "Not found (404).")
        #expect(message(isOne: true).wayOut.contains("Press d to open it with demo data."))
    }

    @Test("in demo it is the demo's data that lacks it, unless a condition was chosen")
    func demo() {
        let error = APIError(.status, status: 404, message: "No such card.")
        let message = FailureMessage(.failed(error), mode: .demo, isOne: true)
        #expect(message.title == "Not in the demo's data (404)." && message.detail == "No such card.")
        let chosen = FailureMessage(.failed(error), mode: .demo, condition: "Not found", isOne: true)
        #expect(chosen.title != message.title && chosen.wayOut[0].contains("Not found"))
    }

    @Test("a list that is not there has no backend yet")
    func list() {
        #expect(message(isOne: false).title.contains("backend isn't ready (404)"))
    }
}
