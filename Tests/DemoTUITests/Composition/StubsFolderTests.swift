import DemoManager
import Foundation
import Testing

@testable import DemoTUI

@MainActor
@Suite("A folder of own stubs")
struct StubsFolderTests {
    /// A new folder with these files; the body's end removes it.
    private func withFolder(_ files: [String: String], _ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-stubs-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files {
            try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        let result: Result<Void, any Error>
        do { result = .success(try await body(folder.path)) } catch { result = .failure(error) }
        try FileManager.default.removeItem(at: folder)
        try result.get()
    }

    private let good = """
        {"request": {"method": "GET", "urlPath": "/cards"},
         "response": {"status": 200, "jsonBody": {"data": [{"id": "1", "label": "My own card"}]}}}
        """

    @Test("a broken file stands on Problems with file and line; the other files and the sample's stubs answer")
    func broken() async throws {
        try await withFolder(["good.json": good, "broken.yaml": "mappings:\n  - request: [\n"]) { folder in
            try await Harness.run(AppOptions(isDemo: true, stubsFolder: folder)) { app in
                await app.press("4")
                #expect(app.screen.contains("My own card"), "\(app.screen)")
                await app.press("2")
                #expect(app.screen.contains("Bakkerij Van Loo"))
                await app.press("P")
                #expect(app.title.contains("Problems 1") && app.words.contains("valid YAML"), "\(app.screen)")
                #expect(app.state.demo.problems.count == 1)
                #expect(app.state.demo.problems.first?.description.contains("/broken.yaml:") == true)
            }
        }
    }

    @Test("a misspelt member is a problem, and its stub does not answer in secret")
    func misspelt() async throws {
        let text = good.replacingOccurrences(of: "urlPath", with: "urlPaht")
        try await withFolder(["typo.json": text]) { folder in
            try await Harness.run(AppOptions(isDemo: true, stubsFolder: folder)) { app in
                await app.press("4")
                #expect(app.screen.contains("Mastercard") && !app.screen.contains("My own card"), "\(app.screen)")
                await app.press("P")
                #expect(app.words.contains("urlPaht"), "\(app.screen)")
            }
        }
    }
}
