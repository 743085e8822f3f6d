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

    @Test("a list that is not there has no backend yet")
    func list() {
        #expect(message(isOne: false).title.contains("backend isn't ready (404)"))
    }
}
