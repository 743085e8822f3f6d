import DemoManager
import HTTPTypes
import LoopbackPorts
import Testing

@testable import DemoTUI

@MainActor
@Suite("Passing screens in the sidebar")
struct SidebarRestTests {
    private static func path(_ name: String) -> String {
        "/\(name): {get: {operationId: \(name), responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {text: {type: string}}}}}}}}}"
    }
    private let document = """
        openapi: 3.1.0
        info: {title: Desk, version: '1'}
        paths:
          \(path("one"))
          \(path("two"))
          \(path("three"))
          \(path("four"))
        """

    /// The program over a server that is not there: what was called stands in the journal.
    private func run(
        resting time: Duration, isDemo: Bool = false, _ body: @MainActor (Harness) async throws -> Void
    ) async throws {
        let port = try ClosedPort()
        let options = AppOptions(baseURL: "http://127.0.0.1:\(port.number)", isDemo: isDemo)
        try await Harness.run(over: document, options, restTime: time, body)
        withExtendedLifetime(port) {}
    }

    private func paths(_ app: Harness) -> Set<String> { Set(app.exchanges.compactMap(\.request.path)) }

    @Test(
        "live screens that are passed make no call; Enter or going into the pane calls the one in front at once",
        arguments: ["Enter", "Tab", "l", "r"])
    func passing(_ key: String) async throws {
        try await run(resting: .seconds(3_600)) { app in
            await app.press("j", "j", "j")
            #expect(app.title.contains("Four") && paths(app) == ["/one"], "\(app.screen)")
            await app.press(key)
            #expect(paths(app) == ["/one", "/four"], "\(app.screen)")
        }
    }

    @Test("a number and the command line go to a screen to see it: they call at once")
    func going() async throws {
        try await run(resting: .seconds(3_600)) { app in
            await app.press("j", "3")
            #expect(paths(app) == ["/one", "/three"], "\(app.screen)")
            await app.press("Esc", "j", ":")
            await app.type("two")
            await app.press("Enter")
            #expect(paths(app) == ["/one", "/two", "/three"], "\(app.screen)")
        }
    }

    @Test("a screen that the selection rests on is called by itself, those it left are not")
    func resting() async throws {
        try await run(resting: .milliseconds(1)) { app in
            app.feed("j", "j")
            await app.wait { paths(app).contains("/three") }
            await app.settle()
            #expect(paths(app) == ["/one", "/three"], "\(app.screen)")
        }
    }

    @Test("in demo every screen that is passed shows at once")
    func demo() async throws {
        try await run(resting: .seconds(3_600), isDemo: true) { app in
            await app.press("j")
            #expect(paths(app) == ["/one", "/two"], "\(app.screen)")
        }
    }
}
