import DemoManager
import Foundation
import JSONText
import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("Problems")
struct ProblemsTests {
    @Test(
        "a problem is read in full in a window of the usual size: nothing is cut at its edge", arguments: [40, 80, 140])
    func inFull(_ columns: Int) async throws {
        let problem = Problem(
            "\"urlPaht\" is no member of a request; did you mean urlPath?",
            file: "stubs/a-file-with-a-rather-long-name.yaml", position: TextPosition(line: 12, column: 5))
        try await Harness.run(size: Size(columns: columns, rows: 24)) { app in
            var state = app.state
            state.demo.problems = [problem]
            _ = state.update(.key(.character("P")))
            let shown = state.draw().text().filter { !" \n│".contains($0) }
            #expect(!shown.contains("…"), "\(state.draw().text())")
        }
    }

    @Test("the screen follows: a stub file that breaks while it is open is told, one that is mended goes")
    func follows() async throws {
        try await Harness.run { app in
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-problems-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appendingPathComponent("me.yaml")
            await app.press("P")
            #expect(app.words.contains("No problems"), "\(app.screen)")
            try Data("request: {urlPaht: /me}\n".utf8).write(to: file)
            app.manager.loadStubs(folder: folder.path, fixtures: folder.path)
            await app.wait { app.screen.contains("urlPaht") }
            #expect(app.screen.contains("urlPaht") && app.title.contains("Problems"), "\(app.screen)")
            await app.press("G")
            try Data("request: {urlPath: /me}\nresponse: {status: 200}\n".utf8).write(to: file)
            app.manager.reload()
            await app.wait { app.words.contains("No problems") }
            #expect(app.words.contains("No problems"), "\(app.screen)")
        }
    }
}
