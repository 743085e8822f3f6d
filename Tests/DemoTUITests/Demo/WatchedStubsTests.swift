import Foundation
import Testing

@testable import DemoTUI

@MainActor
@Suite("Stub files that are saved outside")
struct WatchedStubsTests {
    @Test("a broken save is told in the footer and keeps what answered; the next good one shows by itself")
    func saves() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-watched-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func save(_ text: String) throws {
            // By a rename, as editors do: a reader never sees a half.
            try Data(text.utf8).write(to: folder.appendingPathComponent("cards.yaml"), options: .atomic)
        }
        func stub(_ label: String) -> String {
            "request: {method: GET, urlPath: /cards}\nresponse: {jsonBody: {data: [{id: '1', label: \(label)}]}}\n"
        }
        try save(stub("Old card"))
        let options = AppOptions(isDemo: true, startScreen: "cards", stubsFolder: folder.path)
        try await Harness.run(options, watchesStubs: true) { app in
            #expect(app.screen.contains("Old card"), "\(app.screen)")
            try save("request: {method: GET, urlPath: /cards}\nresponse: {json")
            await app.wait { app.words.contains("the last good version stays in use") }
            #expect(
                app.words.contains("cards.yaml:") && app.words.contains("the last good version stays in use"),
                "\(app.screen)")
            await app.settle()
            #expect(app.screen.contains("Old card"), "\(app.screen)")
            try save(stub("New card"))
            await app.wait { app.screen.contains("New card") }
            #expect(app.screen.contains("New card") && app.footer.contains("Stubs reloaded."), "\(app.screen)")
        }
    }
}
