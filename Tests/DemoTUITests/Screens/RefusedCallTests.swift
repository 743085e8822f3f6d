import DemoManager
import Terminal
import Testing

@testable import AppCore
@testable import DemoTUI

@Suite("What a refused live call says")
struct RefusedCallTests {
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

    @Test("who may not see a thing may sign in as somebody else: on screens, and in forms by their key")
    func forbidden() {
        for (status, mode) in [(403, ServingMode.live), (401, .live), (403, .demo), (404, .live)] {
            let message = FailureMessage(.failed(APIError(.status, status: status, message: "No.")), mode: mode)
            let helps = mode == .live && status != 404
            #expect(message.wayOut.contains { $0.contains("Press I to sign in") } == helps, "\(status) \(mode)")
            #expect(message.waysToSignIn.isEmpty == !helps, "\(status) \(mode)")
        }
    }

    @Test("a wrong password is said in the words of the server that gives out tokens")
    func wrongPassword() {
        var error = APIError(.status, status: 400, message: "wrong name or password")
        error.isSignInRefused = true
        let message = FailureMessage(.failed(error), mode: .live)
        #expect(message.title == "Signing in failed (400): wrong name or password")
        #expect(message.wayOut.first == "Press I to sign in again.")
    }

    @Test("a change that names what is not there says so in the server's words, and not that there is no backend")
    func changeNotFound() {
        let error = APIError(.status, status: 404, message: "Project not found")
        let message = FailureMessage(.failed(error), mode: .live, isChange: true)
        #expect(message.title.contains("(404): Project not found"))
    }

    @Test("a list whose filters went along says how to change them where the server does not take the call")
    func filtered() throws {
        let screen = Screen(id: "s", title: "S", kind: .collection)
        let world = World(
            catalog: ScreenCatalog(screens: []), demo: DemoStatus(), area: Size(columns: 80, rows: 24), spinnerFrame: 0)
        func ways(_ status: Int, isFiltered: Bool) -> [String] {
            let failure = LoadFailure.failed(APIError(.status, status: status, message: "Input should be 'todo'"))
            return FailureMessage(failure, of: screen, LoadState(), isFiltered: isFiltered, in: world).wayOut
        }
        #expect(ways(422, isFiltered: true).first == "Press / to change the filter, Esc to clear it.")
        #expect(!ways(422, isFiltered: false).contains { $0.contains("filter") })
        #expect(!ways(503, isFiltered: true).contains { $0.contains("filter") })
    }

    @Test("a list that is not there has no backend yet")
    func list() {
        #expect(message(isOne: false).title.contains("backend isn't ready (404)"))
    }
}
