import Testing

@testable import DemoTUI

@MainActor
@Suite("Problems")
struct ProblemsTests {
    @Test(
        "a problem is read in full in a window of the usual size: nothing is cut at its edge", arguments: [40, 80, 140])
    func inFull(_ columns: Int) async throws {
        let problem =
            "stubs/a-file-with-a-rather-long-name.yaml:12:5: \"urlPaht\" is no member of a request; did you mean urlPath?"
        try await Harness.run(size: Size(columns: columns, rows: 24)) { app in
            var state = app.state
            state.demo.problems = [problem]
            _ = state.update(.key(.character("P")))
            let shown = state.draw().text().filter { !" \n│".contains($0) }
            #expect(!shown.contains("…"), "\(state.draw().text())")
        }
    }
}
