import DemoManager
import DemoManagerFiles
import DemoManagerURLSession
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The code of "Demo mode for an app" and of the front page.
@Suite("Demo mode for an app") @MainActor final class DemoModeTests {
    private var title = ""
    private var watch: FileWatch?
    private let manager = DemoManager()

    @Test("Screens are switched one by one, and the banner counts them") func screens() {
        manager.describe(
            screens: [
                ScreenDescription(id: "profile", operations: ["getMe", "updateMe"]),
                ScreenDescription(id: "cards", operations: ["listCards"]),
                ScreenDescription(id: "card", openedFrom: "cards", operations: ["getCard"]),
            ],
            operations: [
                OperationDescription(id: "getMe", method: .get, pathTemplate: "/me"),
                OperationDescription(id: "updateMe", method: .put, pathTemplate: "/me"),
                OperationDescription(id: "listCards", method: .get, pathTemplate: "/cards"),
                OperationDescription(id: "getCard", method: .get, pathTemplate: "/cards/{id}"),
            ])

        manager.toggleScreen("cards")
        title = manager.banner.text  // "MIXED 1/2"
        #expect(title == "MIXED 1/2")
        #expect(manager.isEnabled(for: "card"))
    }

    @Test("Stub files answer, and what is wrong in them is said") func files() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "demo-mode-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
        }
        let article = try String(
            contentsOf: ArticleTests.catalog.appending(path: "DemoModeForAnApp.md"), encoding: .utf8)
        let mapping = article.components(separatedBy: "```yaml\n")[1].components(separatedBy: "```")[0]
        try Data(mapping.utf8).write(to: folder.appending(path: "cards.yaml"))
        let (stubs, fixtures) = (folder.path, folder.path)

        let problems = manager.loadStubs(folder: stubs, fixtures: fixtures)
        for problem in problems { print(problem) }  // stubs/cards.yaml:4:3 ...
        watch = manager.watchStubs()
        #expect(problems.map(\.message).contains { $0.contains("card.json") })
        watch?.cancel()
    }

    @Test("A condition answers for the screen it was chosen for, and for no other") func conditions() async throws {
        screens()
        manager.toggleAll()
        manager.setCondition(.forbidden, forScreen: "profile")
        manager.setCondition(.timeout, forOperation: "listCards")
        manager.unmatched = .error

        let refusal = try Reply.json(["error": ["message": "Ask your bank for access."]], status: 403)
        try manager.stub(matching: .get("/me"), refusal, for: .forbidden)

        let reply = try #require(try await manager.respond(to: .get("/me"), screen: "profile", operation: "getMe"))
        #expect(reply.head.status == .forbidden)
        #expect(String(decoding: reply.body, as: UTF8.self).contains("Ask your bank"))
        await #expect(throws: StubbedFault.self) {
            try await manager.respond(to: .get("/cards"), screen: "cards", timeout: .milliseconds(1))
        }
        await #expect(throws: Refusal.self) {
            try await manager.respond(to: .get("/cards/1"), screen: "card", operation: "getCard")
        }
    }

    @Test("A request that was not sent is explained by the stub that came close") func explained() throws {
        manager.isEnabled = true
        try manager.stub(.get("https://api.example.com/cards"), .json([]))
        let explanation = manager.explain(.get("https://api.example.com/card"))
        print(explanation.summary)  // no stub matches
        if let closest = explanation.nearMisses.first { print(closest.table()) }
        #expect(explanation.summary == "no stub matches")
        #expect(explanation.nearMisses.count == 1)
    }

    /// Compiled, not run: the process's manager belongs to nobody's test.
    private func front() async throws {
        DemoManager.shared.isEnabled = true
        try DemoManager.shared.stub(.get("https://api.example.com/me"), .json(["name": "Ada"]))

        let request = HTTPRequest.get("https://api.example.com/me")
        let stubbed = try await DemoManager.shared.respond(to: request)
        #expect(stubbed?.head.status == .ok)
    }

    /// Compiled, not run, for the same reason.
    private func session(url: URL) async throws {
        var configuration = URLSessionConfiguration.default
        DemoManager.shared.install(in: &configuration)
        let session = URLSession(configuration: configuration)

        var request = URLRequest(url: url)
        request.demoScreen = "profile"
        _ = try await session.data(for: request)
    }

    /// Compiled, not run: it ends with the app.
    private func reloads() async {
        for await change in DemoManager.shared.changes() where change.contains(.switches) {
            await reload()
        }
    }

    private func reload() async {}
}
